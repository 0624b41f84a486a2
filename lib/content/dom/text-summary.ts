import { holdsNames } from './dom-walk.ts';
import type { DomElement, DomNode, DomText } from './dom.ts';

/**
 * What readability and the passes ask again and again about the text of an element. One walk computes it for all of a
 * page, and each element keeps it until something in it changes. Asking the text itself would be quadratic in the depth
 * of the page, and would take most of readability's time.
 */
export interface TextSummary {
  /**
   * Characters before the first and after the last one that is not white space. For a text of white space alone each
   * counts all of it.
   */
  readonly lead: number;
  readonly trail: number;
  /** Characters of the trimmed text, each run of white space counted as one. */
  readonly length: number;
  /** Wide characters (`TextCount.wide`). */
  readonly wide: number;
  /** Commas of any script, as readability counts them; `plainCommas` counts U+002C alone. */
  readonly commas: number;
  readonly plainCommas: number;
  /** Lengths of the texts of links in the element. A link within the page counts for less, as in readability. */
  readonly linkLength: number;
  /** Lengths of headings, and of the elements that readability takes for carriers of text. Nested ones count each. */
  readonly headingLength: number;
  readonly carrierLength: number;
  /** Bits of all elements in the element. */
  readonly mask: number;
}

const empty: TextSummary = {
  lead: 0,
  trail: 0,
  length: 0,
  wide: 0,
  commas: 0,
  plainCommas: 0,
  linkLength: 0,
  headingLength: 0,
  carrierLength: 0,
  mask: 0,
};

const isSpace = (code: number): boolean => {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
};

const foreignCommas = new Set([0x060c, 0xfe50, 0xfe10, 0xfe11, 0x2e41, 0x2e34, 0x2e32, 0xff0c]);

/** Says whether a text has nothing but white space. */
export const isBlank = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (!isSpace(text.charCodeAt(at))) return false;
  return true;
};

/** What a text adds to the summary of its parent; computed once for each text. */
export interface TextCount {
  /** The text that was counted. */
  readonly of: string;
  readonly lead: number;
  readonly trail: number;
  readonly length: number;
  readonly commas: number;
  readonly plainCommas: number;
  /** Characters that are not white space. */
  readonly ink: number;
  /** Wide characters: ideographs, kana, syllables of Hangul, and their signs. */
  readonly wide: number;
}

/**
 * Says whether a character is wide, as in East Asian Width (Unicode Standard Annex 11). It says about as much as two
 * others, so that a sentence has half as many of them.
 */
const isWide = (code: number): boolean =>
  code >= 0x1100 &&
  (code <= 0x115f ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff01 && code <= 0xff60));

const countOf = (text: string): TextCount => {
  const size = text.length;
  let [lead, trail, length, ink, commas, plainCommas, wide] = [0, 0, 0, 0, 0, 0, 0];
  for (let at = 0; at < size; at += 1) {
    const code = text.charCodeAt(at);
    // Test for letters and digits first: they are most of any text.
    if (code > 44 && code < 0xa0 ? false : isSpace(code)) {
      trail += 1;
      continue;
    }
    if (trail > 0) {
      if (ink === 0) lead = trail;
      else length += 1;
      trail = 0;
    }
    length += 1;
    ink += 1;
    if (code === 44) plainCommas += 1;
    else if (code >= 0x60c) {
      if (foreignCommas.has(code)) commas += 1;
      if (isWide(code)) wide += 1;
    }
  }
  return { of: text, lead, trail, length, commas: commas + plainCommas, plainCommas, ink, wide };
};

/** Counts the characters of a text that are not white space. */
export const inkIn = (text: string): number => countOf(text).ink;

/** Texts of white space between elements: most texts of a page, and often equal. */
const blanks = new Map<string, TextCount>();
const [blanksMax, blankCharactersMax] = [1_000, 50] as const;

/** Returns the count of a text node's text. */
export const textCount = (text: DomText): TextCount => {
  const { data, count } = text;
  if (count !== null && count.of === data) return count;
  const blank = data.length <= blankCharactersMax ? blanks.get(data) : undefined;
  const found = blank ?? countOf(data);
  if (blank === undefined && found.ink === 0 && data.length <= blankCharactersMax && blanks.size < blanksMax)
    blanks.set(data, found);
  text.count = found;
  return found;
};

/** A summary while it is added up. */
class Sum {
  lead = 0;
  trail = 0;
  length = 0;
  wide = 0;
  commas = 0;
  plainCommas = 0;
  linkLength = 0;
  headingLength = 0;
  carrierLength = 0;
  mask = 0;

  addText({ lead, trail, length, wide, commas, plainCommas }: TextCount): void {
    this.#join(lead, trail, length);
    this.wide += wide;
    this.commas += commas;
    this.plainCommas += plainCommas;
  }

  add(other: TextSummary): void {
    this.#join(other.lead, other.trail, other.length);
    this.wide += other.wide;
    this.commas += other.commas;
    this.plainCommas += other.plainCommas;
    this.linkLength += other.linkLength;
    this.headingLength += other.headingLength;
    this.carrierLength += other.carrierLength;
    this.mask |= other.mask;
  }

  #join(lead: number, trail: number, length: number): void {
    if (length === 0) {
      this.trail += trail;
      return;
    }
    const between = this.trail + lead;
    if (this.length === 0) this.lead = between;
    else if (between > 0) this.length += 1;
    this.length += length;
    this.trail = trail;
  }
}

const heading = /^h[1-6]$/;
const carriers = new Set([
  'span',
  'li',
  'td',
  'blockquote',
  'dl',
  'div',
  'img',
  'ol',
  'p',
  'pre',
  'table',
  'ul',
]);

/** Adds an element's share to the sums of its parent, beyond its text. */
const addAsChild = (sum: Sum, child: DomElement, { length }: TextSummary): void => {
  const { name, bit } = child.tag;
  sum.mask |= bit;
  if (name === 'a') {
    const href = child.getAttribute('href');
    sum.linkLength += length * (href !== null && href.length > 1 && href.startsWith('#') ? 0.3 : 1);
  } else if (carriers.has(name)) sum.carrierLength += length;
  else if (heading.test(name)) sum.headingLength += length;
};

/** Returns the summary of an element's text. Recursion is as deep as the parser nests: `limits.domDepthMax`. */
export const summarizeText = (element: DomElement): TextSummary => {
  if (element.summary !== null) return element.summary;
  if (element.firstChild === null || element.tag.isSilent) {
    element.summary = empty;
    return empty;
  }
  const sum = new Sum();
  for (let node: DomNode | null = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 3) sum.addText(textCount(node));
    else if (node.nodeType === 1) {
      const summary = summarizeText(node);
      sum.add(summary);
      addAsChild(sum, node, summary);
    }
  }
  if (sum.length === 0) sum.lead = sum.trail;
  element.summary = sum;
  return sum;
};

/** Says whether an element holds more than white space. */
export const hasInk = (element: DomElement): boolean => summarizeText(element).length > 0;

/** Says whether an element with one of these names is in `root`; cheap where none is. */
export const holdsAny = (root: DomElement, names: readonly string[]): boolean => {
  summarizeText(root);
  return holdsNames(root, names);
};
