import { creditPasses, cleanupPasses } from '../passes/cleanup-passes.ts';
import { findContainer, restoreHeading } from '../main-content.ts';
import type { Pass } from '../passes/pass.ts';
import { surroundingPasses } from '../passes/passes.ts';
import { framePasses, repeatPasses } from '../passes/frame-passes.ts';
import { putCaptionsBack, setCaptionsAside } from './picture-captions.ts';
import { clean, type PageToRead, type Wanted } from './reader.ts';

/**
 * These pages have the same surroundings as articles. But their controls are also questions, and the frame's pass knows
 * them.
 */
const otherPasses = surroundingPasses.filter(({ name }) => name !== 'controls');

/**
 * All cleanup except the pass that removes headings such as "Featured" and "Latest": on these pages they are content.
 */
const cleaning = cleanupPasses.filter(({ name }) => name !== 'related');

/**
 * Reads a page that is made of many small parts: all of its main part, without the frame.
 *
 * @param passes remove what is no content on pages of this kind, beyond the frame.
 */
export const readFramed = (input: PageToRead, passes: readonly Pass[]): Wanted => {
  const { page, heading, found, record } = input;
  clean(page.body, [framePasses, otherPasses, creditPasses], input);
  const aside = setCaptionsAside(page.body);
  const { root, by } = findContainer(page.body);
  clean(
    root,
    [passes, found.kind === 'home' || found.kind === 'listing' ? cleaning : cleanupPasses, repeatPasses],
    input,
  );
  restoreHeading(root, heading);
  return { root, heading, record, foundBy: by, found, captions: putCaptionsBack(root, aside) };
};
