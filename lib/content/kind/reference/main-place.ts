import { elementNode, isElement, nextNode, nodeAfter } from '../../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../../dom/dom.ts';
import { holdsAny, summarizeText } from '../../dom/text-summary.ts';
import { isFramePart, isLandmark } from './frame-parts.ts';
import type { Generator } from './generator.ts';
import { matchesAny, selectorsIn, type Selectors } from './marks.ts';

/** Landmarks of a page's main part, the surest first, and names that many sites give it. */
const landmarks =
  'main @main article #main-content #bodyContent #mw-content-text .markdown-body .main-content #content ' +
  '#main .content .documentation .document';

/** A place with a smaller share of the page's text is one part among others. */
const shareMin = 0.25;

const proseOf = (element: DomElement): number => {
  const { length, linkLength } = summarizeText(element);
  return Math.max(0, length - linkLength);
};

/**
 * Returns the one element that a selector matches, counting outermost elements only. Returns null if several match,
 * since a page has one main part.
 */
const placeBy = (body: DomElement, selectors: Selectors): DomElement | null => {
  let place: DomElement | null = null;
  let node: DomNode | null = body.firstChild;
  while (node !== null) {
    const at: DomNode = node;
    const isPlace = at.nodeType === elementNode && matchesAny(at, selectors) && summarizeText(at).length > 0;
    node = isPlace ? nodeAfter(at, body) : nextNode(at, body);
    if (!isPlace) continue;
    if (place !== null) return null;
    place = at;
  }
  return place;
};

/** An element beside the main part with less prose than this, in characters, may be a footer or a notice. */
const besideMin = 600;

/**
 * Says whether content stands beside a place: code, or prose that is a good part of the place's own, in an element that
 * nothing calls frame. Another version of a generator may put its content elsewhere.
 */
const leavesContent = (body: DomElement, place: DomElement, { frame }: Generator): boolean => {
  const selectors = selectorsIn(frame);
  const proseMin = Math.max(besideMin, shareMin * proseOf(place));
  const isContent = (element: DomElement): boolean =>
    !matchesAny(element, selectors) &&
    !isLandmark(element) &&
    !isFramePart(element) &&
    (holdsAny(element, ['pre']) || proseOf(element) >= proseMin);
  for (let at = place; at !== body && at.parentNode !== null; at = at.parentNode)
    if (at.parentNode.childNodes.some((child) => child !== at && isElement(child) && isContent(child)))
      return true;
  return false;
};

/**
 * Finds the place of a page's content: where its generator puts it, or by landmarks. Returns all of the body if neither
 * is found, if a landmark has too little of the text to be the page's, if content stands beside the generator's place,
 * or if the generator wrote all of the page.
 */
export const findMainPlace = (
  body: DomElement,
  generator: Generator | null,
  isWholePage: boolean,
): DomElement => {
  if (generator !== null) {
    for (const selector of selectorsIn(generator.main)) {
      const found = placeBy(body, new Set([selector]));
      if (found !== null) return leavesContent(body, found, generator) ? body : found;
    }
  }
  if (isWholePage) return body;
  const whole = proseOf(body);
  for (const selector of selectorsIn(landmarks)) {
    const found = placeBy(body, new Set([selector]));
    if (found !== null && proseOf(found) >= shareMin * whole) return found;
  }
  return body;
};
