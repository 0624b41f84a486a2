import { decodeHTMLAttribute } from 'entities/decode';
import type { Token } from 'parse5';
import { limits } from '../../limits/limits.ts';

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

/** U+0000 is no character of a text (HTML standard, section 13.2.5). */
export const withoutNull = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;

/** What a tag has behind its name. */
export interface AttributesRead {
  readonly attrs: Token.Attribute[];
  /** Where the page goes on behind the tag. */
  readonly end: number;
  readonly closesItself: boolean;
}

const nameEnd = (html: string, from: number): number => {
  let at = from + 1;
  for (; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === equals || code === greater || code === slash || isSpace(code)) break;
  }
  return at;
};

/** The value that may follow a name which ends at `from`, and where it ends; null where the page ends before. */
const valueAt = (html: string, from: number): { readonly value: string; readonly end: number } | null => {
  const last = html.length;
  let at = from;
  while (at < last && isSpace(html.charCodeAt(at))) at += 1;
  if (html.charCodeAt(at) !== equals) return at >= last ? null : { value: '', end: at };
  at += 1;
  while (at < last && isSpace(html.charCodeAt(at))) at += 1;
  const quote = html.charCodeAt(at);
  let raw: string;
  let end: number;
  if (quote === quoteDouble || quote === quoteSingle) {
    const close = html.indexOf(quote === quoteDouble ? '"' : "'", at + 1);
    if (close === -1) return null;
    raw = html.slice(at + 1, close);
    end = close + 1;
  } else {
    end = at;
    for (; end < last; end += 1) {
      const code = html.charCodeAt(end);
      if (code === greater || isSpace(code)) break;
    }
    raw = html.slice(at, end);
  }
  return { value: withoutNull(raw.includes('&') ? decodeHTMLAttribute(raw) : raw), end };
};

/** Reads names and values from `from` up to the end of the tag; null where the page ends before (HTML standard, 13.2.5.32 to 13.2.5.40). */
export const readAttributes = (html: string, from: number): AttributesRead | null => {
  const last = html.length;
  const attrs: Token.Attribute[] = [];
  let at = from;
  for (;;) {
    let code = html.charCodeAt(at);
    let isSlash = false;
    while (at < last && (isSpace(code) || code === slash)) {
      isSlash = code === slash;
      code = html.charCodeAt((at += 1));
    }
    if (at >= last) return null;
    if (code === greater) return { attrs, end: at + 1, closesItself: isSlash };
    const to = nameEnd(html, at);
    const name = withoutNull(lowerCase(html.slice(at, to)));
    const found = valueAt(html, to);
    if (found === null) return null;
    at = found.end;
    // A tag of thousands of attributes is an attack on whoever compares their names. The first of several counts.
    if (attrs.length < limits.attributesMax && !attrs.some((known) => known.name === name))
      attrs.push({ name, value: found.value });
  }
};
