import { limits } from '../../limits/limits.ts';
import { createElement, findElements, parsePage, type ParsedPage } from '../dom/document.ts';
import { elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { settleTree } from '../dom/settle.ts';
import { shownIn } from '../dom/shown-elements.ts';
import { isContentFrame } from './shown-frames.ts';

/** Most frames of a page whose documents are read, and what all of these documents may have together. */
const framesMax = 20;
const charactersMax = limits.domCharactersMax / 4;
const tagsMax = limits.domNodesMax / 4;

/** The warning for a page with documents in its frames that were not read with it. */
export const frameDocumentsWarning =
  `Documents that stand in frames of the page were left out: there are more than ${framesMax}, or they have more ` +
  `than ${charactersMax} characters or more than ${tagsMax} tags together`;

const countTags = (html: string): number => {
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) tags += 1;
  return tags;
};

/** Returns an element with what the document in a frame shows. Frames within it are not opened. */
const documentOf = (html: string): DomElement => {
  const { body } = parsePage(html);
  for (const element of elementsWithin(body, ['script', 'style', 'template', 'noscript'])) element.remove();
  const holder = createElement('div');
  for (let node = body.firstChild; node !== null; node = body.firstChild) holder.append(node);
  return holder;
};

/**
 * Puts the documents that stand in a page's own source, in `srcdoc` of its frames (HTML Standard, 4.8.5), in the place
 * of the frames: readers see them there, and no address leads to them. Leaves out those of frames that nobody sees or
 * that are named for advertisements and the like. Links in them start where those of the page do.
 *
 * Returns the page with its elements in their new order, and whether documents were left out because they are too many.
 */
export const placeFrameDocuments = (
  page: ParsedPage,
): { readonly page: ParsedPage; readonly isCut: boolean } => {
  const frames = findElements(page, 'iframe').filter((frame) => frame.getAttribute('srcdoc') !== null);
  if (frames.length === 0) return { page, isCut: false };
  const isShown = shownIn(page);
  const wanted = frames.filter((frame) => isContentFrame(frame) && isShown(frame));
  const left = { characters: charactersMax, tags: tagsMax };
  let isCut = wanted.length > framesMax;
  for (const frame of wanted.slice(0, framesMax)) {
    const html = frame.getAttribute('srcdoc') ?? '';
    left.characters -= html.length;
    if (left.characters >= 0) left.tags -= countTags(html);
    isCut ||= left.characters < 0 || left.tags < 0;
    if (left.characters < 0 || left.tags < 0) break;
    frame.parentNode?.insertBefore(documentOf(html), frame);
    frame.remove();
  }
  return { page: { ...page, index: settleTree(page.documentElement) }, isCut };
};
