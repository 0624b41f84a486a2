import { captionPasses, cleanupPasses } from '../cleanup-passes.ts';
import { containerOf, restoreHeading } from '../main-content.ts';
import type { Pass } from '../pass.ts';
import { surroundingPasses } from '../passes.ts';
import { framePasses, repeatPasses } from '../passes/frame-passes.ts';
import { clean, type PageToRead, type Wanted } from './reader.ts';

/**
 * Reads a page that is made of many small parts: all of its main part, without the frame.
 *
 * @param passes What is no content on pages of this kind, beyond the frame.
 */
export const readFramed = (input: PageToRead, passes: readonly Pass[]): Wanted => {
  const { page, heading, found, record } = input;
  clean(page.body, [framePasses, surroundingPasses, captionPasses], input);
  const { root, by } = containerOf(page.body);
  clean(root, [passes, cleanupPasses, repeatPasses], input);
  restoreHeading(root, heading);
  return { root, heading, record, foundBy: by, found };
};
