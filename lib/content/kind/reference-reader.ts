import { findAncestor, elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { restoreHeading } from '../main-content.ts';
import { holdsAny } from '../dom/text-summary.ts';
import type { PassRecord } from '../passes/run-passes.ts';
import type { KindReader } from './reader.ts';
import { isFramePart, isLandmark, isMotto } from './reference/frame-parts.ts';
import { type Generator } from './reference/generator.ts';
import { findMainPlace } from './reference/main-place.ts';
import { matchesAny, selectorsIn } from './reference/marks.ts';
import { isWholeHeading } from './reference/permalinks.ts';
import { isOwnContents } from './reference/own-contents.ts';
import { rewrite, unlinkHeadings } from './reference/rewrite.ts';
import { bringTitle, raiseTitle } from './reference/page-title.ts';
import { removeAround, removeEdgeRules, removeFrame } from './reference/remove-frame.ts';
import { detectGenerator, isGeneratedWhole } from './reference/known-generator.ts';

/** Says whether a heading is the site's, because it stands in its bars and menus. */
const isInFrame = (heading: DomElement, generator: Generator | null): boolean => {
  const frame = selectorsIn(`nav @navigation footer @contentinfo ${generator?.frame ?? ''}`);
  return matchesAny(heading, frame) || findAncestor(heading, (outer) => matchesAny(outer, frame)) !== null;
};

/**
 * Where a generator or landmarks show the frame, the frame may be nearly all of a page: trees of links beside three
 * lines of text.
 */
const sureShareMax = 0.97;
const ownContents = { name: 'own-contents', reason: 'lists the headings of the page itself', shareMax: 0.6 };
const landmarks = { name: 'landmarks', reason: 'stands around the content', shareMax: sureShareMax };
const named = { name: 'frame', reason: 'leads elsewhere, or is operated and not read', shareMax: 0.6 };

const removeGeneratorFrame = (
  body: DomElement,
  main: DomElement,
  { name, frame, rewrites }: Generator,
  record: PassRecord,
): void => {
  const rule = { name: 'generator', reason: `${name} puts it around the content`, shareMax: sureShareMax };
  if (main !== body) removeAround(body, main, rule, record);
  const selectors = selectorsIn(frame);
  rewrite(main, rewrites ?? []);
  const isFrame = (element: DomElement): boolean =>
    matchesAny(element, selectors) && !isWholeHeading(element);
  removeFrame(main, { ...rule, matches: isFrame }, record);
};

/** Reads documentation: removes the frame that its generator puts around it, and keeps all of the rest. */
export const readReference: KindReader = ({ page, metadata, heading, found, record, url }) => {
  const { body } = page;
  const generator = detectGenerator(
    [page.documentElement, ...elementsWithin(page.documentElement, null)],
    metadata,
  );
  const isWholePage = generator !== null && isGeneratedWhole(generator, metadata);
  const main = findMainPlace(body, generator, isWholePage);
  const isOwn = heading !== null && !isInFrame(heading.element, generator);
  if (generator !== null) bringTitle(body, main, generator);
  if (generator !== null) removeGeneratorFrame(body, main, generator, record);
  const isContents = (element: DomElement): boolean => isOwnContents(element, url);
  removeFrame(main, { ...ownContents, matches: isContents }, record);
  removeFrame(main, { ...landmarks, matches: isLandmark }, record);
  const isNamed = (element: DomElement): boolean =>
    isFramePart(element) && (main === body || !isMotto(element));
  removeFrame(main, { ...named, matches: isNamed }, record);
  removeEdgeRules(main);
  unlinkHeadings(main);
  raiseTitle(main, metadata.title);
  const own = isOwn ? heading : null;
  if (!holdsAny(main, ['h1'])) restoreHeading(main, own);
  return { root: main, heading: own, record, foundBy: main === body ? 'body' : 'container', found };
};
