import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { limits } from '../limits.ts';
import type { DomElement } from './dom.ts';
import { tagOf, type Tag } from './tag.ts';
import { TreeBuilder } from './tree-builder.ts';

const quoteDouble = 34;
const slash = 47;
const equals = 61;
const greater = 62;

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

const noPairs: readonly string[] = Object.freeze([]);
const upperCase = /[A-Z]/;

/**
 * Reads HTML in one pass over its text: places are indexes, searches never start twice from the same place, and nothing
 * is copied but names and values (HTML standard, section 13.2.5, as htmlparser2 simplifies it).
 */
class Scanner {
  readonly #html: string;
  readonly #builder: TreeBuilder;
  #at = 0;

  constructor(html: string, builder: TreeBuilder) {
    this.#html = html;
    this.#builder = builder;
  }

  run(): void {
    const html = this.#html;
    const builder = this.#builder;
    let from = 0;
    let search = 0;
    while (builder.nodes <= limits.domNodesMax) {
      const at = html.indexOf('<', search);
      if (at === -1) break;
      const next = html.charCodeAt(at + 1);
      if (!isLetter(next) && next !== slash && next !== 33 && next !== 63) {
        search = at + 1;
        continue;
      }
      if (at > from) this.#text(from, at);
      this.#at = at;
      if (isLetter(next)) this.#openTag();
      else if (next === slash) this.#closeTag();
      else this.#declaration(next === 33);
      from = this.#at;
      search = from;
    }
    if (from < html.length && builder.nodes <= limits.domNodesMax) this.#text(from, html.length);
  }

  #text(from: number, to: number): void {
    const text = this.#html.slice(from, to);
    this.#builder.text(text.includes('&') ? decodeHTML(text) : text);
  }

  #nameEnd(from: number): number {
    const html = this.#html;
    let at = from;
    for (; at < html.length; at += 1) {
      const code = html.charCodeAt(at);
      if (code === greater || code === slash || isSpace(code)) break;
    }
    return at;
  }

  #openTag(): void {
    const html = this.#html;
    const nameEnd = this.#nameEnd(this.#at + 1);
    const tag = tagOf(html.slice(this.#at + 1, nameEnd));
    this.#at = nameEnd;
    const pairs = this.#attributes();
    // A tag that the page does not end is no tag.
    if (pairs === null) return;
    const { isForeign } = this.#builder;
    this.#builder.open(tag, pairs, html.charCodeAt(this.#at - 2) === slash);
    if (tag.isRawText && !isForeign) this.#rawText(tag);
  }

  /** Names and values up to the end of the tag, and past it; null where there is none. */
  #attributes(): readonly string[] | null {
    const html = this.#html;
    const end = html.length;
    let pairs: string[] | null = null;
    for (;;) {
      let code = html.charCodeAt(this.#at);
      while (this.#at < end && (isSpace(code) || code === slash)) code = html.charCodeAt((this.#at += 1));
      if (this.#at >= end) return null;
      if (code === greater) {
        this.#at += 1;
        return pairs ?? noPairs;
      }
      const name = this.#attributeName();
      const value = this.#attributeValue();
      if (value === null) return null;
      pairs ??= [];
      // The first of several counts.
      let known = 0;
      while (known < pairs.length && pairs[known] !== name) known += 2;
      if (known === pairs.length) pairs.push(name, value);
      // A tag of thousands of attributes is an attack on whoever compares their names.
      if (pairs.length > 2 * limits.attributesMax) pairs.length = 2 * limits.attributesMax;
    }
  }

  #attributeName(): string {
    const html = this.#html;
    const from = this.#at;
    let at = from + 1;
    for (; at < html.length; at += 1) {
      const code = html.charCodeAt(at);
      if (code === equals || code === greater || code === slash || isSpace(code)) break;
    }
    this.#at = at;
    const name = html.slice(from, at);
    return upperCase.test(name) ? name.toLowerCase() : name;
  }

  #attributeValue(): string | null {
    const html = this.#html;
    const end = html.length;
    let at = this.#at;
    while (at < end && isSpace(html.charCodeAt(at))) at += 1;
    if (html.charCodeAt(at) !== equals) {
      this.#at = at;
      return at >= end ? null : '';
    }
    at += 1;
    while (at < end && isSpace(html.charCodeAt(at))) at += 1;
    const quote = html.charCodeAt(at);
    let value: string;
    if (quote === quoteDouble || quote === 39) {
      const close = html.indexOf(quote === quoteDouble ? '"' : "'", at + 1);
      this.#at = close === -1 ? end : close + 1;
      if (close === -1) return null;
      value = html.slice(at + 1, close);
    } else {
      const from = at;
      for (; at < end; at += 1) {
        const code = html.charCodeAt(at);
        if (code === greater || isSpace(code)) break;
      }
      this.#at = at;
      value = html.slice(from, at);
    }
    return value.includes('&') ? decodeHTMLAttribute(value) : value;
  }

  #closeTag(): void {
    const html = this.#html;
    let from = this.#at + 2;
    while (from < html.length && isSpace(html.charCodeAt(from))) from += 1;
    const code = html.charCodeAt(from);
    const close = html.indexOf('>', from);
    this.#at = close === -1 ? html.length : close + 1;
    if (code === greater || (close === -1 && isLetter(code))) return;
    if (!isLetter(code)) {
      this.#builder.comment(html.slice(from, close === -1 ? html.length : close));
      return;
    }
    let to = from;
    while (to < close && !isSpace(html.charCodeAt(to))) to += 1;
    this.#builder.close(tagOf(html.slice(from, to)));
  }

  /** Comments, doctypes, CDATA sections and processing instructions; only comments are kept. */
  #declaration(isMarked: boolean): void {
    const html = this.#html;
    const from = this.#at;
    const [close, start] = !isMarked
      ? ['>', 2]
      : html.startsWith('--', from + 2)
        ? ['-->', 4]
        : this.#builder.isForeign && html.startsWith('[CDATA[', from + 2)
          ? [']]>', 9]
          : ['>', 2];
    // `<!-->` is a whole comment.
    let end = html.indexOf(close, close === '-->' ? from + 2 : from + start);
    let length = close.length;
    if (close === '-->') {
      const wrong = html.slice(from + start, end === -1 ? html.length : end).indexOf('--!>');
      if (wrong !== -1) [end, length] = [from + start + wrong, 4];
    }
    this.#at = end === -1 ? html.length : end + length;
    if (close === ']]>') this.#builder.text(html.slice(from + start, end === -1 ? html.length : end));
    if (close === '-->') {
      this.#builder.comment(html.slice(from + start, end === -1 ? html.length : Math.max(end, from + start)));
    }
  }

  #rawText(tag: Tag): void {
    const html = this.#html;
    const from = this.#at;
    const { name } = tag;
    let at = html.indexOf('</', from);
    for (; at !== -1; at = html.indexOf('</', at + 2)) {
      const after = at + 2 + name.length;
      const code = html.charCodeAt(after);
      if (
        (code === greater || isSpace(code) || after >= html.length) &&
        html.slice(at + 2, after).toLowerCase() === name
      )
        break;
    }
    const to = at === -1 ? html.length : at;
    if (to > from) {
      const text = html.slice(from, to);
      this.#builder.text(name === 'title' && text.includes('&') ? decodeHTML(text) : text);
    }
    this.#at = to;
  }
}

export interface Parsed {
  /** Holds what stands at the top of the page. */
  readonly root: DomElement;
  /** Elements by name, of the names that are asked for on every page, in document order. */
  readonly index: ReadonlyMap<string, readonly DomElement[]>;
  /** Nodes made; one more than `limits.domNodesMax` where the page has more, and then it was not read to its end. */
  readonly nodes: number;
}

/** Parses HTML in time linear in its length, however malformed it is. */
export const parseHtml = (html: string): Parsed => {
  const builder = new TreeBuilder();
  new Scanner(html, builder).run();
  return { root: builder.root, index: builder.index, nodes: builder.nodes };
};
