import { collapsed, elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { detectAdmonition } from './admonition.ts';
import { headingNames } from './element-names.ts';

/** Levels of a page's headings in its Markdown, and the page's title. */
export interface HeadingLevels {
  readonly levels: ReadonlyMap<DomElement, number>;
  /** The heading that is the page's title and is written before everything else. */
  readonly title: DomElement | null;
  /** The title as text, if no heading is the title. */
  readonly text: string | null;
}

const deepest = 6;

const isAdmonitionTitle = (heading: DomElement): boolean => {
  let at = heading.parentNode;
  for (let up = 0; at !== null && up < 2; up += 1, at = at.parentNode) {
    if (detectAdmonition(at)?.title === heading) return true;
  }
  return false;
};

const headingsOf = (root: DomElement): DomElement[] =>
  elementsWithin(root, headingNames).filter(
    (heading) =>
      (summarizeText(heading).length > 0 || holdsAny(heading, ['img'])) && !isAdmonitionTitle(heading),
  );

const depthOf = ({ localName }: DomElement): number => Number(localName[1]);

const textOf = (heading: DomElement): string => collapsed(heading.textContent).toLowerCase();

/**
 * Returns the heading that is the page's title: one of the first two levels with its text; or else the only first-level
 * heading; or else the first heading, if it has the title's text, or much of it and none is of the first level.
 */
const titleIn = (headings: readonly DomElement[], title: string | null): DomElement | null => {
  const [first] = headings;
  const top = headings.filter((heading) => depthOf(heading) === 1);
  const wanted = title?.toLowerCase() ?? null;
  const same =
    wanted === null
      ? undefined
      : headings.find((heading) => depthOf(heading) <= 2 && textOf(heading) === wanted);
  if (same !== undefined && (depthOf(same) === 1 || top.length === 0)) return same;
  if (top.length === 1) return top[0] ?? null;
  if (first !== undefined && wanted !== null) {
    // Anywhere else it would leave its section to the heading before it.
    if (textOf(first) === wanted) return first;
    if (top.length === 0 && saysTheSame(textOf(first), wanted)) return first;
  }
  return top.length > 0 && wanted === null ? (top[0] ?? null) : null;
};

/** A short heading may stand in many titles, so it has to be a good part of the title. */
const saysTheSame = (heading: string, title: string): boolean =>
  (title.includes(heading) && heading.length >= 0.4 * title.length) ||
  (heading.includes(title) && title.length >= 0.4 * heading.length);

/**
 * Assigns levels to headings. The title is the only first-level heading. Every other one gets the level below the
 * nearest heading before it that is above it on the page: relative depth is kept, and no level is left out.
 *
 * @param isTitleExcluded whether the page has a title that is not wanted: the others keep their levels below it.
 */
export const assignHeadingLevels = (
  root: DomElement,
  title: string | null,
  isTitleExcluded = false,
): HeadingLevels => {
  const headings = headingsOf(root);
  const own = titleIn(headings, title);
  const levels = new Map<DomElement, number>();
  const above: number[] = [];
  const hasTitle = isTitleExcluded || own !== null || (title !== null && title !== '');
  for (const heading of headings) {
    if (heading === own) {
      levels.set(heading, 1);
      continue;
    }
    const depth = depthOf(heading);
    while (above.length > 0 && (above.at(-1) ?? 0) >= depth) above.pop();
    levels.set(heading, Math.min(deepest, above.length + (hasTitle ? 2 : 1)));
    above.push(depth);
  }
  return { levels, title: own, text: own === null && title !== '' ? title : null };
};

/** Levels as the page has them, for a part that the request named. */
export const ownLevels: HeadingLevels = { levels: new Map(), title: null, text: null };
