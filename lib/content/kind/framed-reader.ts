import { creditPasses, cleanupPasses } from '../passes/cleanup-passes.ts';
import { findContainer, restoreHeading } from '../main-content.ts';
import type { DomElement } from '../dom/dom.ts';
import { collectTextRuns, isProse } from './prose.ts';
import type { Pass } from '../passes/pass.ts';
import { surroundingPassesOfParts } from '../passes/passes.ts';
import { framePasses, repeatPasses } from '../passes/frame-passes.ts';
import { putCaptionsBack, setCaptionsAside } from './picture-captions.ts';
import { clean, type PageToRead, type Wanted } from './reader.ts';

/**
 * All cleanup except the pass that removes headings such as "Featured" and "Latest": on these pages they are content.
 */
const cleaning = cleanupPasses.filter(({ name }) => name !== 'related');

/** Largest share of the page's prose that may stand outside of its container. */
const proseOutsideMax = 0.3;

const proseIn = (root: DomElement, isLeftOut?: (element: DomElement) => boolean): number =>
  collectTextRuns(root, isLeftOut).reduce((sum, run) => sum + (isProse(run) ? run.length : 0), 0);

/** Finds the main part of a page, or all of the body where the container holds only some of what there is to read. */
const findPlace = (body: DomElement): ReturnType<typeof findContainer> => {
  const found = findContainer(body);
  const outside = proseIn(body, (element) => element === found.root);
  return outside > proseOutsideMax * proseIn(body) ? { root: body, by: 'body' } : found;
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
  const { root, by } = findPlace(page.body);
  clean(
    root,
    [passes, found.kind === 'home' || found.kind === 'listing' ? cleaning : cleanupPasses, repeatPasses],
    input,
  );
  restoreHeading(root, heading);
  return { root, heading, record, foundBy: by, found, captions: putCaptionsBack(root, aside) };
};
