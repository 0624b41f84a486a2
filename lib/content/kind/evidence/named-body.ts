import { elementsWithin, isText, nextNode } from '../../dom/dom-walk.ts';
import { classMatches } from '../../dom/class-names.ts';
import type { DomElement, DomNode } from '../../dom/dom.ts';
import { isProse, type TextRun } from '../prose.ts';

/** What an element holds that the page names as the body of its article. */
export interface NamedBody {
  /** Numbers of its first and its last text: those between them are its texts. */
  readonly first: number;
  readonly last: number;
  readonly prose: readonly TextRun[];
}

const isContent = classMatches(/(?:^|\s)(?:e-content|entry-content)(?:\s|$)/);

/**
 * Finds the only element that microdata name the body of the article, or else the only one that microformats name the
 * content of an entry. Returns null where there are several: entries of a list, posts of a forum.
 *
 * Sources: schema.org's `articleBody`; `e-content` of the microformat h-entry and `entry-content` of hAtom.
 *
 * @param runs those of the whole page.
 */
export const findNamedBody = (body: DomElement, runs: readonly TextRun[]): NamedBody | null => {
  const [items, entries]: [DomElement[], DomElement[]] = [[], []];
  for (const element of elementsWithin(body, null)) {
    if (element.pairs.length === 0) continue;
    if (element.getAttribute('itemprop') === 'articleBody') items.push(element);
    if (isContent(element)) entries.push(element);
  }
  const [only, ...others] = items.length > 0 ? items : entries;
  if (only === undefined || others.length > 0) return null;
  let [first, last] = [Number.POSITIVE_INFINITY, -1];
  for (let node: DomNode | null = only; node !== null; node = nextNode(node, only)) {
    if (!isText(node) || node.mark < 0) continue;
    first = Math.min(first, node.mark);
    last = Math.max(last, node.mark);
  }
  const isWithin = ({ marks: [mark = -1] }: TextRun): boolean => mark >= first && mark <= last;
  return { first, last, prose: runs.filter((run) => isWithin(run) && isProse(run)) };
};

/** Prose behind an answer is judged by passes as well: calls to subscribe, biographies of authors. */
const shareMin = 0.9;
/** A text begins with what it is about; so much in front of an answer is no note. Characters. */
const beginningMax = 200;

const lengthOf = (runs: readonly TextRun[]): number => runs.reduce((sum, { length }) => sum + length, 0);

/**
 * Says whether an answer that lies within a named body leaves out the beginning of its prose, or more than passes
 * would: it is a slide show within an article, which is longer than what was written, or one of its sections.
 *
 * @param kept numbers of the texts that the answer holds.
 */
export const isPartOfNamedBody = ({ first, last, prose }: NamedBody, kept: ReadonlySet<number>): boolean => {
  let firstKept = Number.POSITIVE_INFINITY;
  for (const mark of kept) {
    if (mark < first || mark > last) return false;
    firstKept = Math.min(firstKept, mark);
  }
  const isThere = ({ marks }: TextRun): boolean => marks.some((mark) => kept.has(mark));
  const beginning = prose.filter((run) => (run.marks[0] ?? 0) < firstKept && !isThere(run));
  return lengthOf(beginning) > beginningMax || lengthOf(prose.filter(isThere)) < shareMin * lengthOf(prose);
};
