import { isTaskBox } from '../../dom/check-box.ts';
import { collapsed, elementsWithin } from '../../dom/dom-walk.ts';
import type { DomElement } from '../../dom/dom.ts';
import { namesIn } from '../../passes/pass.ts';
import { isWordInText } from '../../passes/words-in-text.ts';
import { holdsAny, summarizeText } from '../../dom/text-summary.ts';
import { framePart, namedFrameParts } from './frame-names.ts';
import { isBeside, isEmptyAnchor, isEmptyPermalink } from './permalinks.ts';
import { isTailLine } from './tail-lines.ts';

const callOutNames =
  /^(?:admonition|callout|call-out|note|tip|hint|warning|caution|important|info|danger|error|success|example|alert|theme-admonition|footnotes?|topic|sidebar|starlight-aside)s?(?:$|[-_])/i;

/** Boxes within the text that stress a part of it. Themes mark them up as asides. */
const isCallOut = ({ className }: DomElement): boolean =>
  className !== '' && className.split(/\s+/).some((name) => callOutNames.test(name));

/** Most links of a box that are examined; a box with more is a menu. */
const linksMax = 1_000;

const linkedShareOf = (element: DomElement): number => {
  const { length } = summarizeText(element);
  if (length === 0) return 1;
  let linked = 0;
  for (const link of elementsWithin(element, ['a'], linksMax)) linked += summarizeText(link).length;
  return linked / length;
};

/** Boxes of links beside the text. */
const linkedShareMin = 0.6;

const contentElements = namesIn('h1 h2 h3 h4 h5 h6 pre table dl body');
const contentNames = ['h1', 'pre', 'table', 'dl'];

const isBesideBox = (element: DomElement): boolean =>
  !isCallOut(element) && !holdsAny(element, contentNames) && linkedShareOf(element) >= linkedShareMin;

/** Says whether an element is the box of a task, or its label. */
const isTask = (element: DomElement): boolean =>
  element.localName === 'label' ? elementsWithin(element, ['input'], 1).some(isTaskBox) : isTaskBox(element);

const textNames = ['h1', 'h2', 'pre', 'p', 'li', 'table', 'code'];

/** Says whether an element is the name of a tab, whose text stands behind it. */
const isTabName = ({ localName, className }: DomElement): boolean =>
  localName === 'label' && /(?:^|[-_\s])tab/i.test(className);

/**
 * Says whether an element is a control. A form around text is none, nor is a label that names a tab or holds all of the
 * text.
 */
const isControl = (element: DomElement): boolean => {
  const { localName } = element;
  if (isTask(element) || isTabName(element)) return false;
  return !holdsAny(element, localName === 'label' || localName === 'form' ? textNames : contentNames);
};

const barNames = namesIn('p div ul span td small');
const barCharactersMax = 200;
const barWords =
  /^(?:(?:next|prev(?:ious)?|up|home|top|contents|index|forward|back|first|last)(?: (?:page|chapter|section|topic|article|lesson))?|[«»‹›←→<>|[\]·•:,–—\s-])+$/i;

/** Says whether an element is a bar of links to the pages before and after, with no further words. */
const isPageBar = (element: DomElement): boolean => {
  if (!barNames.has(element.localName)) return false;
  const { length } = summarizeText(element);
  if (length === 0 || length > barCharactersMax || elementsWithin(element, ['a'], 2).length < 2) return false;
  return barWords.test(collapsed(element.textContent));
};

/**
 * Says whether an element is a landmark around a page's content, such as `nav`. A landmark around a title or code is a
 * theme's mistake, and is none.
 */
export const isLandmark = (element: DomElement): boolean =>
  (namedFrameParts(element) & framePart.landmark) !== 0 &&
  !holdsAny(element, ['h1', 'pre']) &&
  !isCallOut(element);

/** A masthead holds the site's name and motto, and little more. */
const mastheadCharactersMax = 120;

const isMasthead = (element: DomElement): boolean => {
  const { length, linkLength } = summarizeText(element);
  return (
    length - linkLength <= mastheadCharactersMax &&
    !holdsAny(element, ['h1', 'h2', ...contentNames]) &&
    !isWordInText(element)
  );
};

/**
 * Says whether an element has the name of a site's motto. Within the place of a page's content it is the motto of what
 * the page is about.
 */
export const isMotto = ({ classes }: DomElement): boolean => classes.list.includes('tagline');

/** Says whether an element is a part of the frame around a page's content, by names that many themes use. */
export const isFramePart = (element: DomElement): boolean => {
  const { localName } = element;
  const parts = namedFrameParts(element);
  if (localName === 'a') {
    if (isEmptyPermalink(element)) return true;
    if ((parts & framePart.anchor) !== 0 && isEmptyAnchor(element)) return true;
    return ((parts & framePart.named) !== 0 && isBeside(element)) || isTailLine(element);
  }
  if (contentElements.has(localName)) return isTailLine(element);
  if ((parts & (framePart.named | framePart.anchor)) !== 0) return !holdsAny(element, contentNames);
  if ((parts & framePart.control) !== 0) return isControl(element);
  if ((parts & framePart.masthead) !== 0 && isMasthead(element)) return true;
  if ((parts & framePart.beside) !== 0 && isBesideBox(element)) return true;
  return isPageBar(element) || isTailLine(element);
};
