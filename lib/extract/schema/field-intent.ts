import type { Field } from './field.ts';
import { conceptsNamed, qualifiers, type Concept } from './vocabulary.ts';
import { entityTypeWords, type EntityType } from './entity-type.ts';
import { unitsAsked, withoutUnit } from './unit.ts';
import { nameKey, splitWords } from './words.ts';

/** One meaning that a field may have. */
export interface Sense {
  /** The key to compare with those of properties and labels. */
  readonly key: string;
  readonly concepts: readonly Concept[];
  /** The kind of thing that its name says it belongs to (`product_name`). */
  readonly entityType: EntityType | null;
  /** How sure that is, from 0 to 1. */
  readonly factor: number;
}

/** The intent of a field. */
export interface FieldIntent {
  readonly senses: readonly Sense[];
  /** Words of its name and description. */
  readonly words: ReadonlySet<string>;
  /** Units in which it is wanted, by their signs. */
  readonly units: ReadonlySet<string>;
}

/** Words that change nothing before or behind a name. */
const neutral = new Set(
  'the a an of current main full primary official value item page text this it listed displayed exact is has be'.split(
    ' ',
  ),
);

const byName = 1;
const byShortName = 0.97;
const byDescription = 0.8;
/** Below any threshold: a qualified name may mean anything. */
const qualified = 0.4;

const isKnown = (key: string): boolean => conceptsNamed(key).length > 0;

/** Returns the head of a description: `Price of the product, in euros` is `price`. */
const headOf = (description: string): string =>
  splitWords(description.split(/[,.;:(]|\b(?:of|for|in|on|at|from|as|that|which|by|to|with)\b/i)[0] ?? '')
    .filter((word) => !neutral.has(word))
    .join(' ');

interface Shortened {
  readonly key: string;
  readonly entityType: EntityType | null;
}

/**
 * Returns a name without its kind of thing and without neutral words: `currentProductPrice` is `price`, of a product.
 */
const shortened = (words: readonly string[]): Shortened[] => {
  const plain = withoutUnit(words).filter((word) => !neutral.has(word));
  const [first = ''] = plain;
  const entityType = plain.length > 1 ? (entityTypeWords.get(first) ?? null) : null;
  const bare = entityType === null ? plain : plain.slice(1);
  const keys = [plain, bare, bare.at(-1) === 'name' && bare.length > 1 ? bare.slice(0, -1) : bare];
  return [...new Set(keys.map((key) => key.join(' ')))]
    .filter((key) => key !== '')
    .map((key) => ({ key, entityType: plain.join(' ') === key ? null : entityType }));
};

const isQualified = (sense: Omit<Sense, 'factor'>, words: Iterable<string>): boolean => {
  const known = new Set(
    [sense.key, ...sense.concepts.flatMap(({ names }) => [...names])].flatMap((key) => key.split(' ')),
  );
  for (const word of words) if (qualifiers.has(word) && !known.has(word)) return true;
  return false;
};

/** Negations and demands, which change the meaning of a description that otherwise repeats the name. */
const demand =
  /\b(?:not|no|instead|rather than|do not|don't|before|after|ignore|must|should be|rewrite|shorten|maximum of|up to \d+|as an? (?:sentence|list|number of))\b/i;

const read = ({ name, description }: Pick<Field, 'name' | 'description'>): FieldIntent => {
  const nameWords = splitWords(name);
  const described = splitWords(description);
  const words = new Set([...nameWords, ...described]);
  const whole = nameKey(name);
  const senses: Omit<Sense, 'factor'>[] = [{ key: whole, concepts: conceptsNamed(whole), entityType: null }];
  for (const { key, entityType } of shortened(nameWords)) {
    if (key === whole || senses.some((sense) => sense.key === key)) continue;
    senses.push({ key, concepts: conceptsNamed(key), entityType });
  }
  const head = headOf(description);
  const isNamed = senses.some(({ key }) => isKnown(key));
  const all = senses.map((sense, at) => ({ ...sense, factor: at === 0 ? byName : byShortName }));
  if (!isNamed && isKnown(head)) {
    all.push({ key: head, concepts: conceptsNamed(head), entityType: null, factor: byDescription });
  }
  return {
    senses: all.map((sense) =>
      isQualified(sense, words) || demand.test(description) ? { ...sense, factor: qualified } : sense,
    ),
    words,
    units: unitsAsked(name, description),
  };
};

const meanings = new WeakMap<object, FieldIntent>();

/** Returns what a field means, by its name or, if that says nothing, by its description, without looking at a page. */
export const readFieldIntent = (field: Pick<Field, 'name' | 'description'>): FieldIntent => {
  const known = meanings.get(field);
  if (known !== undefined) return known;
  const intent = read(field);
  meanings.set(field, intent);
  return intent;
};
