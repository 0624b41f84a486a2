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
import { marksAcross, pairedMarks, wordsWithin } from './paired-marks.ts';

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
 * (`**bold,**word` becomes `**bold**,word`). Brackets and quotation marks move with what they hold, or both move out
 * around the emphasis. Emphasis that would still not be recognized loses its marks.
 *
 * 1. Each cluster of adjacent marks is one delimiter run, which must flank the text it marks. A cluster that ends one
 * span and begins another would be ambiguous, so the second span is dropped.
 * 2. A run that may both open and close (inside a word) is matched by rules that count lengths. It is read as meant if
 * there is no other emphasis around it or inside.
 */
export const settleEmphasis = (tokens: readonly Token[]): Token[] => dropNested(flankText(tokens));

const flankText = (tokens: readonly Token[]): Token[] => {
  const out: Token[] = [];
  const owed: Owed = new Map();
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
      const moved = settleClosers(closers, out, next, owed);
      for (const closer of closers) push(closer);
      push(moved);
    } else if (openers.length > 0) {
      const moved = settleOpeners(openers, out, tokens.slice(at, at + 1 + openers.length), owed);
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

/** How many characters at the end of a span's text move out with those that moved out at its beginning. */
type Owed = Map<Delimiter['span'], number>;

const isOnlyMarks = (text: string): boolean => trailingLength(text) === text.length;

const spansOf = (delimiters: readonly Delimiter[]): ReadonlySet<Delimiter['span']> =>
  new Set(delimiters.map(({ span }) => span));

/** Says whether tokens are the other ends of these delimiters, and nothing else. */
const areEnds = (tokens: readonly Token[], delimiters: readonly Delimiter[]): boolean => {
  const spans = spansOf(delimiters);
  return (
    tokens.length === delimiters.length &&
    tokens.every((token) => isDelimiter(token) && spans.has(token.span))
  );
};

/** Notes whether spans with these sides at one of their ends could also have their other end there. */
const noteSides = (delimiters: readonly Delimiter[], inside: Side, outside: Side): void => {
  if (mayFlank(inside, outside)) for (const { span } of delimiters) span.isTwoWay = true;
};

/**
 * Returns how many characters of a text move out of the spans that open before it. If its first marks hold all of it,
 * those at its end are owed.
 *
 * @param size How many marks it begins with.
 * @param follow As many of the next tokens as spans open.
 */
const movedAtStart = (
  text: string,
  size: number,
  openers: readonly Delimiter[],
  follow: readonly Token[],
  owed: Owed,
): number => {
  const pair = pairedMarks(text).findLast(({ open, close }) => open < size && close >= size);
  if (pair === undefined) return size;
  if (!isOnlyMarks(text.slice(pair.close + 1))) {
    const rest = text.slice(pair.close + 1);
    return text.length - rest.trimStart().length;
  }
  if (!areEnds(follow, openers)) return size;
  const { start, end } = wordsWithin(text, pair);
  for (const { span } of openers) owed.set(span, text.length - end);
  return start;
};

/** Returns how many characters of the following text move out of the spans that open here. */
const settleOpeners = (
  openers: readonly Delimiter[],
  out: readonly Token[],
  [next, ...follow]: readonly Token[],
  owed: Owed,
): number => {
  const [outside, inside] = [before(out), after(next)];
  if (surelyFlanks(outside, inside)) {
    noteSides(openers, inside, outside);
    return 0;
  }
  const size = isTextToken(next) ? (leading.exec(next)?.[0].length ?? 0) : 0;
  if (!isTextToken(next) || size === 0 || size === next.length) {
    drop(openers);
    return 0;
  }
  const moved = movedAtStart(next, size, openers, follow, owed);
  if (moved !== size) noteSides(openers, after(next.slice(moved)), before([next.slice(0, moved)]));
  return moved;
};

/** Takes the last `size` characters from the text at the end of `out`, and returns them. */
const takeEnd = (out: Token[], closers: readonly Delimiter[], size: number, outside: Side): string => {
  const last = tokenSource(out.at(-1) ?? '');
  const [kept, moved] = [last.slice(0, -size), last.slice(-size)];
  out[out.length - 1] = kept;
  noteSides(closers, before([kept]), moved === '' ? outside : after(moved));
  return moved;
};

/**
 * Moves marks at the beginning of the text at the end of `out` before the spans that open there and close here. Returns
 * whether it could.
 */
const moveStart = (out: Token[], closers: readonly Delimiter[], size: number): boolean => {
  const at = out.length - 1 - closers.length;
  const last = out.at(-1);
  if (at < 0 || !isTextToken(last) || !areEnds(out.slice(at, -1), closers)) return false;
  const marks = last.slice(0, size);
  out[out.length - 1] = last.slice(size);
  const ahead = out[at - 1];
  if (isTextToken(ahead)) out[at - 1] = ahead + marks;
  else out.splice(at, 0, marks);
  // What was known of the beginning is no longer true.
  for (const { span } of closers) span.isTwoWay = false;
  noteSides(closers, after(last.slice(size)), before([marks]));
  return true;
};

/** Takes from `out` the text that moves behind the spans that close here, and returns it. */
const settleClosers = (
  closers: readonly Delimiter[],
  out: Token[],
  next: Token | undefined,
  owed: Owed,
): string => {
  const [inside, outside] = [before(out), after(next)];
  const [first] = closers;
  const debt = first === undefined ? undefined : owed.get(first.span);
  if (debt !== undefined) return takeEnd(out, closers, debt, outside);
  if (surelyFlanks(outside, inside)) {
    noteSides(closers, inside, outside);
    return '';
  }
  const last = out.at(-1);
  const size = isTextToken(last) ? trailingLength(last) : 0;
  if (!isTextToken(last) || size === 0 || size === last.length) {
    drop(closers);
    return '';
  }
  const pair = marksAcross(last, last.length - size);
  if (pair !== null) {
    const head = last.slice(0, pair.open).trimEnd();
    if (!isOnlyMarks(head)) return takeEnd(out, closers, last.length - head.length, outside);
    const { start, end } = wordsWithin(last, pair);
    if (moveStart(out, closers, start)) return takeEnd(out, closers, last.length - end, outside);
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
