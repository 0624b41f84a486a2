import { EscapedText, writeAddresses } from './escaped-text.ts';
import { firstCharacter, lastCharacter, mayFlank, flankingSide, type Side } from './flanking.ts';
import { isDelimiter, isFlanked, isTextToken, tokenSource, type Token } from './inline-token.ts';
import { escapeBlockStart } from './line-start.ts';

/**
 * Text of a page as Markdown text. Characters that would be read as markup get a backslash (CommonMark section 2.4),
 * and no others do, so that a search for `file_name` finds it. A paragraph is judged as a whole: a `_` opens nothing
 * unless another closes it.
 */

/** Characters that may need a backslash; nearly all texts have none of them. */
const special = /[\\*_`~[\]<&!]/;

export const mayNeedEscapes = (text: string): boolean => special.test(text);

/** The context of a paragraph. */
export interface EscapeContext {
  /** Whether `[1]` would be a link, because links are written by reference. */
  readonly hasReferences: boolean;
}

/** A run of one character in a text, with the characters beside it. */
interface CharacterRun {
  readonly token: number;
  readonly at: number;
  readonly length: number;
  readonly mayOpen: boolean;
  readonly mayClose: boolean;
}

const runsOf = (tokens: readonly Token[], character: string): CharacterRun[] => {
  const found: CharacterRun[] = [];
  for (const [index, token] of tokens.entries()) {
    if (!isTextToken(token)) continue;
    let at = token.indexOf(character);
    while (at !== -1) {
      let end = at + 1;
      while (token[end] === character) end += 1;
      const left =
        at === 0
          ? neighbour(tokens, index, -1)
          : flankingSide(lastCharacter(token.slice(Math.max(0, at - 2), at)));
      const right =
        end === token.length
          ? neighbour(tokens, index, 1)
          : flankingSide(firstCharacter(token.slice(end, end + 2)));
      const isLeft = mayFlank(left, right);
      const isRight = mayFlank(right, left);
      // An underscore inside a word opens and closes nothing.
      const isInWord = character === '_' && left === 'other' && right === 'other';
      found.push({
        token: index,
        at,
        length: end - at,
        mayOpen: isLeft && !isInWord,
        mayClose: isRight && !isInWord,
      });
      at = token.indexOf(character, end);
    }
  }
  return found;
};

/**
 * Returns the kind of character beside a text. Beside emphasis that readers may or may not recognize, assumes the
 * worst.
 */
const neighbour = (tokens: readonly Token[], index: number, step: 1 | -1): Side => {
  const beside = tokens[index + step];
  if (beside === undefined) return 'space';
  if (isDelimiter(beside) && isFlanked(beside.span)) return 'symbol';
  const source = tokenSource(beside);
  return flankingSide(step === 1 ? firstCharacter(source) : lastCharacter(source));
};

/** Says whether one of the runs could begin a pair. */
const mayPair = (runs: readonly CharacterRun[]): boolean => {
  let isOpen = false;
  for (const { mayOpen, mayClose } of runs) {
    if (isOpen && mayClose) return true;
    isOpen ||= mayOpen;
  }
  return false;
};

type Cuts = Map<number, Set<number>>;

const mark = (cuts: Cuts, token: number, at: number): void => {
  const known = cuts.get(token);
  if (known === undefined) cuts.set(token, new Set([at]));
  else known.add(at);
};

const markRun = (cuts: Cuts, { token, at, length }: CharacterRun): void => {
  for (let one = at; one < at + length; one += 1) mark(cuts, token, one);
};

const hasSpan = (tokens: readonly Token[], opens: readonly string[]): boolean =>
  tokens.some((token) => isDelimiter(token) && !token.span.isDropped && opens.includes(token.span.open));

const markEmphasis = (tokens: readonly Token[], cuts: Cuts, has: (character: string) => boolean): void => {
  for (const [character, opens] of [
    ['*', ['*', '**']],
    ['_', []],
    ['~', ['~~']],
  ] as const) {
    if (!has(character)) continue;
    const runs = runsOf(tokens, character);
    if (!hasSpan(tokens, opens) && !mayPair(runs)) continue;
    for (const run of runs) if (run.mayOpen || run.mayClose) markRun(cuts, run);
  }
};

const markBackticks = (tokens: readonly Token[], cuts: Cuts): void => {
  const runs = runsOf(tokens, '`');
  const hasCode = tokens.some((token) => !isTextToken(token) && token.kind === 'code');
  if (hasCode || runs.length > 1) for (const run of runs) markRun(cuts, run);
};

/**
 * Marks brackets to escape: those that would make a link, an image or a footnote, and inside a link those without a
 * partner.
 */
class Brackets {
  readonly #cuts: Cuts;
  readonly #open: [number, number][] = [];
  #depth = 0;

  constructor(cuts: Cuts) {
    this.#cuts = cuts;
  }

  /** Begins or ends a link; the brackets inside a link pair with each other only. */
  boundary(kind: 'open' | 'close'): void {
    if (this.#depth > 0) for (const [token, at] of this.#open) mark(this.#cuts, token, at);
    this.#open.length = 0;
    this.#depth += kind === 'open' ? 1 : -1;
  }

  opening(token: number, at: number, next: string): void {
    if (next === '^') mark(this.#cuts, token, at);
    else this.#open.push([token, at]);
  }

  closing(token: number, at: number, next: string): void {
    const partner = this.#open.pop();
    if (next === '(' || (partner === undefined && this.#depth > 0)) mark(this.#cuts, token, at);
    if (next === '(' && partner !== undefined && this.#depth > 0) mark(this.#cuts, ...partner);
  }
}

const markBrackets = (tokens: readonly Token[], cuts: Cuts, hasReferences: boolean): void => {
  const brackets = new Brackets(cuts);
  for (const [index, token] of tokens.entries()) {
    if (!isTextToken(token)) {
      if (isDelimiter(token) && token.span.open === '[') brackets.boundary(token.kind);
      continue;
    }
    const following = firstCharacter(tokenSource(tokens[index + 1] ?? ''));
    for (const { 0: bracket, index: at } of token.matchAll(/[[\]!]/g)) {
      const next = at + 1 < token.length ? (token[at + 1] ?? '') : following;
      if (bracket === '!') {
        // An exclamation mark before a link would make it an image.
        if (at + 1 === token.length && next === '[') mark(cuts, index, at);
      } else if (hasReferences) mark(cuts, index, at);
      else if (bracket === '[') brackets.opening(index, at, next);
      else brackets.closing(index, at, next);
    }
  }
};

const markTags = (tokens: readonly Token[], cuts: Cuts): void => {
  // Behind the last `>` there can be no tag.
  let last = tokens.length - 1;
  while (last >= 0 && !tokenSource(tokens[last] ?? '').includes('>')) last -= 1;
  for (const [index, token] of tokens.entries()) {
    if (!isTextToken(token)) continue;
    const end = index < last ? Number.POSITIVE_INFINITY : index === last ? token.lastIndexOf('>') : -1;
    for (const { index: at } of token.matchAll(/<(?=[a-zA-Z/!?])/g)) {
      if (at < end || (index === 0 && at === 0)) mark(cuts, index, at);
    }
    for (const { index: at } of token.matchAll(/&(?=#?[a-zA-Z0-9]{1,31};)/g)) mark(cuts, index, at);
  }
};

const markBackslashes = (tokens: readonly Token[], cuts: Cuts): void => {
  for (const [index, token] of tokens.entries()) {
    if (!isTextToken(token) || !token.includes('\\')) continue;
    const following = firstCharacter(tokenSource(tokens[index + 1] ?? ''));
    for (const { index: at } of token.matchAll(/\\/g)) {
      const next = at + 1 < token.length ? (token[at + 1] ?? '') : following;
      if (/^[!-/:-@[-`{-~\n]?$/.test(next)) mark(cuts, index, at);
    }
  }
};

/**
 * Returns the tokens of one paragraph with their texts escaped. Does not escape what has a meaning only at the
 * beginning of a line.
 */
export const escapeTokens = (tokens: readonly Token[], { hasReferences }: EscapeContext): Token[] => {
  const cuts: Cuts = new Map();
  const all = tokens.map((token) => (isTextToken(token) ? token : '')).join('');
  const has = (character: string): boolean => all.includes(character);
  markEmphasis(tokens, cuts, has);
  if (has('`')) markBackticks(tokens, cuts);
  if (has('[') || has(']') || has('!')) markBrackets(tokens, cuts, hasReferences);
  if (has('<') || has('&')) markTags(tokens, cuts);
  if (has('\\')) markBackslashes(tokens, cuts);
  let links = 0;
  return tokens.map((token, index) => {
    if (isDelimiter(token) && token.span.open === '[') links += token.kind === 'open' ? 1 : -1;
    if (!isTextToken(token)) return token;
    const own = cuts.get(index);
    const hasAddress = links === 0 && token.includes('://');
    if (own === undefined && !hasAddress) return token;
    const escaped = new EscapedText(token, own === undefined ? [] : [...own].sort((a, b) => a - b));
    const next = tokens[index + 1];
    if (hasAddress)
      writeAddresses(escaped, token, next !== undefined && !isTextToken(next) && next.kind !== 'break');
    return escaped.toString();
  });
};

/** Escapes text inside brackets: an image's description, or a link's label. */
export const escapeLabel = (text: string): string =>
  escapeTokens([text], { hasReferences: true }).map(tokenSource).join('');

/** Escapes text that is a paragraph of its own. */
export const escapeText = (text: string): string =>
  escapeBlockStart(escapeTokens([text], { hasReferences: false }).map(tokenSource).join(''));

const targetEscapes: Record<string, string> = { '(': '%28', ')': '%29', '<': '%3C', '>': '%3E' };

/** Returns a link's target; a space or an unmatched bracket would end it (CommonMark section 6.3). */
export const linkTarget = (url: string): string =>
  /[()<>\s]/.test(url) ? url.replace(/[()<>\s]/g, (character) => targetEscapes[character] ?? '%20') : url;
