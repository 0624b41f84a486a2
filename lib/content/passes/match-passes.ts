import type { DomElement } from '../dom/dom.ts';
import type { Pass } from './pass.ts';

/** `articleRelated_posts` is made of `article`, `related`, `posts`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** A bit for each pass that asks for names, over all lists, so that an element's names are looked up once for all of them. */
const bits = new Map<Pass, number>();
const masks = new Map<string, number>();
/** Sites repeat their classes on every element and page; ids are many and seen once. */
const masksMax = 20_000;

/** Makes passes known by name. To be called once for each list, before any page is read. */
export const registerPasses = (passes: readonly Pass[]): void => {
  for (const pass of passes) {
    if ((pass.names !== undefined || pass.words !== undefined) && !bits.has(pass))
      bits.set(pass, 1 << bits.size);
  }
  masks.clear();
};

/** Bits of the passes that a class or an id matches. */
const maskOf = (name: string): number => {
  const known = masks.get(name);
  if (known !== undefined) return known;
  let mask = 0;
  const parts = wordsOf(name);
  for (const [{ names, words }, bit] of bits) {
    if (names?.test(name) === true || (words !== undefined && parts.some((part) => words.has(part))))
      mask |= bit;
  }
  if (masks.size >= masksMax) masks.clear();
  masks.set(name, mask);
  return mask;
};

const space = /\s+/;

/** Elements whose id says what they are. Of others, and of sections of a text, it says what they are about: `#comments`. */
const partNames = new Set(['div', 'aside', 'ul', 'header', 'footer', 'form', 'table', 'td']);
const sectionNames = /(?:^|\s)(?:section|sect\d?|chapter|level\d)(?:\s|$)/i;

const namesPart = ({ id, localName, className }: DomElement): boolean =>
  id !== '' && partNames.has(localName) && !sectionNames.test(className);

const namedMask = (element: DomElement): number => {
  if (element.passMask !== -1) return element.passMask;
  const { className } = element;
  let mask = namesPart(element) ? maskOf(element.id) : 0;
  if (className !== '' && !space.test(className)) mask |= maskOf(className);
  else for (const name of className.split(space)) if (name !== '') mask |= maskOf(name);
  element.passMask = mask;
  return mask;
};

/** Tells of an element which of the passes that are on is the first that matches it. Lists of passes are constants. */
export const makeMatcher = (
  passes: readonly Pass[],
  isOn: (pass: Pass) => boolean,
): ((element: DomElement) => Pass | undefined) => {
  const on = passes.map(isOn);
  const wanted = passes.map((pass) => bits.get(pass) ?? 0);
  return (element) => {
    const { pairs } = element;
    const named = pairs.length === 0 ? 0 : namedMask(element);
    const role = pairs.length === 0 ? null : (element.getAttribute('role')?.trim().toLowerCase() ?? null);
    for (let at = 0; at < passes.length; at += 1) {
      const pass = passes[at];
      if (pass === undefined || on[at] !== true) continue;
      const matches =
        (named & (wanted[at] ?? 0)) !== 0 ||
        pass.tags?.has(element.tag.name) === true ||
        (role !== null && pass.roles?.has(role) === true) ||
        pass.matches?.(element) === true;
      if (matches && pass.spares?.(element) !== true) return pass;
    }
    return undefined;
  };
};
