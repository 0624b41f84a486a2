import { Parser } from 'parse5';
import type { DomElement } from './dom.ts';
import { Tokenizer } from './tokenizer.ts';
import { TreeFull, TreeBuilder, type TreeTypes } from './tree-adapter.ts';

export interface ParsedHtml {
  /** Holds what stands at the top of the page. */
  readonly root: DomElement;
  /** Whether the page has more nodes or characters than `limits` allow, and was not read to its end. */
  readonly isCut: boolean;
}

/**
 * Parses HTML into the tree that the HTML standard's tree construction makes of it (section 13.2.6), as a browser
 * without scripts has it: tokens are read by our tokenizer, the tree is built by parse5 into nodes of ours.
 */
export const parseHtml = (html: string): ParsedHtml => {
  const builder = new TreeBuilder();
  const construction = new Parser<TreeTypes>({ treeAdapter: builder, scriptingEnabled: false });
  const { document: root } = construction;
  try {
    new Tokenizer(html, construction).run();
  } catch (thrown) {
    if (!(thrown instanceof TreeFull)) throw thrown;
    return { root, isCut: true };
  }
  return { root, isCut: false };
};
