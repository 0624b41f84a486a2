import { findElements, type ParsedPage } from '../dom/document.ts';
import { commentNode, elementsById } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';

/** A part that was sent late, by its id, and the element in whose stead it stands, by its id. */
interface Placement {
  readonly part: string;
  readonly place: string;
  /** Says of a comment after the place by how much it opens or closes what was shown until the part came. */
  readonly depthOf?: (comment: string) => number;
}

/** As React has it in `ReactDOMFizzInstructionSetShared.js`: boundaries may stand within what is shown meanwhile. */
const boundaryDepth = (comment: string): number => {
  if (/^(?:\$[?~!]?|&)$/.test(comment)) return 1;
  return /^\/[$&]$/.test(comment) ? -1 : 0;
};

const reactBoundary = (part: string, place: string): Placement => ({ part, place, depthOf: boundaryDepth });

/** `$RC(place, part)`, `$RR(place, part, styles)` and `$RS(part, place)` of React, `$df` of Solid, `$af` of Marko. */
const calls =
  /\$(?:R([CRS])\("([^"\\]{1,200})","([^"\\]{1,200})"|df\("([^"\\]{1,200})"|af\("?([\w$.-]{1,200})"?[,)])/g;

const placementOf = ([, react, first = '', second = '', solid, marko]: RegExpExecArray): Placement => {
  if (react === 'S') return { part: first, place: second };
  if (react !== undefined) return reactBoundary(second, first);
  if (solid === undefined) return { part: `af${marko}`, place: `afph${marko}` };
  const end = `pl-${solid}`;
  return { part: solid, place: end, depthOf: (comment) => (comment === end ? -1 : 0) };
};

/** A page with more parts keeps the others where they were sent. */
const placementsMax = 5_000;

/** Returns what a page's scripts and instructions say, `placementsMax` at most. */
const placementsIn = (page: ParsedPage): Placement[] => {
  const found: Placement[] = [];
  for (const { textContent } of findElements(page, 'script'))
    for (const call of textContent.matchAll(calls)) {
      if (found.length >= placementsMax) return found;
      found.push(placementOf(call));
    }
  // Where a page may have no scripts of its own, a script in a file reads React's calls from attributes.
  for (const template of findElements(page, 'template')) {
    const [part, boundary, segment] = ['data-sid', 'data-bid', 'data-pid'].map((name) =>
      template.getAttribute(name),
    );
    if (part === null || part === undefined || found.length >= placementsMax) continue;
    if (boundary !== null && boundary !== undefined) found.push(reactBoundary(part, boundary));
    else if (segment !== null && segment !== undefined) found.push({ part, place: segment });
  }
  return found;
};

/** How many nodes are looked at for the ends of what was shown meanwhile, in all. */
const looksMax = 600_000;

/** Returns the comment that ends what was shown until the part came, or null if nothing says so. */
const endOfFallback = (
  place: DomElement,
  { depthOf }: Placement,
  looks: { left: number },
): DomNode | null => {
  if (depthOf === undefined) return null;
  let depth = 1;
  for (let at = place.nextSibling; at !== null && looks.left > 0; at = at.nextSibling) {
    looks.left -= 1;
    if (at.nodeType !== commentNode) continue;
    depth += depthOf(at.textContent);
    if (depth === 0) return at;
  }
  return null;
};

/** Says whether `element` is on the page, and not within `other`. */
const isApart = (element: DomElement, other: DomElement, { documentElement }: ParsedPage): boolean => {
  let at = element;
  while (at !== other && at.parentNode !== null) at = at.parentNode;
  return at === documentElement;
};

/**
 * Puts the parts of a page that its server sent late where the page's own scripts put them. React, Solid and Marko send
 * what is not ready behind the rest, hidden, with a call that moves it to its place; without scripts it would count as
 * text that nobody sees. What was shown until then goes. A part without a place stays where it is.
 */
export const placeStreamedParts = (page: ParsedPage): void => {
  const placements = placementsIn(page);
  if (placements.length === 0) return;
  const byId = elementsById(page.documentElement);
  const looks = { left: looksMax };
  for (const placement of placements) {
    const [part, place] = [byId.get(placement.part), byId.get(placement.place)];
    const parent = place?.parentNode ?? null;
    if (part === undefined || place === undefined || parent === null) continue;
    if (!isApart(place, part, page) || !isApart(part, place, page)) continue;
    const end = endOfFallback(place, placement, looks);
    for (let node = part.firstChild; node !== null; node = part.firstChild) parent.insertBefore(node, place);
    part.remove();
    if (end !== null)
      while (place.nextSibling !== null && place.nextSibling !== end) place.nextSibling.remove();
    place.remove();
  }
};
