import * as z from 'zod';
import type { PdfRun } from './pdf-lines.ts';

/** What a viewer shows on a page beside its text: values of a filled form, and notes that somebody typed on it. */

const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);

const annotationSchema = z.looseObject({
  subtype: text,
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  annotationFlags: z.number().catch(0),
  fieldType: text,
  fieldValue: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .catch(null),
  checkBox: flag,
  radioButton: flag,
  password: flag,
  exportValue: text,
  buttonValue: text,
  options: z.array(z.looseObject({ exportValue: text, displayValue: text })).catch([]),
  contentsObj: z.looseObject({ str: text }).nullish().catch(null),
  defaultAppearanceData: z.looseObject({ fontSize: z.number() }).nullish().catch(null),
  url: text,
  unsafeUrl: text,
});

/** A field, a note or a link of a page, as pdf.js gives it. */
export type PdfAnnotation = z.infer<typeof annotationSchema>;

/** Returns the annotations of a page that can be read; others are left out. */
export const pdfAnnotations = (found: readonly unknown[]): PdfAnnotation[] =>
  found.flatMap((one) => {
    const parsed = annotationSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });

/** Bits of an annotation that is not shown on the screen: Hidden and NoView (ISO 32000-1, 12.5.3). */
const unseenFlags = 2 + 32;

const box = (isChecked: boolean): string => (isChecked ? '[x]' : '[ ]');

/** Returns the text that a viewer shows for an annotation; empty for none. */
const shownText = (annotation: PdfAnnotation): string => {
  const { subtype, fieldType, fieldValue, annotationFlags, checkBox, radioButton } = annotation;
  if ((annotationFlags & unseenFlags) !== 0) return '';
  if (subtype === 'FreeText') return annotation.contentsObj?.str ?? '';
  if (subtype !== 'Widget' || annotation.password === true) return '';
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue ?? ''];
  if (fieldType === 'Tx') return values.join('\n');
  if (fieldType === 'Ch') {
    const shown = new Map(annotation.options.map((one) => [one.exportValue, one.displayValue]));
    return values.map((value) => shown.get(value) ?? value).join(', ');
  }
  if (fieldType !== 'Btn') return '';
  const [value] = values;
  if (checkBox === true) return box(value !== '' && value === annotation.exportValue);
  return radioButton === true ? box(value !== '' && value === annotation.buttonValue) : '';
};

/** The text of a field, and where it stands: from the left to the right edge, on a baseline. */
interface Shown {
  readonly lines: readonly string[];
  readonly isBox: boolean;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly height: number;
}

/** The size of letters in a field that is no higher, if the field does not say. */
const usualHeight = 12;

const shownIn = (annotation: PdfAnnotation): Shown | null => {
  const lines = shownText(annotation)
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return null;
  const [x, bottom, right, top] = annotation.rect;
  const stated = annotation.defaultAppearanceData?.fontSize ?? 0;
  const height = stated > 0 ? stated : Math.max(1, Math.min(usualHeight, top - bottom));
  // One line stands in the middle of its field; the first of several, or of a high field, at the top.
  const isHigh = lines.length > 1 || top - bottom > 3 * height;
  const y = isHigh ? top - height * 1.2 : (top + bottom) / 2 - height * 0.35;
  const isBox = annotation.fieldType === 'Btn';
  return { lines, isBox, x, right, y, height };
};

/** Relative to the height of letters: a label's baseline is no further from its field's. */
const labelDistance = 0.7;
/** Points between a box and the label behind it. */
const boxGapMax = 40;

interface Placed {
  readonly run: PdfRun;
  readonly at: number;
}

/** Returns the place in a list of runs from high to low of the first whose baseline is not above `y`. */
const firstNotAbove = (placed: readonly Placed[], y: number): number => {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((placed[middle]?.run.y ?? 0) > y) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Returns the runs beside a field, on its line. */
const besideField = (
  placed: readonly Placed[],
  field: Shown,
): { readonly left: Placed | null; readonly right: Placed | null } => {
  let [left, right]: [Placed | null, Placed | null] = [null, null];
  const reach = Math.max(field.height, usualHeight) * labelDistance;
  for (let at = firstNotAbove(placed, field.y + reach); at < placed.length; at += 1) {
    const one = placed[at];
    if (one === undefined || one.run.y < field.y - reach) break;
    if (one.run.x < field.x) {
      if (left === null || one.run.x >= left.run.x) left = one;
    } else if (right === null || one.run.x < right.run.x) right = one;
  }
  return { left, right };
};

const runsOfField = (field: Shown, beside: PdfRun | null): PdfRun[] =>
  field.lines.map((line, at) => {
    const height = beside?.height ?? field.height;
    const width = Math.min(field.right - field.x, line.length * height * 0.5);
    const y = (beside?.y ?? field.y) - at * height * 1.2;
    return { text: line, x: field.x, y, width, height, endsLine: at < field.lines.length - 1 };
  });

/** Runs to be put before and behind those of the page, by their places. */
interface Insertions {
  readonly before: Map<number, PdfRun[]>;
  readonly behind: Map<number, PdfRun[]>;
}

const addTo = (insertions: Map<number, PdfRun[]>, at: number, runs: readonly PdfRun[]): void => {
  const known = insertions.get(at);
  if (known === undefined) insertions.set(at, [...runs]);
  else known.push(...runs);
};

/** Puts a field beside its label, or else on a line of its own behind the line above it. */
const place = (placed: readonly Placed[], field: Shown, { before, behind }: Insertions): void => {
  const { left, right } = besideField(placed, field);
  const isBefore =
    right !== null && (left === null || (field.isBox && right.run.x - field.right < boxGapMax));
  if (isBefore) {
    addTo(before, right.at, runsOfField(field, right.run));
    return;
  }
  if (left !== null) {
    addTo(behind, left.at, runsOfField(field, left.run));
    return;
  }
  const above = firstNotAbove(placed, field.y) - 1;
  const runs = runsOfField(field, null).map((run) => ({ ...run, endsLine: true }));
  addTo(above < 0 ? before : behind, above < 0 ? 0 : (placed[above]?.at ?? 0), runs);
};

/** Returns a run with those behind it: the line that it ended ends behind them. */
const runWith = (run: PdfRun, behind: readonly PdfRun[]): PdfRun[] => {
  const [first] = behind;
  const isSameLine = first !== undefined && first.y === run.y;
  const all = [{ ...run, endsLine: run.endsLine && !isSameLine }, ...behind];
  const last = all.at(-1);
  return last === undefined
    ? []
    : [...all.slice(0, -1), { ...last, endsLine: last.endsLine || run.endsLine }];
};

/**
 * Puts what a viewer shows in fields and typed notes among the runs of their page: a value behind its label, a box
 * (`[x]`, `[ ]`) before it, anything else below the text above it. Hidden fields, passwords and buttons are left out.
 */
export const withFields = (runs: readonly PdfRun[], annotations: readonly PdfAnnotation[]): PdfRun[] => {
  const fields = annotations.flatMap((one) => shownIn(one) ?? []).toSorted((a, b) => b.y - a.y || a.x - b.x);
  if (fields.length === 0) return [...runs];
  const placed = runs
    .map((run, at) => ({ run, at }))
    .filter(({ run }) => run.text.trim() !== '')
    .toSorted((a, b) => b.run.y - a.run.y);
  const insertions: Insertions = { before: new Map(), behind: new Map() };
  for (const field of fields) place(placed, field, insertions);
  if (runs.length === 0) return [...(insertions.before.get(0) ?? [])];
  return runs.flatMap((run, at) => [
    ...(insertions.before.get(at) ?? []),
    ...runWith(run, insertions.behind.get(at) ?? []),
  ]);
};
