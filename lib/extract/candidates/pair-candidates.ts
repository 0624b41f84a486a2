import { minimum } from './minimum.ts';
import { splitAtCommas } from './split-at-commas.ts';
import { coerced, type Coercion, type Coerced } from '../schema/coerce.ts';
import { isList, type Field } from '../schema/field.ts';
import { canonicalJson, type Json } from '../schema/json.ts';
import type { LabelledPair } from '../../content/labelled-pair.ts';
import { readFieldIntent, type FieldIntent, type Sense } from '../schema/field-intent.ts';
import { trustIn, type SourceCandidate } from './source-candidate.ts';
import { cleanValueText } from './structured-path.ts';
import type { Concept, ConceptKind } from '../schema/vocabulary.ts';
import { unitsAsked, unitSign } from '../schema/unit.ts';
import { splitWords } from '../schema/words.ts';

/** Words of labels that say how a value is meant, not whose it is. */
const loose = new Set(['total', 'the', 'of', 'our', 'your', 'no', 'nr']);

/**
 * Returns the keys of a label: the label itself, and the label without years and words that change nothing (`Population
 * (2020 census)`).
 */
const keysOf = (label: string): { readonly key: string; readonly factor: number }[] => {
  const whole = splitWords(label).join(' ');
  const bare = splitWords(label.replace(/\([^)]*\)|\[[^\]]*\]/g, ' '))
    .filter((word) => !loose.has(word))
    .join(' ');
  return bare === whole || bare === ''
    ? [{ key: whole, factor: 1 }]
    : [
        { key: whole, factor: 1 },
        { key: bare, factor: 0.88 },
      ];
};

interface LabelMatch {
  readonly factor: number;
  readonly kind: ConceptKind;
}

/** Returns how well a label fits a sense, once for each kind of value that the sense may have. */
const matchesOf = (key: string, sense: Sense): readonly LabelMatch[] => {
  // `USt-ID` and `ust_id` are the same: spellings mark the ends of words in different ways.
  const isSame = key === sense.key || key.replaceAll(' ', '') === sense.key.replaceAll(' ', '');
  const named = isSame ? sense.concepts : sense.concepts.filter(({ names }: Concept) => names.has(key));
  const factor = isSame ? 1 : 0.93;
  const matches = [...new Set(named.map(({ kind }) => kind))].map((kind) => ({ factor, kind }));
  return matches.length === 0 && isSame ? [{ factor, kind: 'text' }] : matches;
};

/** Parts of a name that stand behind a comma. */
const legalForm =
  /^(?:inc|incorporated|ltd|limited|llc|llp|corp|co|plc|gmbh|ag|kg|s\.?a\.?|s\.?r\.?l|b\.?v|pty|jr|sr|ph\.?d|m\.?d)\.?$/i;
/** Things whose names have commas. */
const withCommas = new Set(
  'address addresses location locations place places city cities company companies office offices'.split(' '),
);

/** Says whether items of a list may have commas of their own, so that nobody knows where one ends. */
const mayHaveCommas = (texts: readonly string[], { words }: Pick<Coercion, 'words'>): boolean =>
  texts.some((text) => legalForm.test(text)) || [...words].some((word) => withCommas.has(word));

/** A mark or line between the items of a list, beside which commas are their own. */
const strongMark = /[;\n]/;

const listed = (value: string): string[] => {
  const parts = strongMark.test(value)
    ? value.split(strongMark)
    : value.split(/\s+[·•|]\s+/).flatMap(splitAtCommas);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
};

const textsOf = (pair: LabelledPair, kind: ConceptKind, field: Field): string[] => {
  if (pair.cells !== undefined) return isList(field) ? pair.cells.filter((text) => text !== '') : [];
  if (['url', 'site', 'image'].includes(kind) || field.schema['format'] === 'uri')
    return pair.urls.length === 1 ? [...pair.urls] : [];
  if (kind === 'date' && pair.date !== undefined) return [pair.date];
  const text = cleanValueText(pair.value);
  if (text === null) return [];
  return isList(field) ? listed(text) : [text];
};

/** Says whether a text is the value as a whole, without further words such as a remark. */
const isWhole = (text: string, kind: ConceptKind): boolean =>
  kind !== 'text' ||
  (text.length <= 120 &&
    !/;\s|(?<!(?:^|[\s.])(?:\p{Lu}\p{Ll}{0,4}|\p{L}|\d{1,2}))[.!?]\s+\p{Lu}/u.test(text));

/** Returns a number with the unit that its label gives in brackets: `Weight (g)`. */
const withUnit = (text: string, label: string): string => {
  const unit = /[([]\s*(\p{L}{1,12}[²³]?)\s*[)\]]\s*$/u.exec(label)?.[1];
  const isUnit = unit !== undefined && unitsAsked(label, '').has(unitSign(unit));
  return isUnit && /^\d+(?:[.,]\d+)*$/.test(text) ? `${text} ${unit}` : text;
};

const valueOf = (pair: LabelledPair, field: Field, kind: ConceptKind, coercion: Coercion): Coerced | null => {
  const texts = textsOf(pair, kind, field);
  if (
    isList(field) &&
    texts.length > 1 &&
    pair.cells === undefined &&
    !strongMark.test(pair.value) &&
    mayHaveCommas(texts, coercion)
  )
    return null;
  const units = [...unitsAsked(pair.label, '')];
  const isText = field.type === 'string' && field.schema['enum'] === undefined;
  const values = texts.map((text) =>
    isList(field) || isWhole(text, kind)
      ? coerced(field, { text: isText ? withUnit(text, pair.label) : text, kind, units }, coercion)
      : null,
  );
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length) return null;
  // The last item of a list may be two (`red, black and white`) or one (`Research and Development`).
  if (isList(field) && /\s(?:and|und|et|y|e|&)\s/i.test(texts.at(-1) ?? '')) return null;
  const factor = minimum(known.map((value) => value.factor));
  if (!isList(field)) return known[0] ?? null;
  // A single part may be one value or a list in words.
  return {
    value: known.map(({ value }) => value),
    factor: known.length === 1 ? 0.85 * factor : 0.95 * factor,
  };
};

interface PairCandidate {
  /** How well the label fits, from 0 to 1. */
  readonly label: number;
  /** Null if the label fits but its value cannot be read. */
  readonly candidate: SourceCandidate | null;
}

const candidateFor = (
  pair: LabelledPair,
  field: Field,
  intent: FieldIntent,
  coercion: Omit<Coercion, 'words' | 'units'>,
): PairCandidate | null => {
  for (const sense of intent.senses) {
    for (const { key, factor } of keysOf(pair.label)) {
      const matches = matchesOf(key, sense);
      if (matches.length === 0) continue;
      const read = matches.map((match) => ({
        match,
        value: valueOf(pair, field, match.kind, { ...coercion, words: intent.words, units: intent.units }),
      }));
      const { match, value } = read.find((one) => one.value !== null) ?? { match: matches[0], value: null };
      if (match === undefined) continue;
      const ofOther = sense.entityType === null ? 1 : 0.92;
      const label = trustIn[pair.kind] * factor * match.factor * sense.factor * ofOther;
      if (value === null) return { label, candidate: null };
      const candidate = {
        value: value.value,
        confidence: label * value.factor,
        kind: pair.kind,
        conceptKind: match.kind,
        where: pair.where,
        quote: `${pair.label}: ${pair.value}`,
      };
      return { label, candidate };
    }
  }
  return null;
};

/** How sure it is that the only table with the wanted columns is the wanted list. */
const recordsFactor = 0.85;

/** Makes objects from the rows of the one table that has a column for each member. */
const recordCandidates = (
  pairs: readonly LabelledPair[],
  field: Field,
  { words }: FieldIntent,
  coercion: Omit<Coercion, 'words' | 'units'>,
): SourceCandidate[] => {
  const tables = new Map<string, LabelledPair[]>();
  for (const pair of pairs)
    if (pair.cells !== undefined && !pair.where.startsWith('markdown'))
      tables.set(pair.where, [...(tables.get(pair.where) ?? []), pair]);
  const found = [...tables].flatMap(([where, columns]) => {
    const members = field.fields.map((member) => columnFor(columns, member, { ...coercion, words }));
    const known = members.filter((member) => member !== null);
    const count = columns[0]?.cells?.length ?? 0;
    if (known.length === 0 || known.length < members.length) return [];
    const value = Array.from({ length: count }, (_, at) =>
      Object.fromEntries(known.map(({ name, values }) => [name, values[at] ?? null])),
    );
    return [{ value, where }];
  });
  const [only] = found;
  if (only === undefined || found.length > 1) return [];
  const confidence = trustIn['key-value'] * recordsFactor;
  return [{ ...only, confidence, kind: 'key-value', conceptKind: 'list', quote: null }];
};

/** Returns a column's cells as values of a member; null if no column fits, or a cell cannot be read. */
const columnFor = (
  columns: readonly LabelledPair[],
  member: Field,
  coercion: Omit<Coercion, 'units'>,
): { readonly name: string; readonly values: readonly Json[] } | null => {
  const intent = readFieldIntent(member);
  const offered = columns.flatMap((column) => {
    const matches = keysOf(column.label).flatMap(({ key }) =>
      intent.senses.flatMap((sense) => matchesOf(key, sense)),
    );
    const [match] = matches;
    if (match === undefined || column.cells === undefined) return [];
    const values = column.cells.map((text) =>
      text === ''
        ? null
        : (coerced(member, { text, kind: match.kind }, { ...coercion, units: intent.units })?.value ??
          undefined),
    );
    return values.includes(undefined) ? [] : [values as readonly Json[]];
  });
  const [values] = offered;
  return values === undefined || offered.length > 1 ? null : { name: member.name, values };
};

/**
 * Returns a field's candidates from labels that are its name or another name for the same. If labels with one name say
 * different things, or a value cannot be read, returns none, because it is not clear which of them is meant.
 */
export const pairCandidates = (
  pairs: readonly LabelledPair[],
  field: Field,
  intent: FieldIntent,
  coercion: Omit<Coercion, 'words' | 'units'>,
): SourceCandidate[] => {
  if (field.type === 'list[object]') return recordCandidates(pairs, field, intent, coercion);
  if (field.type === 'object' || field.type === 'any' || field.type === 'list[any]') return [];
  const found = pairs
    .filter(({ cells }) => cells === undefined || isList(field))
    .map((pair) => candidateFor(pair, field, intent, coercion))
    .filter((one) => one !== null);
  const most = found.reduce((most, { label }) => Math.max(most, label), 0);
  const likely = found.filter(({ label }) => label >= 0.95 * most).map(({ candidate }) => candidate);
  const candidates = likely.filter((candidate) => candidate !== null);
  const isClear =
    candidates.length === likely.length &&
    new Set(candidates.map(({ value }) => canonicalJson(value))).size === 1;
  return isClear ? candidates : [];
};
