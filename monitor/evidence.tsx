import { useId, useRef, type ReactNode } from 'react';
import { DataTable, type Column } from './data-table.tsx';
import type { FieldEvidence } from './evidence-in.ts';

/** Most words of a quote that are looked for: a long one is found by its beginning. */
const wordsMax = 40;

/** A range of a text, from one index to before another, and the fields that quote it. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly fields: readonly string[];
}

/**
 * Returns the range of a quote in Markdown: its words in order, whatever signs are between them. Words are letters and
 * digits, so the text between never takes a part of one, and the search is linear in the length of the text.
 */
const findQuote = (text: string, quote: string): { readonly from: number; readonly to: number } | null => {
  const words = (quote.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, wordsMax);
  if (words.length === 0) return null;
  const found = new RegExp(words.join('[^\\p{L}\\p{N}]{0,40}'), 'iu').exec(text);
  return found === null ? null : { from: found.index, to: found.index + found[0].length };
};

/** Returns the ranges of a text that fields quote, in order; overlapping ones are merged. */
export const findStretches = (
  text: string,
  evidence: Readonly<Record<string, Pick<FieldEvidence, 'quote'>>>,
): readonly Stretch[] => {
  const found = Object.entries(evidence)
    .flatMap(([field, { quote }]) => {
      const place = quote === null ? null : findQuote(text, quote);
      return place === null ? [] : [{ ...place, fields: [field] }];
    })
    .toSorted((a, b) => a.from - b.from);
  const stretches: Stretch[] = [];
  for (const next of found) {
    const last = stretches.at(-1);
    if (last === undefined || next.from >= last.to) stretches.push(next);
    else
      stretches[stretches.length - 1] = {
        from: last.from,
        to: Math.max(last.to, next.to),
        fields: [...last.fields, ...next.fields],
      };
  }
  return stretches;
};

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (within, name) =>
        typeof within === 'object' && within !== null ? (within as Record<string, unknown>)[name] : undefined,
      value,
    );

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '–' : JSON.stringify(value);

/** The text, with the ranges that fields quote marked and named. */
const Marked = ({
  text,
  stretches,
  idOf,
}: {
  readonly text: string;
  readonly stretches: readonly Stretch[];
  readonly idOf: (field: string) => string;
}): ReactNode => (
  <pre className="document" tabIndex={0} role="region" aria-label="The page, with its evidence marked">
    {stretches.map(({ from, to, fields }, index) => (
      <span key={from}>
        {text.slice(stretches[index - 1]?.to ?? 0, from)}
        <mark id={idOf(fields[0] ?? '')} title={fields.join(', ')} tabIndex={-1}>
          {text.slice(from, to)}
        </mark>
      </span>
    ))}
    {text.slice(stretches.at(-1)?.to ?? 0)}
  </pre>
);

type Row = FieldEvidence & { readonly field: string };

/** What was extracted, field by field, and the place of each value in the page. */
export const EvidenceView = ({
  value,
  markdown,
  evidence,
}: {
  readonly value: unknown;
  readonly markdown: string;
  readonly evidence: Readonly<Record<string, FieldEvidence>>;
}): ReactNode => {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const stretches = findStretches(markdown, evidence);
  const markOf = (field: string): Stretch | undefined =>
    stretches.find(({ fields }) => fields.includes(field));
  const idOf = (field: string): string => `${id}-${field}`;
  const columns: readonly Column<Row>[] = [
    {
      head: 'Field',
      cell: ({ field }) => {
        const first = markOf(field)?.fields[0];
        return first === undefined ? (
          field
        ) : (
          <button
            className="link"
            onClick={() => {
              const mark = box.current?.querySelector<HTMLElement>(`#${CSS.escape(idOf(first))}`);
              mark?.scrollIntoView({ block: 'center' });
              mark?.focus({ preventScroll: true });
            }}
          >
            {field}
          </button>
        );
      },
    },
    { head: 'Value', isUrl: true, cell: ({ field }) => shown(valueAt(value, field)) },
    {
      head: 'Confidence',
      isNumber: true,
      cell: ({ confidence }) => (confidence === null ? '–' : confidence.toFixed(2)),
    },
    { head: 'In the page', cell: ({ grounded }) => String(grounded ?? 'not looked for') },
    { head: 'By', cell: ({ source, where }) => (where === null ? source : `${source}: ${where}`) },
    { head: 'Quote', isUrl: true, cell: ({ quote }) => quote ?? '' },
  ];
  const rows = Object.entries(evidence).map(([field, its]) => ({ ...its, field }));
  return (
    <div ref={box}>
      <DataTable label="Evidence" columns={columns} rows={rows} keyOf={({ field }) => field} />
      {markdown !== '' && <Marked text={markdown} stretches={stretches} idOf={idOf} />}
    </div>
  );
};
