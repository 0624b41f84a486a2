import { codeSpan } from './code-block.ts';

/** A pair of marks in a line: emphasis, a link, HTML such as `<sup>`. */
export interface Span {
  readonly open: string;
  readonly close: string;
  /** Whether the marks are dropped, because no reader would take them for marks. */
  isDropped: boolean;
  /** Whether one of its ends could also be the other end of another pair. */
  isTwoWay: boolean;
}

/** One end of a span. */
export interface Delimiter {
  readonly kind: 'open' | 'close';
  readonly span: Span;
}

/** Markdown that needs no escapes: code, images, footnote marks. */
export interface Atom {
  readonly kind: 'atom';
  readonly markdown: string;
}

/** A code span. */
export interface Code {
  readonly kind: 'code';
  readonly text: string;
}

/** The end of a line within a paragraph. */
export interface HardBreak {
  readonly kind: 'break';
}

/** Inline content in order; a string is text of the page, not yet escaped. */
export type Token = string | Delimiter | Atom | Code | HardBreak;

export const isTextToken = (token: Token | undefined): token is string => typeof token === 'string';

export const isCode = (token: Token | undefined): token is Code =>
  token !== undefined && !isTextToken(token) && token.kind === 'code';

export const isDelimiter = (token: Token | undefined): token is Delimiter =>
  token !== undefined && !isTextToken(token) && (token.kind === 'open' || token.kind === 'close');

/** Says whether a span is made by delimiter runs, whose meaning depends on the characters beside them. */
export const isFlanked = ({ open }: Span): boolean => open === '**' || open === '*' || open === '~~';

/** Returns a token as it is written; text is not escaped. */
export const tokenSource = (token: Token): string => {
  if (isTextToken(token)) return token;
  if (token.kind === 'atom') return token.markdown;
  if (token.kind === 'code') return codeSpan(token.text);
  if (token.kind === 'break') return '\n';
  if (token.span.isDropped) return '';
  return token.kind === 'open' ? token.span.open : token.span.close;
};
