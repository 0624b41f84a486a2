import type { DomElement, DomNode } from '../dom/dom.ts';
import { summarizeText, textCount } from '../dom/text-summary.ts';
import { guardedIn } from './guarded.ts';
import { isMadeOfLinks } from './frame-block.ts';
import { isProse, type TextRun } from './prose.ts';

/** Numbers of the first and the last text in an element; they ascend in document order. */
interface Range {
  readonly first: number;
  readonly last: number;
}

type Ranges = ReadonlyMap<DomElement, Range>;

/** Recursion is as deep as the parser nests: `limits.domDepthMax`. */
const rangesIn = (element: DomElement, ranges: Map<DomElement, Range>): Range | null => {
  let first = -1;
  let last = -1;
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    const range =
      node.nodeType === 1
        ? rangesIn(node, ranges)
        : node.mark >= 0 && textCount(node).ink > 0
          ? { first: node.mark, last: node.mark }
          : null;
    if (range === null) continue;
    if (first === -1) first = range.first;
    last = range.last;
  }
  if (first === -1) return null;
  const range = { first, last };
  ranges.set(element, range);
  return range;
};

/**
 * A set of text numbers. It answers questions about a range in one step, however many ranges there are and however they
 * nest.
 */
class MarkSet {
  /** For each number, how many members of the set are below it. */
  readonly #below: Int32Array;

  constructor(ranges: readonly Range[], size: number) {
    const steps = new Int32Array(size + 1);
    for (const { first, last } of ranges) {
      steps[first] = (steps[first] ?? 0) + 1;
      steps[last + 1] = (steps[last + 1] ?? 0) - 1;
    }
    this.#below = new Int32Array(size + 1);
    let [depth, count] = [0, 0];
    for (let at = 0; at < size; at += 1) {
      depth += steps[at] ?? 0;
      if (depth > 0) count += 1;
      this.#below[at + 1] = count;
    }
  }

  touches({ first, last }: Range): boolean {
    return (this.#below[last + 1] ?? 0) > (this.#below[first] ?? 0);
  }
}

const single = (mark: number): Range => ({ first: mark, last: mark });

const isProseOutsideCaptions = (run: TextRun): boolean =>
  isProse(run) && run.block.localName !== 'figcaption' && run.block.parentNode?.localName !== 'figcaption';

interface Verdict {
  readonly kept: MarkSet;
  /** Texts that are prose or stand in guarded elements. */
  readonly worth: MarkSet;
  readonly area: Range;
}

const headingName = /^h[1-6]$/;
const isHeading = (node: DomNode): boolean => node.nodeType === 1 && headingName.test(node.localName);

const stays = (node: DomNode, { kept, worth, area }: Verdict, ranges: Ranges): boolean => {
  if (node.nodeType !== 1)
    return !('mark' in node) || node.mark < 0 || (node.mark >= area.first && node.mark <= area.last);
  const range = ranges.get(node);
  if (range === undefined) return true;
  if (range.last < area.first || range.first > area.last) return false;
  if (kept.touches(range)) return true;
  return worth.touches(range) && !isMadeOfLinks(node);
};

/** Removes from `element` everything that is neither kept nor worth keeping. Recursion as above. */
const prune = (element: DomElement, verdict: Verdict, ranges: Ranges): void => {
  // From the end, so that a heading knows whether the block below it has stayed.
  let isOverNothing = false;
  for (let node = element.lastChild; node !== null;) {
    const before: DomNode | null = node.previousSibling;
    const range = node.nodeType === 1 ? ranges.get(node) : undefined;
    const isDropped = !stays(node, verdict, ranges);
    const isLost: boolean =
      isHeading(node) && range !== undefined && isOverNothing && !verdict.kept.touches(range);
    if (isDropped || isLost) node.remove();
    else if (range !== undefined) prune(node as DomElement, verdict, ranges);
    if (range !== undefined) isOverNothing = isDropped || isLost;
    node = before;
  }
};

const singleNames = new Set(['div', 'section', 'article', 'main', 'center', 'form', 'font', 'span']);

/** Returns the innermost division that holds all of the text of `root`. */
const innermost = (root: DomElement): DomElement => {
  let at = root;
  for (;;) {
    const { length } = summarizeText(at);
    let only: DomElement | null = null;
    for (let child = at.firstElementChild; child !== null; child = child.nextElementSibling)
      if (summarizeText(child).length === length) only = child;
    if (only === null || !singleNames.has(only.localName)) return at;
    at = only;
  }
};

const areaOf = (marks: Iterable<number>): Range => {
  const area = { first: Number.POSITIVE_INFINITY, last: -1 };
  for (const mark of marks) {
    area.first = Math.min(area.first, mark);
    area.last = Math.max(area.last, mark);
  }
  return area;
};

/** The place of an element that no score may remove. */
export interface GuardedRange extends Range {
  readonly isHeading: boolean;
}

/** Returns the elements of a tree that have text and that no score may remove, in document order. */
export const guardedRanges = (body: DomElement): GuardedRange[] => {
  const ranges = new Map<DomElement, Range>();
  rangesIn(body, ranges);
  return guardedIn(body).flatMap((element) => {
    const range = ranges.get(element);
    return range === undefined ? [] : [{ ...range, isHeading: isHeading(element) }];
  });
};

/**
 * Says whether an answer has left out a guarded element between its first and its last text. A heading counts if the
 * text after it is kept, or is itself in a guarded element: a heading over a block that was left out belongs to that
 * block.
 *
 * @param kept numbers of the texts that the answer holds.
 */
export const losesGuarded = (
  runs: readonly TextRun[],
  guarded: readonly GuardedRange[],
  kept: ReadonlySet<number>,
): boolean => {
  const area = areaOf(kept);
  const set = new MarkSet([...kept].map(single), sizeOf(runs));
  const lost = guarded.filter(
    (range) => range.first > area.first && range.last < area.last && !set.touches(range),
  );
  if (lost.some((range) => !range.isHeading)) return true;
  const marks = runs.flatMap((run) => run.marks);
  const nextOf = new Map(marks.map((mark, at) => [mark, marks[at + 1] ?? -1]));
  return lost.some(({ last }) => kept.has(nextOf.get(last) ?? -1));
};

const sizeOf = (runs: readonly TextRun[]): number => (runs.at(-1)?.marks.at(-1) ?? 0) + 1;

/**
 * Fills the gaps of an answer. From the page as it was before, it keeps everything between the first and the last text
 * of the answer, except blocks that the answer left out and that are made of links, or are neither prose nor guarded.
 *
 * @param kept numbers of the texts that the answer holds.
 * @param withProse whether to add prose that was left out, or guarded elements only.
 */
export const fillGaps = (
  body: DomElement,
  runs: readonly TextRun[],
  kept: ReadonlySet<number>,
  withProse: boolean,
): DomElement => {
  const ranges = new Map<DomElement, Range>();
  const whole = rangesIn(body, ranges);
  if (whole === null) return body;
  const size = whole.last + 1;
  const worth = [
    ...(withProse ? runs.filter(isProseOutsideCaptions).flatMap(({ marks }) => marks.map(single)) : []),
    ...guardedIn(body).flatMap((element) => ranges.get(element) ?? []),
  ];
  const verdict = {
    kept: new MarkSet([...kept].map(single), size),
    worth: new MarkSet(worth, size),
    area: areaOf(kept),
  };
  prune(body, verdict, ranges);
  return innermost(body);
};
