import { decodeHTMLAttribute } from 'entities/decode';
import { limits } from '../../limits/limits.ts';
import { interned } from './tag.ts';

const quoteDouble = 34;
const quoteSingle = 39;
export const slash = 47;
const equals = 61;
export const greater = 62;

export const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 12;
export const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

const upperCase = /[A-Z]+/g;
export const lowerCase = (name: string): string =>
  upperCase.test(name) ? name.replace(upperCase, (letters) => letters.toLowerCase()) : name;

/** Replaces U+0000, which is no character of a text (HTML standard, section 13.2.5). */
export const withoutNull = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;

/**
 * Returns the pairs with one more. Most tags have one or two attributes, and an array that grows takes room for many.
 * So the first two get arrays of their size.
 */
const withPair = (pairs: string[], name: string, value: string): string[] => {
  if (pairs.length === 0) return [name, value];
  const [firstName = '', firstValue = ''] = pairs;
  if (pairs.length === 2) return [firstName, firstValue, name, value];
  pairs.push(name, value);
  return pairs;
};

/** The part of a tag behind its name. */
export interface AttributesRead {
  /** Names and values in turn. */
  readonly pairs: string[];
  /** The offset in the page behind the tag. */
  readonly end: number;
  readonly closesItself: boolean;
}

/** Names of attributes; pages use few different ones. */
const knownNames = new Map<string, string>();
const knownNamesMax = 10_000;

const attributeName = (spelt: string): string => {
  const known = knownNames.get(spelt);
  if (known !== undefined) return known;
  const name = interned(withoutNull(lowerCase(spelt)));
  if (knownNames.size < knownNamesMax) knownNames.set(spelt, name);
  return name;
};

const nameEnd = (html: string, from: number): number => {
  let at = from + 1;
  for (; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === equals || code === greater || code === slash || isSpace(code)) break;
  }
  return at;
};

/** The offset at which the white space that begins at `from` ends. */
export const spaceEnd = (html: string, from: number): number => {
  let at = from;
  while (at < html.length && isSpace(html.charCodeAt(at))) at += 1;
  return at;
};

/** The offset at which the unquoted value that begins at `from` ends. */
const bareEnd = (html: string, from: number): number => {
  let at = from;
  for (; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === greater || isSpace(code)) break;
  }
  return at;
};

const valueIn = (raw: string): string => withoutNull(raw.includes('&') ? decodeHTMLAttribute(raw) : raw);

const has = (pairs: readonly string[], name: string): boolean => {
  for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === name) return true;
  return false;
};

/**
 * Reads names and values from `from` to the end of the tag. Returns null if the page ends first (HTML standard,
 * 13.2.5.32 to 13.2.5.40).
 */
export const readAttributes = (html: string, from: number): AttributesRead | null => {
  const last = html.length;
  let pairs: string[] = [];
  let at = from;
  for (;;) {
    let code = html.charCodeAt(at);
    let isSlash = false;
    while (at < last && (isSpace(code) || code === slash)) {
      isSlash = code === slash;
      code = html.charCodeAt((at += 1));
    }
    if (at >= last) return null;
    if (code === greater) return { pairs, end: at + 1, closesItself: isSlash };
    const to = nameEnd(html, at);
    const name = attributeName(html.slice(at, to));
    let value = '';
    at = spaceEnd(html, to);
    if (at >= last) return null;
    if (html.charCodeAt(at) === equals) {
      at = spaceEnd(html, at + 1);
      const quote = html.charCodeAt(at);
      const isQuoted = quote === quoteDouble || quote === quoteSingle;
      const begin = isQuoted ? at + 1 : at;
      const end = isQuoted ? html.indexOf(quote === quoteDouble ? '"' : "'", begin) : bareEnd(html, begin);
      if (end === -1) return null;
      value = valueIn(html.slice(begin, end));
      at = isQuoted ? end + 1 : end;
    }
    // A tag with thousands of attributes would make the comparison of their names slow, so an attacker could use one.
    // Of attributes with the same name the first counts.
    if (pairs.length < 2 * limits.attributesMax && !has(pairs, name)) pairs = withPair(pairs, name, value);
  }
};
