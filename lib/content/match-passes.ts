import type { DomElement } from './dom.ts';
import type { Pass } from './pass.ts';

type ByName = (names: string) => readonly boolean[];

/** `articleRelated_posts` is made of `article`, `related`, `posts`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

const isNamed = ({ names, words }: Pass, tokens: readonly string[], parts: readonly string[]): boolean =>
  (names !== undefined && tokens.some((token) => names.test(token))) ||
  (words !== undefined && parts.some((part) => words.has(part)));

const rememberedMax = 5_000;

/** Which passes match a class and an id, remembered, because sites repeat them on every element and page. */
const byNameOf = (passes: readonly Pass[]): ByName => {
  const known = new Map<string, readonly boolean[]>();
  return (names) => {
    const before = known.get(names);
    if (before !== undefined) return before;
    const tokens = names.trim().split(/\s+/);
    const parts = tokens.flatMap(wordsOf);
    const found = passes.map((pass) => isNamed(pass, tokens, parts));
    if (known.size < rememberedMax) known.set(names, found);
    return found;
  };
};

const remembered = new WeakMap<readonly Pass[], ByName>();
const noMatches: readonly boolean[] = [];

/** Tells of an element which of the passes is the first that matches it. */
export const matcherOf = (passes: readonly Pass[]): ((element: DomElement) => Pass | undefined) => {
  const byName = remembered.get(passes) ?? byNameOf(passes);
  remembered.set(passes, byName);
  return (element) => {
    const { className, id, pairs } = element;
    const named = className === '' && id === '' ? noMatches : byName(`${className} ${id}`);
    const role = pairs.length === 0 ? null : (element.getAttribute('role')?.trim().toLowerCase() ?? null);
    return passes.find(
      (pass, at) =>
        (pass.tags?.has(element.tag.name) === true ||
          named[at] === true ||
          (role !== null && pass.roles?.has(role) === true) ||
          pass.matches?.(element) === true) &&
        pass.spares?.(element) !== true,
    );
  };
};
