import type { Evidence } from '../candidates/candidate.ts';
import { readFieldIntent } from '../schema/field-intent.ts';
import { isJsonList, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { readTruth } from '../schema/truth-in-text.ts';
import { splitWords } from '../schema/words.ts';
import { findText, type GroundIndex } from './ground-index.ts';

/** Words that do not name a subject. */
const idle: ReadonlySet<string> = new Set(
  (
    'is are was has have had can could may must should will does do did the a an and or of for in on at to by with ' +
    'from it its this that these those there here which what who whether if not no yes true false page site website ' +
    'text value field flag boolean item thing kind type category status given named mentioned listed shown answer ' +
    'one any all some other content about'
  ).split(' '),
);

const wordsOfPages = new WeakMap<GroundIndex, ReadonlySet<string>>();

/** Returns the words of a page, read once. */
const wordsOf = (index: GroundIndex): ReadonlySet<string> => {
  const known = wordsOfPages.get(index);
  if (known !== undefined) return known;
  const words = new Set(splitWords(index.joined));
  wordsOfPages.set(index, words);
  return words;
};

const telling = (text: string): string[] => splitWords(text).filter((word) => !idle.has(word));

/**
 * Returns the words by which a page would mention a field: its own, those of the values it chooses from, and its other
 * names.
 */
export const subjectWords = (name: string, schema: JsonSchema): string[] => {
  const description = typeof schema['description'] === 'string' ? schema['description'] : '';
  const values = isJsonList(schema['enum']) ? schema['enum'] : [];
  const { senses } = readFieldIntent({ name, description });
  const names = senses.flatMap(({ concepts }) => concepts.flatMap((concept) => [...concept.names]));
  return [...values, name, description, ...names].flatMap((text) =>
    typeof text === 'string' ? telling(text) : [],
  );
};

const isAvailability = (name: string): boolean =>
  readFieldIntent({ name, description: '' }).senses.some(({ concepts }) =>
    concepts.some(({ kind }) => kind === 'availability'),
  );

/** Returns a line of a page that says expressly whether the product is available. */
const findAvailability = (index: GroundIndex): Evidence | null => {
  for (const { original } of index.parts) {
    const line = original.split('\n').find((text) => text.length < 60 && readTruth(text) !== null);
    if (line !== undefined) return findText(index, line);
  }
  return null;
};

/**
 * Returns the place where a page mentions the subject of a yes or no, or of a choice among given values; null if it
 * does not, and then any answer is made up. No page spells such a value out, so the least to ask is that it mentions
 * the subject.
 */
export const findSubject = (
  index: GroundIndex,
  { name, schema }: { readonly name: string; readonly schema: JsonSchema },
  value: Json,
): Evidence | null => {
  const words = wordsOf(index);
  const own = typeof value === 'string' ? telling(value) : [];
  for (const word of [...own, ...subjectWords(name, schema)]) {
    if (words.has(word)) return findText(index, word) ?? findText(index, `${word}s`) ?? nowhereIn(index);
    // Scripts that write words without spaces between them.
    const isWithin = /\p{Lo}/u.test(word) && [...words].some((longer) => longer.includes(word));
    if (isWithin) return findText(index, word) ?? nowhereIn(index);
  }
  return isAvailability(name) ? findAvailability(index) : null;
};

/** Says whether a page mentions a field; also true if the field's names are too vague to look for. */
export const mentionsField = (
  index: GroundIndex,
  part: { readonly name: string; readonly schema: JsonSchema },
): boolean => subjectWords(part.name, part.schema).length === 0 || findSubject(index, part, null) !== null;

const nowhereIn = ({ url }: GroundIndex): Evidence => ({ url, kind: 'model', where: null, quote: null });
