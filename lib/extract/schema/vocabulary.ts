import * as z from 'zod';
import table from './vocabulary.json' with { type: 'json' };
import { nameKey } from './words.ts';

/**
 * The kind of a concept's value, which decides how it is read.
 *
 * - `prose`: texts that sources word differently, such as titles: two that differ are no contradiction.
 * - `site`: the web address of a person or a firm, not of a product.
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

/** A property that people ask for under many names. */
export interface Concept {
  readonly kind: ConceptKind;
  /** Its first name. */
  readonly key: string;
  /** Keys (`nameKey`) of its names, in fields and in labels. */
  readonly names: ReadonlySet<string>;
  /** Its schema.org paths, from the thing described or from a part of it; the first with a value counts. */
  readonly paths: readonly (readonly string[])[];
  /** Names of `meta` elements that hold it. */
  readonly metas: readonly string[];
}

const rowSchema = z.strictObject({
  kind: z.enum(kinds),
  names: z.array(z.string()),
  /** Labels of it in pages of other languages, by the language's subtag. */
  labels: z.record(z.string(), z.array(z.string())).default({}),
  paths: z.array(z.string()).default([]),
  metas: z.array(z.string()).default([]),
  /** The source that defines the properties in the row; labels are those that pages of the language usually write. */
  source: z.url(),
});

/** All knowledge of matching beyond the names themselves, one concept a row. */
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

/** Returns the concepts that a key names: several if people use a word for several things. */
export const conceptsNamed = (key: string): readonly Concept[] => byName.get(key) ?? [];

/**
 * Words that change the meaning of the rest of a name: another price than the price, a text that has to be written, a
 * form that has to be converted. A field with such a word that its concept does not know stays open.
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
