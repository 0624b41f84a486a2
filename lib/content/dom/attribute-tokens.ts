import type { Token } from 'parse5';

/** Tags whose attributes the construction always reads. In drawings and formulas it reads those of every tag. */
export const askedTags: ReadonlySet<string> = new Set([
  'html',
  'body',
  'input',
  'svg',
  'math',
  'mglyph',
  'malignmark',
]);

/** Makes attributes in the form of parse5's tree construction from names and values in turn. */
export const attributesIn = (pairs: readonly string[]): Token.Attribute[] => {
  const found: Token.Attribute[] = [];
  for (let at = 0; at < pairs.length; at += 2)
    found.push({ name: pairs[at] ?? '', value: pairs[at + 1] ?? '' });
  return found;
};

/**
 * Passes names and values in turn through the tree construction unchanged. Use it for tags whose attributes the
 * construction does not read: an object for each attribute would be a tenth of all memory that reading a page
 * allocates.
 */
export const attributesUnseen = (pairs: readonly string[]): Token.Attribute[] =>
  pairs as readonly unknown[] as Token.Attribute[];

const isUnseen = (attributes: readonly unknown[]): attributes is readonly string[] =>
  typeof attributes[0] === 'string';

const noPairs: readonly string[] = Object.freeze([]);

/** Returns names and values in turn from attributes in either form. */
export const pairsIn = (attributes: readonly Token.Attribute[]): readonly string[] => {
  if (attributes.length === 0) return noPairs;
  if (isUnseen(attributes)) return attributes;
  const pairs: string[] = [];
  for (const { name, value, prefix } of attributes)
    pairs.push(prefix === undefined || prefix === '' ? name : `${prefix}:${name}`, value);
  return pairs;
};
