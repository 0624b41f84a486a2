import { creditPasses, cleanupPasses } from '../passes/cleanup-passes.ts';
import { findContainer, restoreHeading } from '../main-content.ts';
import type { DomElement } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';
import type { Pass } from '../passes/pass.ts';
import { surroundingPassesOfParts } from '../passes/passes.ts';
import { framePasses, repeatPasses } from '../passes/frame-passes.ts';
import { putCaptionsBack, setCaptionsAside } from './picture-captions.ts';
import { clean, type PageToRead, type Wanted } from './reader.ts';
import { findTextBox, proseIn } from './text-box.ts';

/**
 * All cleanup except the pass that removes headings such as "Featured" and "Latest": on these pages they are content.
 */
const cleaning = cleanupPasses.filter(({ name }) => name !== 'related');

/** With a larger share of the page's own words in prose beside it, a container is not all of the main part. */
const proseBesideMax = 0.5;

const ownWords = (root: DomElement): number => {
  const { length, linkLength } = summarizeText(root);
  return length - linkLength;
};

/**
 * Finds the main part of a page. Where most of what there is to read stands beside its container, this is the smallest
 * element around both.
 */
const findPlace = (body: DomElement): ReturnType<typeof findContainer> => {
  const found = findContainer(body);
  const most = proseBesideMax * ownWords(body);
  let { root } = found;
  let beside = proseIn(body, (element) => element === root);
  while (root !== body && beside > most) {
    const inner = root;
    root = inner.parentNode ?? body;
    beside -= proseIn(root, (element) => element === inner);
  }
  return root === body ? { root, by: 'body' } : { root, by: found.by };
};

/**
 * Reads a page that is made of many small parts: all of its main part, without the frame.
 *
 * @param passes remove what is no content on pages of this kind, beyond the frame.
 */
export const readFramed = (input: PageToRead, passes: readonly Pass[]): Wanted => {
  const { page, heading, found, record } = input;
  clean(page.body, [framePasses, surroundingPassesOfParts, creditPasses], input);
  const aside = setCaptionsAside(page.body);
  const place = findPlace(page.body);
  const { by } = place;
  const hasText = found.kind === 'other' || found.kind === 'product';
  const root = by === 'body' && hasText ? findTextBox(place.root) : place.root;
  clean(
    root,
    [passes, found.kind === 'home' || found.kind === 'listing' ? cleaning : cleanupPasses, repeatPasses],
    input,
  );
  restoreHeading(root, heading);
  return { root, heading, record, foundBy: by, found, captions: putCaptionsBack(root, aside) };
};
