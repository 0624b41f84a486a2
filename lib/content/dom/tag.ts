import { html } from 'parse5';

/** What the parser and the walks need to know of an element's name, looked up once. */
export interface Tag {
  readonly name: string;
  readonly upper: string;
  /** One bit, of the group of names that it belongs to. */
  readonly bit: number;
  /** Has no end tag and no content (HTML standard, section 13.1.2). */
  readonly isVoid: boolean;
  /** Whether pages are asked for all elements of this name before anything is removed. */
  readonly isIndexed: boolean;
  /** Its content is text up to its own end tag. */
  readonly isRawText: boolean;
  /** Its content is for the browser, and no text of the page. */
  readonly isSilent: boolean;
  /** Namespace: HTML, SVG or MathML. */
  readonly namespace: html.NS;
}

/**
 * The same text as the engine keeps property names and literals: names are compared with literals more often than
 * anything else is done to them, and two texts of this sort are compared by their place alone.
 */
export const interned = (text: string): string => Object.keys({ [text]: 0 })[0] ?? text;

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Names that are looked for together, or not at all where their bit is not in a subtree's mask. */
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

/** Whether a name's bit is that of no other. */
export const isAloneInGroup = (name: string): boolean =>
  groups.some((group) => group.length === 1 && group[0] === name);

/** The bit of a name: of its group, or of all names that are in none. */
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
/** Names come from pages: a page of made-up elements must not fill the memory of a warm function. */
const knownMax = 2_000;

/** The tag of an element of HTML by its name, in any case. */
export const findTag = (spelt: string): Tag => {
  const found = known.get(spelt);
  if (found !== undefined) return found;
  const name = spelt.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const tag = (name === spelt ? undefined : known.get(name)) ?? make(name, html.NS.HTML);
  if (known.size < knownMax) known.set(spelt, tag);
  return tag;
};

const knownForeign = new Map<string, Tag>();

/** The tag of an element of SVG or MathML by its name, in the case in which the standard has it. */
export const findForeignTag = (name: string, namespace: html.NS): Tag => {
  const key = `${namespace} ${name}`;
  const found = knownForeign.get(key);
  if (found !== undefined) return found;
  const tag = make(name, namespace);
  if (knownForeign.size < knownMax) knownForeign.set(key, tag);
  return tag;
};
