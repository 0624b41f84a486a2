import {
  firstCharacter,
  lastCharacter,
  mayFlank,
  flankingSide,
  surelyFlanks,
  type Side,
} from './flanking.ts';
import {
  isDelimiter,
  isFlanked,
  isTextToken,
  tokenSource,
  type Delimiter,
  type Token,
} from './inline-token.ts';

const leading = /^[\p{P}\p{S}\s]+/u;
const trailing = /[\p{P}\p{S}\s]/u;

/**
 * Counts the punctuation and spaces at the end of a text. Goes backwards, because a pattern would start from every
 * character.
 */
const trailingLength = (text: string): number => {
  let at = text.length;
  while (at > 0) {
    const character = lastCharacter(text.slice(Math.max(0, at - 2), at));
    if (!trailing.test(character)) break;
    at -= character.length;
  }
  return text.length - at;
};

const isFlankedDelimiter = (token: Token | undefined): token is Delimiter =>
  isDelimiter(token) && isFlanked(token.span);

/**
 * Makes emphasis that CommonMark readers recognize: punctuation at its ends that touches a letter outside moves out
 * (`**bold,**word` becomes `**bold**,word`). Emphasis that would still not be recognized loses its marks.
 *
 * 1. Each cluster of adjacent marks is one delimiter run, which must flank the text it marks. A cluster that ends one
 * span and begins another would be ambiguous, so the second span is dropped.
 * 2. A run that may both open and close (inside a word) is matched by rules that count lengths. It is read as meant if
 * there is no other emphasis around it or inside.
 */
export const settleEmphasis = (tokens: readonly Token[]): Token[] => dropNested(flankText(tokens));

const flankText = (tokens: readonly Token[]): Token[] => {
  const out: Token[] = [];
  const push = (token: Token): void => {
    if (token === '') return;
    const last = out.at(-1);
    if (isTextToken(token) && isTextToken(last)) out[out.length - 1] = last + token;
    else out.push(token);
  };
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (token === undefined) break;
    if (!isFlankedDelimiter(token)) {
      push(token);
      at += 1;
      continue;
    }
    const cluster: Delimiter[] = [];
    for (let next = tokens[at]; isFlankedDelimiter(next); next = tokens[at]) {
      if (!next.span.isDropped) cluster.push(next);
      at += 1;
    }
    dropMixed(cluster);
    const closers = cluster.filter(({ kind, span }) => kind === 'close' && !span.isDropped);
    const openers = cluster.filter(({ kind, span }) => kind === 'open' && !span.isDropped);
    if (closers.length > 0) for (const { span } of openers) span.isDropped = true;
    const next = tokens[at];
    if (closers.length > 0) {
      const moved = settleClosers(closers, out, next);
      for (const closer of closers) push(closer);
      push(moved);
    } else if (openers.length > 0) {
      const moved = settleOpeners(openers, out, next);
      push(next !== undefined && isTextToken(next) ? next.slice(0, moved) : '');
      for (const opener of openers) push(opener);
      if (isTextToken(next)) {
        push(next.slice(moved));
        at += 1;
      }
    }
  }
  return out;
};

/** Marks of another character count as punctuation for each other: of such a cluster the deletion is kept. */
const dropMixed = (cluster: readonly Delimiter[]): void => {
  if (!cluster.some(({ span }) => span.open === '~~')) return;
  for (const { span } of cluster) if (span.open !== '~~') span.isDropped = true;
};

const before = (out: readonly Token[]): Side => flankingSide(lastCharacter(tokenSource(out.at(-1) ?? '')));
const after = (next: Token | undefined): Side => flankingSide(firstCharacter(tokenSource(next ?? '')));

const drop = (delimiters: readonly Delimiter[]): void => {
  for (const { span } of delimiters) span.isDropped = true;
};

/** Returns how many characters of the following text move out of the spans that open here. */
const settleOpeners = (
  openers: readonly Delimiter[],
  out: readonly Token[],
  next: Token | undefined,
): number => {
  const [outside, inside] = [before(out), after(next)];
  let moved = 0;
  if (!surelyFlanks(outside, inside)) {
    moved = isTextToken(next) ? (leading.exec(next)?.[0].length ?? 0) : 0;
    if (!isTextToken(next) || moved === 0 || moved === next.length) {
      drop(openers);
      return 0;
    }
    return moved;
  }
  if (mayFlank(inside, outside)) for (const { span } of openers) span.isTwoWay = true;
  return moved;
};

/** Takes from `out` the text that moves behind the spans that close here, and returns it. */
const settleClosers = (closers: readonly Delimiter[], out: Token[], next: Token | undefined): string => {
  const [inside, outside] = [before(out), after(next)];
  if (surelyFlanks(outside, inside)) {
    if (mayFlank(inside, outside)) for (const { span } of closers) span.isTwoWay = true;
    return '';
  }
  const last = out.at(-1);
  const size = isTextToken(last) ? trailingLength(last) : 0;
  if (!isTextToken(last) || size === 0 || size === last.length) {
    drop(closers);
    return '';
  }
  out[out.length - 1] = last.slice(0, -size);
  return last.slice(-size);
};

const isStar = (token: Token | undefined): token is Delimiter =>
  isFlankedDelimiter(token) && token.span.open !== '~~' && !token.span.isDropped;

const dropNested = (tokens: Token[]): Token[] => {
  const open: Delimiter[] = [];
  for (const token of tokens) {
    if (!isStar(token)) continue;
    if (token.kind === 'close') open.pop();
    else if (open.length > 0 && (token.span.isTwoWay || open.some(({ span }) => span.isTwoWay)))
      token.span.isDropped = true;
    else open.push(token);
  }
  return tokens;
};
