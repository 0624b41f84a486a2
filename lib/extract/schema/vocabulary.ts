import * as z from 'zod';
import table from './vocabulary.json' with { type: 'json' };
import { nameKey } from './words.ts';

/**
 * What the value of a concept is, and so how it is read.
 *
 * - `prose`: texts that sources word differently, such as titles: two that differ are no contradiction.
 * - `site`: where somebody is on the web: of a firm, not of a product.
 */
const kinds = [
  'text',
  'prose',
  'money',
  'number',
  'date',
  'duration',
  'availability',
  'url',
  'site',
  'image',
  'list',
] as const;
export type ConceptKind = (typeof kinds)[number];

/** A thing that people ask for under many names. */
export interface Concept {
  readonly kind: ConceptKind;
  /** Its first name. */
  readonly key: string;
  /** Keys (`nameKey`) of names that mean it, of fields as of labels. */
  readonly names: ReadonlySet<string>;
  /** Where schema.org has it, seen from the thing described or from a part of it; the first that has a value counts. */
  readonly paths: readonly (readonly string[])[];
  /** Names of `meta` elements that hold it. */
  readonly metas: readonly string[];
}

const rowSchema = z.strictObject({
  kind: z.enum(kinds),
  names: z.array(z.string()),
  /** Words by which pages of other languages label it, by the language's subtag. */
  labels: z.record(z.string(), z.array(z.string())).default({}),
  paths: z.array(z.string()).default([]),
  metas: z.array(z.string()).default([]),
  /** Where what the row says of properties is defined; labels are those that pages of the language usually write. */
  source: z.url(),
});

/** Everything that matching knows beyond the names themselves, a concept a row. */
const { rows } = z.object({ rows: z.array(rowSchema) }).parse(table);

export const concepts: readonly Concept[] = rows.map(({ kind, names, labels, paths, metas }) => ({
  kind,
  key: nameKey(names[0] ?? ''),
  names: new Set([...names, ...Object.values(labels).flat()].map(nameKey)),
  paths: paths.map((path) => path.split('.')),
  metas,
}));

const byName = new Map<string, Concept[]>();
for (const concept of concepts) {
  for (const name of concept.names) byName.set(name, [...(byName.get(name) ?? []), concept]);
}

/** Concepts that a key names: more than one where people use a word for several things. */
export const conceptsNamed = (key: string): readonly Concept[] => byName.get(key) ?? [];

/**
 * Words that make a name mean something else than the rest of it: another price than the price, a text that has to be
 * made, a
 * form that has to be converted. A field that has one, which its concept does not know, stays open.
 */
export const qualifiers: ReadonlySet<string> = new Set(
  (
    'shipping delivery postage discount discounted old original previous former regular strikethrough per ' +
'monthly yearly annual weekly ' +
    'tax vat excluding including net gross minimum maximum min max lowest highest cheapest first second ' +
'third last next latest ' +
    'other another related similar competitor alternative average median total sum number count ' +
'difference percent percentage ratio ' +
    'summary summarize summarise summarised summarized sentence translate translated translation convert ' +
'converted sentiment tone slug lowercase uppercase ' +
    'initial abbreviation abbreviated symbol estimated inferred inference guess predict classify ' +
'classification categorize without except only ' +
    'reviewer commenter editor photographer illustrator translator owner ceo cfo cto billing support ' +
'sales press media ' +
    'reason why how opinion pro con advantage disadvantage comparison compare trend history secondary ' +
'refurbished used deposit fee ' +
    'english german french spanish italian chinese japanese russian portuguese nickname alias surname ' +
'firstname lastname middle maiden'
  )
    .split(/\s+/)
    .map((word) => nameKey(word)),
);
