import { isAlias, isCollection, isMap, isPair, isScalar, type Document, type YAMLMap } from 'yaml';
import { sourceLimits } from '../../limits/source-limits.ts';
import { nestingMax } from '../../request/nesting.ts';

/** Why a document is too much to read, and its offset in the text. */
export interface Hazard {
  readonly offset: number;
  readonly message: string;
}

const offsetIn = (node: unknown): number =>
  (node as { range?: readonly number[] | null } | null)?.range?.[0] ?? 0;

export const tooDeep = `expected at most ${nestingMax} levels, found more`;

/**
 * Returns the first key that a map has twice. The parser compares each key with all before it: minutes for a map of a
 * megabyte.
 */
const findRepeatedKey = (map: YAMLMap): unknown => {
  const seen = new Set<unknown>();
  return map.items.find(({ key }) => {
    if (!isScalar(key)) return false;
    const isRepeated = seen.has(key.value);
    seen.add(key.value);
    return isRepeated;
  })?.key;
};

/**
 * Finds structures that would grow without end when a document becomes a value: aliases of aliases, an alias within its
 * own anchor, and too many levels; and a key that stands twice. Each alias counts as many values as its anchor has.
 * Returns null if there are none.
 */
export const findHazard = (document: Document): Hazard | null => {
  /** Number of values in an anchor; null while the walk is within it. */
  const weights = new Map<string, number | null>();
  let aliased = 0;
  let hazard: Hazard | null = null;

  const found = (node: unknown, message: string): number => {
    hazard ??= { offset: offsetIn(node), message };
    return 0;
  };

  const weighAlias = (node: { readonly source: string }): number => {
    const weight = weights.get(node.source);
    if (weight === null) return found(node, `expected no alias of what it stands in, found *${node.source}`);
    aliased += weight ?? 0;
    if (aliased > sourceLimits.aliasedValuesMax)
      return found(node, `expected aliases of at most ${sourceLimits.aliasedValuesMax} values, found more`);
    return weight ?? 0;
  };

  const weigh = (node: unknown, depth: number): number => {
    if (hazard !== null) return 0;
    if (depth > nestingMax) return found(node, tooDeep);
    if (isPair(node)) return weigh(node.key, depth) + weigh(node.value, depth);
    if (isAlias(node)) return weighAlias(node);
    const repeated = isMap(node) ? findRepeatedKey(node) : undefined;
    if (repeated !== undefined) return found(repeated, 'Map keys must be unique');
    const anchor = (node as { anchor?: string } | null)?.anchor;
    if (anchor !== undefined) weights.set(anchor, null);
    let weight = 1;
    if (isCollection(node)) for (const item of node.items) weight += weigh(item, depth + 1);
    if (anchor !== undefined) weights.set(anchor, weight);
    return weight;
  };

  weigh(document.contents, 0);
  return hazard;
};
