import { limits } from '../../limits/limits.ts';
import { elementsWithin, textNode } from './dom-walk.ts';
import { DomElement, DomText } from './dom.ts';
import { settleTree } from './settle.ts';
import { parseHtml, type MarkupSyntax } from './parse-html.ts';
import { findTag } from './tag.ts';

/** A page's tree, with exactly one `html`, `head` and `body`, whatever the author wrote. */
export interface ParsedPage {
  readonly documentElement: DomElement;
  readonly head: DomElement;
  readonly body: DomElement;
  /** Elements by name, for the names that are asked for on every page, in document order. */
  readonly index: ReadonlyMap<string, readonly DomElement[]>;
  /** Whether the page was longer than the limit, so that this is only its beginning. */
  readonly isCut: boolean;
}

/** The warning for a page of which only the beginning was parsed. */
export const cutWarning =
  `Only the beginning of the page was read: it has more than ${limits.domNodesMax} elements and texts, ` +
  `more than ${limits.domAttributesMax} attributes, or more than ${limits.domCharactersMax} characters of text`;

type PageTree = Omit<ParsedPage, 'index' | 'isCut'>;

export const createElement = (name: string): DomElement => new DomElement(findTag(name), []);
export const createText = (text: string): DomText => new DomText(textNode, text);

const childOf = (parent: DomElement, ...names: string[]): DomElement | null => {
  for (let at = parent.firstElementChild; at !== null; at = at.nextElementSibling)
    if (names.includes(at.localName)) return at;
  return null;
};

/**
 * Makes a body for a page of frames from its text for browsers without frames, since Gleaner shows no frames. The
 * parser keeps that markup as text, because browsers have frames.
 */
const frameBody = (html: DomElement, head: DomElement, syntax: MarkupSyntax): DomElement => {
  const body = createElement('body');
  for (let at = head.nextSibling; at !== null; at = head.nextSibling) body.append(at);
  for (const noFrames of elementsWithin(body, ['noframes'])) {
    const inner = parseHtml(noFrames.textContent, syntax).root.firstElementChild;
    const content = inner === null ? null : childOf(inner, 'body');
    for (let at = content?.firstChild ?? null; at !== null; at = content?.firstChild ?? null) body.append(at);
    noFrames.remove();
  }
  html.append(body);
  return body;
};

/** The parser makes an html and a head for every page, and a body for every page that has no frames. */
const partsOf = (root: DomElement, syntax: MarkupSyntax): PageTree => {
  const html = childOf(root, 'html') ?? createElement('html');
  const head = childOf(html, 'head') ?? html.insertBefore(createElement('head'), html.firstChild);
  const body = childOf(html, 'body') ?? frameBody(html, head, syntax);
  return { documentElement: html, head, body };
};

/** Parses a page once. If the page has more nodes or characters than `limits` allow, only its beginning is parsed. */
export const parsePage = (html: string, syntax: MarkupSyntax = 'html'): ParsedPage => {
  const { root, isCut } = parseHtml(html, syntax);
  const tree = partsOf(root, syntax);
  // No element stays around `html`, so that a walk up the tree ends there.
  tree.documentElement.remove();
  return { ...tree, index: settleTree(tree.documentElement), isCut };
};

/**
 * Returns the elements of the raw page with a name that `Tag.isIndexed`, in document order, including those removed
 * since.
 */
export const findElements = (page: ParsedPage, name: string): readonly DomElement[] =>
  page.index.get(name) ?? [];
