import { decodeHTML } from 'entities/decode';
import {
  html as names,
  InsertionMode,
  Token,
  Tokenizer as Standard,
  TokenizerMode,
  type TokenHandler,
} from 'parse5';
import { askedTags, attributesIn, attributesUnseen } from './attribute-tokens.ts';
import {
  greater,
  isLetter,
  isSpace,
  lowerCase,
  readAttributes,
  slash,
  spaceEnd,
  withoutNull,
} from './attributes.ts';
import { endOfScript, endOfText } from './raw-text.ts';
import { findTag } from './tag.ts';

/** The receiver of the tokens. It sets in `tokenizer` how the text behind a start tag is to be read. */
export type Construction = TokenHandler & {
  readonly tokenizer: Pick<Standard, 'state' | 'inForeignNode'>;
  readonly insertionMode: InsertionMode;
};

/** Modes in which words are ignored but the white space between them is not. */
const wordless: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_COLUMN_GROUP,
  InsertionMode.IN_FRAMESET,
  InsertionMode.AFTER_FRAMESET,
  InsertionMode.AFTER_AFTER_FRAMESET,
]);

const noPairs: readonly string[] = Object.freeze([]);

/**
 * Tokenization (HTML standard, section 13.2.5), by index: places are indexes, searches never start twice from the same
 * place, and only names, values and texts are copied. parse5's own tokenizer reads code point by code point, which
 * takes most of its time. The tokens are parse5's, except that each text is one token, with the white space before it
 * as another.
 */
export class Tokenizer {
  readonly #html: string;
  readonly #to: Construction;
  #at = 0;
  /** Whether the tag that was read last ended with a slash. */
  #closesItself = false;
  #hasDoctype = false;
  readonly #isXml: boolean;

  constructor(html: string, to: Construction, isXml: boolean) {
    this.#isXml = isXml;
    this.#html = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html;
    this.#to = to;
  }

  run(): void {
    const html = this.#html;
    let from = 0;
    let search = 0;
    for (;;) {
      const at = html.indexOf('<', search);
      if (at === -1) break;
      const next = html.charCodeAt(at + 1);
      const isEnd = next === slash && at + 2 < html.length;
      if (!isLetter(next) && !isEnd && next !== 33 && next !== 63) {
        search = at + 1;
        continue;
      }
      if (at > from) this.#text(from, at);
      this.#at = at;
      if (isLetter(next)) this.#startTag();
      else if (isEnd) this.#endTag();
      else this.#declaration(next === 33);
      from = this.#at;
      search = from;
    }
    if (from < html.length) this.#text(from, html.length);
    this.#to.onEof({ type: Token.TokenType.EOF, location: null });
  }

  #text(from: number, to: number): void {
    const text = this.#html.slice(from, to);
    this.#characters(text.includes('&') ? decodeHTML(text) : text);
  }

  /** Sends characters outside of raw text; U+0000 gets tokens of its own. */
  #characters(text: string): void {
    if (!text.includes('\0')) {
      this.#plain(text);
      return;
    }
    for (const part of text.split(/(\0+)/)) {
      if (!part.startsWith('\0')) this.#plain(part);
      else this.#to.onNullCharacter({ type: Token.TokenType.NULL_CHARACTER, chars: part, location: null });
    }
  }

  #plain(text: string): void {
    if (wordless.has(this.#to.insertionMode) && /[^\t\n\f ][\t\n\f ]/.test(text))
      for (const part of text.match(/[\t\n\f ]+|[^\t\n\f ]+/g) ?? []) this.#words(part);
    else this.#words(text);
  }

  #words(text: string): void {
    // The construction treats white space at the beginning separately.
    const space = spaceEnd(text, 0);
    if (space > 0) {
      const chars = space === text.length ? text : text.slice(0, space);
      this.#to.onWhitespaceCharacter({
        type: Token.TokenType.WHITESPACE_CHARACTER,
        chars,
        location: null,
      });
    }
    if (space === text.length) return;
    const chars = space === 0 ? text : text.slice(space);
    this.#to.onCharacter({ type: Token.TokenType.CHARACTER, chars, location: null });
  }

  /** Reads the name at the current place; the tag's attributes follow. */
  #tagName(): string {
    const html = this.#html;
    const from = this.#at;
    let at = from;
    for (; at < html.length; at += 1) {
      const code = html.charCodeAt(at);
      if (code === greater || code === slash || isSpace(code)) break;
    }
    this.#at = at;
    return withoutNull(lowerCase(html.slice(from, at)));
  }

  /** Reads attributes and moves past the end of the tag; null where the tag has no end. */
  #attributes(): readonly string[] | null {
    if (this.#html.charCodeAt(this.#at) === greater) {
      this.#at += 1;
      this.#closesItself = false;
      return noPairs;
    }
    const found = readAttributes(this.#html, this.#at);
    this.#at = found?.end ?? this.#html.length;
    this.#closesItself = found?.closesItself ?? false;
    return found?.pairs ?? null;
  }

  #startTag(): void {
    this.#at += 1;
    const tagName = this.#tagName();
    const pairs = this.#attributes();
    // A tag that does not end before the page does is no tag.
    if (pairs === null) return;
    const to = this.#to;
    const isAsked = to.tokenizer.inForeignNode || askedTags.has(tagName);
    const token: Token.TagToken = {
      type: Token.TokenType.START_TAG,
      tagName,
      tagID: names.getTagID(tagName),
      selfClosing: this.#closesItself,
      ackSelfClosing: false,
      attrs: isAsked ? attributesIn(pairs) : attributesUnseen(pairs),
      location: null,
    };
    to.onStartTag(token);
    const { state } = to.tokenizer;
    to.tokenizer.state = TokenizerMode.DATA;
    // The construction acknowledges the slash of what has no content in HTML either.
    if (this.#isXml && this.#closesItself && !token.ackSelfClosing && !findTag(tagName).isVoid)
      this.#tellEndTag(tagName);
    else if (state !== TokenizerMode.DATA) this.#rawText(tagName, state);
  }

  #endTag(): void {
    const html = this.#html;
    this.#at += 2;
    const code = html.charCodeAt(this.#at);
    if (!isLetter(code)) {
      if (code === greater) this.#at += 1;
      else this.#comment(this.#at, '>');
      return;
    }
    const tagName = this.#tagName();
    if (this.#attributes() === null) return;
    this.#tellEndTag(tagName);
  }

  #tellEndTag(tagName: string): void {
    this.#to.onEndTag({
      type: Token.TokenType.END_TAG,
      tagName,
      tagID: names.getTagID(tagName),
      selfClosing: this.#closesItself,
      ackSelfClosing: false,
      attrs: [],
      location: null,
    });
  }

  /** Sends a comment whose text begins at `from` and ends before `close`, or at the end of the page. */
  #comment(from: number, close: string): void {
    const html = this.#html;
    const end = html.indexOf(close, from);
    this.#at = end === -1 ? html.length : end + close.length;
    this.#tellComment(from, end === -1 ? html.length : end);
  }

  #tellComment(from: number, to: number): void {
    const data = withoutNull(this.#html.slice(from, to));
    this.#to.onComment({ type: Token.TokenType.COMMENT, data, location: null });
  }

  /** Reads comments, doctypes, CDATA sections and processing instructions. */
  #declaration(isMarked: boolean): void {
    const html = this.#html;
    const from = this.#at + 2;
    if (!isMarked) this.#comment(from - 1, '>');
    else if (html.startsWith('--', from)) this.#realComment(from + 2);
    else if (/^doctype/i.test(html.slice(from, from + 7))) this.#doctype(from + 7);
    else if ((this.#isXml || this.#to.tokenizer.inForeignNode) && html.startsWith('[CDATA[', from))
      this.#cdata(from + 7);
    else this.#comment(from, '>');
  }

  /** Reads a comment up to `-->` or `--!>`; `<!-->` and `<!--->` are whole comments. */
  #realComment(from: number): void {
    const html = this.#html;
    const short = html.startsWith('>', from) ? 1 : html.startsWith('->', from) ? 2 : 0;
    if (short > 0) {
      this.#at = from + short;
      this.#tellComment(from, from);
      return;
    }
    let dashes = html.indexOf('--', from);
    for (; dashes !== -1; dashes = html.indexOf('--', dashes + 1)) {
      if (html.startsWith('>', dashes + 2) || html.startsWith('!>', dashes + 2)) break;
    }
    if (dashes === -1) {
      // Dashes that begin an end are no part of the text.
      const to = html.length - (/--!?$|-$/.exec(html.slice(-3))?.[0].length ?? 0);
      this.#at = html.length;
      this.#tellComment(from, Math.max(from, to));
      return;
    }
    this.#at = html.indexOf('>', dashes) + 1;
    this.#tellComment(from, dashes);
  }

  #doctype(from: number): void {
    const html = this.#html;
    const end = html.indexOf('>', from);
    this.#at = end === -1 ? html.length : end + 1;
    // Only the first doctype has a meaning.
    if (!this.#hasDoctype) {
      const ignore = (): void => {};
      const to: TokenHandler = {
        onDoctype: (token) => this.#to.onDoctype(token),
        onParseError: null,
        onStartTag: ignore,
        onEndTag: ignore,
        onComment: ignore,
        onCharacter: ignore,
        onWhitespaceCharacter: ignore,
        onNullCharacter: ignore,
        onEof: ignore,
      };
      // A doctype's public and system identifiers have fifteen states; parse5 knows them.
      new Standard({}, to).write(html.slice(from - '<!doctype'.length, this.#at), true);
    }
    this.#hasDoctype = true;
  }

  #cdata(from: number): void {
    const html = this.#html;
    const end = html.indexOf(']]>', from);
    this.#at = end === -1 ? html.length : end + 3;
    this.#characters(html.slice(from, end === -1 ? html.length : end));
  }

  /** Sends the text up to the end tag of its element, or to the end of the page. */
  #rawText(name: string, state: Standard['state']): void {
    const html = this.#html;
    const from = this.#at;
    const to =
      state === TokenizerMode.PLAINTEXT
        ? html.length
        : state === TokenizerMode.SCRIPT_DATA
          ? endOfScript(html, from)
          : endOfText(html, from, name);
    this.#at = to;
    if (to === from) return;
    const text = withoutNull(html.slice(from, to));
    this.#plain(state === TokenizerMode.RCDATA && text.includes('&') ? decodeHTML(text) : text);
  }
}
