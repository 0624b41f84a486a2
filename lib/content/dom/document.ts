import { elementsWithin, textNode } from './dom-walk.ts';
import { DomElement, DomText } from './dom.ts';
import { settleTree } from './settle.ts';
import { parseHtml } from './parse-html.ts';
import { findTag } from './tag.ts';

/** A page's tree, with exactly one `html`, `head` and `body`, whatever the author wrote. */
export interface ParsedPage {
  readonly documentElement: DomElement;
  readonly head: DomElement;
  readonly body: DomElement;
  /** Elements by name, of the names that are asked for on every page, in document order. */
  readonly index: ReadonlyMap<string, readonly DomElement[]>;
  /** Whether the page is longer than what is read of one, and this is its beginning. */
  readonly isCut: boolean;
}

type PageTree = Omit<ParsedPage, 'index' | 'isCut'>;

export const createElement = (name: string): DomElement => new DomElement(findTag(name), []);
export const createText = (text: string): DomText => new DomText(textNode, text);

const childOf = (parent: DomElement, ...names: string[]): DomElement | null => {
  for (let at = parent.firstElementChild; at !== null; at = at.nextElementSibling)
    if (names.includes(at.localName)) return at;
  return null;
};

/**
 * A body for a page of frames: what it says to browsers without frames, of which this is one. The parser has that as
 * text, because browsers have frames.
 */
const frameBody = (html: DomElement, head: DomElement): DomElement => {
  const body = createElement('body');
  for (let at = head.nextSibling; at !== null; at = head.nextSibling) body.append(at);
  for (const noFrames of elementsWithin(body, ['noframes'])) {
    const inner = parseHtml(noFrames.textContent).root.firstElementChild;
    const content = inner === null ? null : childOf(inner, 'body');
    for (let at = content?.firstChild ?? null; at !== null; at = content?.firstChild ?? null) body.append(at);
    noFrames.remove();
  }
  html.append(body);
  return body;
};

/** The parser makes every page's html and head, and a body but for pages of frames. */
const partsOf = (root: DomElement): PageTree => {
  const html = childOf(root, 'html') ?? createElement('html');
  const head = childOf(html, 'head') ?? html.insertBefore(createElement('head'), html.firstChild);
  const body = childOf(html, 'body') ?? frameBody(html, head);
  return { documentElement: html, head, body };
};

/** Parses a page, once. Of one of more nodes or characters than `limits` allow, the beginning. */
export const parsePage = (html: string): ParsedPage => {
  const { root, isCut } = parseHtml(html);
  const tree = partsOf(root);
  // No element is around `html`: whoever climbs to the top of a page ends there.
  tree.documentElement.remove();
  return { ...tree, index: settleTree(tree.documentElement), isCut };
};

/** Elements of the raw page by a name that `Tag.isIndexed`, in document order; also those that were removed since. */
export const findElements = (page: ParsedPage, name: string): readonly DomElement[] =>
  page.index.get(name) ?? [];
