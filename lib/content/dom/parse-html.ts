import { Parser } from 'parse5';
import type { DomElement } from './dom.ts';
import { Tokenizer } from './tokenizer.ts';
import { TreeFull, TreeBuilder, type TreeTypes } from './tree-adapter.ts';

/**
 * The syntax in which a page is written (HTML standard, chapters 13 and 14). Of XML's rules those are heeded without
 * which text is lost: a tag that ends with a slash is a whole element, and CDATA sections are text.
 */
export type MarkupSyntax = 'html' | 'xml';

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
export const parseHtml = (html: string, syntax: MarkupSyntax = 'html'): ParsedHtml => {
  const builder = new TreeBuilder();
  const construction = new Parser<TreeTypes>({ treeAdapter: builder, scriptingEnabled: false });
  const { document: root } = construction;
  try {
    new Tokenizer(html, construction, syntax === 'xml').run();
  } catch (thrown) {
    if (!(thrown instanceof TreeFull)) throw thrown;
    return { root, isCut: true };
  }
  return { root, isCut: false };
};
