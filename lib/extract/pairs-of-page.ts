import { parsePage } from '../content/document.ts';
import { baseUrlOf } from '../content/links.ts';
import { keyOf } from './words.ts';
import type { LabelledPair } from './labelled-pair.ts';
import { pairsInMarkdown } from './pairs-in-markdown.ts';
import { pairsInPage } from './pairs-in-page.ts';

/**
 * Labels with values of a page: those of its tree, where its HTML is known, then lines of its Markdown that the tree does not have as
 * such. `html` is null for a document that was none, such as a PDF.
 */
export const pairsOfPage = (html: string | null, markdown: string, url: string): LabelledPair[] => {
  const parsed = html === null ? null : parsePage(html);
  const inTree = parsed?.kind === 'parsed' ? pairsInPage(parsed.page, baseUrlOf(parsed.page, url)) : [];
  const known = new Set(inTree.map(({ label }) => keyOf(label)));
  return [...inTree, ...pairsInMarkdown(markdown).filter(({ label }) => !known.has(keyOf(label)))];
};
