import type { Token } from 'parse5';

/** Attributes as parse5's tree construction has them, from names and values in turn. */
export const attributesIn = (pairs: readonly string[]): Token.Attribute[] => {
  const found: Token.Attribute[] = [];
  for (let at = 0; at < pairs.length; at += 2)
    found.push({ name: pairs[at] ?? '', value: pairs[at + 1] ?? '' });
  return found;
};

/**
 * Names and values in turn, handed through the construction to the tree as they are. To be given for tags of whose
 * attributes the construction does not ask: an object for each of them would be a tenth of all that reading a page
 * allocates.
 */
export const attributesUnseen = (pairs: readonly string[]): Token.Attribute[] =>
  pairs as readonly unknown[] as Token.Attribute[];

const isUnseen = (attributes: readonly unknown[]): attributes is readonly string[] =>
  typeof attributes[0] === 'string';

const noPairs: readonly string[] = Object.freeze([]);

/** Names and values in turn, of attributes in either form. */
export const pairsIn = (attributes: readonly Token.Attribute[]): readonly string[] => {
  if (attributes.length === 0) return noPairs;
  if (isUnseen(attributes)) return attributes;
  const pairs: string[] = [];
  for (const { name, value, prefix } of attributes)
    pairs.push(prefix === undefined || prefix === '' ? name : `${prefix}:${name}`, value);
  return pairs;
};
