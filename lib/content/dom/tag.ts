import { html } from 'parse5';

/** The facts about an element's name that the parser and the walks need, looked up once. */
export interface Tag {
  readonly name: string;
  readonly upper: string;
  /** The bit of the group to which the name belongs. */
  readonly bit: number;
  /** The element has no end tag and no content (HTML standard, section 13.1.2). */
  readonly isVoid: boolean;
  /** Whether each page is asked for all elements with this name before anything is removed. */
  readonly isIndexed: boolean;
  /** The element's content is text up to its own end tag. */
  readonly isRawText: boolean;
  /** The element's content is for the browser and is no text of the page. */
  readonly isSilent: boolean;
  /** Namespace: HTML, SVG or MathML. */
  readonly namespace: html.NS;
}

/**
 * Returns the same text in the form in which the engine keeps property names and literals. Names are compared with
 * literals more often than anything else is done with them, and the engine compares two such texts by address alone.
 */
export const interned = (text: string): string => Object.keys({ [text]: 0 })[0] ?? text;

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/**
 * Names that are looked for together. If a group's bit is not in a subtree's mask, the subtree holds none of its names.
 */
const groups = [
  'a',
  'p',
  'li',
  'img',
  'input',
  'br hr',
  'table',
  'td',
  'th',
  'tr',
  'thead tbody tfoot',
  'caption col colgroup',
  'pre',
  'code kbd samp tt',
  'math',
  'sup sub',
  'ul ol',
  'h1',
  'h2',
  'h3 h4 h5 h6',
  'div',
  'iframe embed object',
  'picture figure video',
  'script noscript style template',
  'span b i em strong u small font',
  'svg canvas',
  'section article main header footer aside nav blockquote',
  'dl dt dd',
  'form fieldset button select textarea',
].map((names) => names.split(' '));

const otherBit = 1 << groups.length;
const bits = new Map(groups.flatMap((names, at) => names.map((name) => [name, 1 << at] as const)));

/** Says whether no other name shares a name's bit. */
export const isAloneInGroup = (name: string): boolean =>
  groups.some((group) => group.length === 1 && group[0] === name);

/** Returns the bit of a name: the bit of its group, or the bit that all names without a group share. */
export const tagBit = (name: string): number => bits.get(name) ?? otherBit;

const voidNames = setOf(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
);
const indexedNames = setOf(
  'a area base link meta script style template title frame iframe frameset embed object',
);
const rawTextNames = setOf('script style xmp iframe noembed noframes plaintext');
const make = (spelt: string, namespace: html.NS): Tag => {
  const isHtml = namespace === html.NS.HTML;
  const name = interned(spelt);
  return {
    name,
    upper: name.toUpperCase(),
    bit: tagBit(name),
    isVoid: isHtml && voidNames.has(name),
    isIndexed: indexedNames.has(name),
    isRawText: isHtml && rawTextNames.has(name),
    isSilent: isHtml && (name === 'script' || name === 'style'),
    namespace,
  };
};

const known = new Map<string, Tag>();
/** Names come from pages: a page with made-up elements must not fill the memory of a warm function. */
const knownMax = 2_000;

/** Returns the tag of an HTML element by its name, in any case. */
export const findTag = (spelt: string): Tag => {
  const found = known.get(spelt);
  if (found !== undefined) return found;
  const name = spelt.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const tag = (name === spelt ? undefined : known.get(name)) ?? make(name, html.NS.HTML);
  if (known.size < knownMax) known.set(spelt, tag);
  return tag;
};

const knownForeign = new Map<string, Tag>();

/** Returns the tag of an SVG or MathML element by its name, in the case that the standard gives it. */
export const findForeignTag = (name: string, namespace: html.NS): Tag => {
  const key = `${namespace} ${name}`;
  const found = knownForeign.get(key);
  if (found !== undefined) return found;
  const tag = make(name, namespace);
  if (knownForeign.size < knownMax) knownForeign.set(key, tag);
  return tag;
};
