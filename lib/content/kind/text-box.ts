import type { DomElement } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';
import { holdsGuardedData } from './guarded.ts';
import { collectTextRuns, isProse } from './prose.ts';

/** Returns the characters of running text in an element, outside of those for which `isLeftOut` holds. */
export const proseIn = (root: DomElement, isLeftOut?: (element: DomElement) => boolean): number =>
  collectTextRuns(root, isLeftOut).reduce((sum, run) => sum + (isProse(run) ? run.length : 0), 0);

/** With less prose than this, where it stands says too little. */
const proseCharactersMin = 500;
/** Least share of the page's prose in the box with its text. */
const proseShareMin = 0.95;
/** Least share of links in what stands beside the box: menus and footers that no name calls so. */
const linkShareMin = 0.5;
/** How often the box is narrowed; each time its text is read anew. */
const narrowedMax = 16;

/** Returns the child with nearly all prose, if what stands beside it is mostly links and holds no data. */
const innerBox = (box: DomElement, proseMin: number): DomElement | null => {
  const whole = summarizeText(box);
  const children = box.childNodes.filter((node): node is DomElement => node.nodeType === 1);
  const inner = children.find(
    (child) => summarizeText(child).length >= proseMin && proseIn(child) >= proseMin,
  );
  if (inner === undefined) return null;
  const part = summarizeText(inner);
  const beside = whole.length - part.length;
  if (whole.linkLength - part.linkLength < linkShareMin * beside) return null;
  return children.some((child) => child !== inner && holdsGuardedData(child, true)) ? null : inner;
};

/**
 * Finds the box with the text of a page that calls nothing its main part: nearly all prose stands in it, and mostly
 * links stand beside it. Returns the body where there is none.
 */
export const findTextBox = (body: DomElement): DomElement => {
  const prose = proseIn(body);
  if (prose < proseCharactersMin) return body;
  let box = body;
  for (let at = 0; at < narrowedMax; at += 1) {
    const inner = innerBox(box, proseShareMin * prose);
    if (inner === null) break;
    box = inner;
  }
  return box;
};
