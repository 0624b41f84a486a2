import { settleEmphasis } from './emphasis.ts';
import { escapeTokens, mayNeedEscapes } from './escape.ts';
import { escapeBlockStart, escapeHeadingEnd, escapeLineStart } from './line-start.ts';
import { isCode, isDelimiter, isTextToken, tokenSource, type Token } from './inline-token.ts';

/** The place of a run of inline content: a paragraph, a heading, or a cell of a table. */
export interface RunPlace {
  readonly kind: 'paragraph' | 'heading' | 'cell';
  /** The beginning of each line after the first. */
  readonly prefix: string;
  readonly hasReferences: boolean;
}

/** Returns the text of a run that has one text and no marks, as nearly all have. */
const plainText = (tokens: readonly Token[]): string | null => {
  const [only] = tokens;
  if (tokens.length !== 1 || !isTextToken(only)) return null;
  return mayNeedEscapes(only) || only.includes('://') ? null : only;
};

/** Leaves out dropped marks, and joins adjacent code into one span, because its backticks would make one run. */
const joined = (tokens: readonly Token[]): Token[] => {
  const out: Token[] = [];
  for (const token of tokens) {
    const last = out.at(-1);
    if (isDelimiter(token) && token.span.isDropped) continue;
    if (isTextToken(token) && isTextToken(last)) out[out.length - 1] = last + token;
    else if (isCode(token) && isCode(last))
      out[out.length - 1] = { kind: 'code', text: last.text + token.text };
    else out.push(token);
  }
  return out;
};

/** Writes inline content as Markdown, so that readers take marks for marks and text for text. */
export const runMarkdown = (tokens: readonly Token[], place: RunPlace): string => {
  const plain = plainText(tokens);
  if (plain !== null) return placed(plain, place);
  const escaped = escapeTokens(joined(settleEmphasis(tokens)), place);
  const parts: string[] = [];
  let startsLine = false;
  for (const [at, token] of escaped.entries()) {
    if (!isTextToken(token)) {
      startsLine = token.kind === 'break';
      parts.push(startsLine ? `  \n${place.prefix}` : tokenSource(token));
      continue;
    }
    const isFirst = at === 0 && place.kind === 'paragraph';
    const isLast = at === escaped.length - 1 && place.kind === 'heading';
    const text = startsLine ? escapeLineStart(token) : isFirst ? escapeBlockStart(token) : token;
    parts.push(isLast ? escapeHeadingEnd(text) : text);
    startsLine = false;
  }
  return parts.join('');
};

const placed = (text: string, { kind }: RunPlace): string => {
  if (kind === 'paragraph') return escapeBlockStart(text);
  return kind === 'heading' ? escapeHeadingEnd(text) : text;
};
