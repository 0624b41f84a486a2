import { askClasses, classMatches, detached } from '../dom/class-names.ts';
import type { DomElement } from '../dom/dom.ts';
import type { Pass } from './pass.ts';
import { isWordInText } from './words-in-text.ts';

/** Splits a name into words: `articleRelated_posts` is made of `article`, `related`, `posts`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/**
 * A bit for each pass that asks for names, over all lists, so that an element's names are looked up once for all
 * passes.
 */
const bits = new Map<Pass, number>();
const masks = new Map<string, number>();
/** Sites repeat their names on every page. */
const masksMax = 20_000;
/** A longer name is not kept, since no two elements share it. */
const keptCharactersMax = 100;

/** Registers the names that passes ask for. Call it once for each list, before any page is read. */
export const registerPasses = (passes: readonly Pass[]): void => {
  for (const pass of passes) {
    if ((pass.names !== undefined || pass.words !== undefined) && !bits.has(pass))
      bits.set(pass, 1 << bits.size);
  }
  masks.clear();
};

/** Returns the bits of the passes that a class or an id matches. */
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
  if (name.length <= keptCharactersMax) masks.set(detached(name), mask);
  return mask;
};

const classMask = askClasses(({ toldList }) => toldList.reduce((mask, name) => mask | maskOf(name), 0));

/**
 * Elements whose id says what they are. The id of another element, or of a section of a text, says what it is about:
 * `#comments`.
 */
const partNames = new Set(['div', 'aside', 'ul', 'header', 'footer', 'form', 'table', 'td']);
const isSection = classMatches(/(?:^|\s)(?:section|sect\d?|chapter|level\d)(?:\s|$)/i);

const namesPart = (element: DomElement): boolean =>
  element.id !== '' && partNames.has(element.localName) && !isSection(element);

/** The name of a custom element says what it is as a class does: `cart-drawer`. */
const namedMask = (element: DomElement): number => {
  if (element.passMask === -1)
    element.passMask =
      classMask(element) |
      (namesPart(element) ? maskOf(element.id) : 0) |
      (element.localName.includes('-') ? maskOf(element.localName) : 0);
  return element.passMask;
};

/** A list of passes by what they ask of an element; each pass has a bit by its place in the list. */
interface Asked {
  readonly tags: ReadonlyMap<string, number>;
  readonly roles: ReadonlyMap<string, number>;
  readonly named: readonly (readonly [name: number, place: number])[];
  /** Passes with a question of their own (`matches`). */
  readonly questions: number;
  /** Passes whose names mean a part of the page, and no words of a sentence. */
  readonly parts: number;
}

const places = (
  passes: readonly Pass[],
  names: (pass: Pass) => ReadonlySet<string> | undefined,
): Map<string, number> => {
  const found = new Map<string, number>();
  for (const [at, pass] of passes.entries())
    for (const name of names(pass) ?? []) found.set(name, (found.get(name) ?? 0) | (1 << at));
  return found;
};

/** Lists of passes are constants, so this is computed once for each. */
const askedBy = new WeakMap<readonly Pass[], Asked>();

const askedOf = (passes: readonly Pass[]): Asked => {
  const known = askedBy.get(passes);
  if (known !== undefined) return known;
  const asked: Asked = {
    tags: places(passes, ({ tags }) => tags),
    roles: places(passes, ({ roles }) => roles),
    named: passes.flatMap((pass, at) => {
      const name = bits.get(pass);
      return name === undefined ? [] : [[name, 1 << at] as const];
    }),
    questions: passes.reduce((mask, { matches }, at) => mask | (matches === undefined ? 0 : 1 << at), 0),
    parts: passes.reduce((mask, { reachesWords }, at) => mask | (reachesWords === true ? 0 : 1 << at), 0),
  };
  askedBy.set(passes, asked);
  return asked;
};

/**
 * Makes a function that returns the first pass, among those that are on, that matches an element. Lists of passes must
 * be constants.
 */
export const makeMatcher = (
  passes: readonly Pass[],
  isOn: (pass: Pass) => boolean,
): ((element: DomElement) => Pass | undefined) => {
  const { tags, roles, named, questions, parts } = askedOf(passes);
  const on = passes.reduce((mask, pass, at) => mask | (isOn(pass) ? 1 << at : 0), 0);
  /** The passes that ask for one of an element's names. */
  const namedIn = (element: DomElement): number => {
    const names = namedMask(element);
    if (names === 0) return 0;
    const found = named.reduce((mask, [name, place]) => ((names & name) === 0 ? mask : mask | place), 0);
    return (found & parts) !== 0 && isWordInText(element) ? found & ~parts : found;
  };
  const sureOf = (element: DomElement): number => {
    const sure = tags.get(element.tag.name) ?? 0;
    if (element.pairs.length === 0) return sure;
    const role = element.getAttribute('role');
    return sure | namedIn(element) | (role === null ? 0 : (roles.get(role.trim().toLowerCase()) ?? 0));
  };
  return (element) => {
    const sure = sureOf(element);
    let left = (sure | questions) & on;
    while (left !== 0) {
      const place = left & -left;
      left ^= place;
      const pass = passes[31 - Math.clz32(place)];
      if (pass === undefined) continue;
      const matches = (sure & place) !== 0 || pass.matches?.(element) === true;
      if (matches && pass.spares?.(element) !== true) return pass;
    }
    return undefined;
  };
};
