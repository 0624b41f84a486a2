import { Parser } from 'parse5';
import type { DomElement } from './dom.ts';
import { Tokenizer } from './tokenizer.ts';
import { TreeFull, TreeBuilder, type TreeTypes } from './tree-adapter.ts';

export interface ParsedHtml {
  /** Parent of the nodes at the top of the page. */
  readonly root: DomElement;
  /** Whether the page has more nodes or characters than `limits` allow, so that the rest was not read. */
  readonly isCut: boolean;
}

/**
 * Parses HTML into the tree that the HTML standard's tree construction makes (section 13.2.6) in a browser without
 * scripts. Our tokenizer reads the tokens; parse5 builds the tree from our nodes.
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
