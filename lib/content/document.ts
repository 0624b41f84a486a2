import { failure, type Failure } from '../failure.ts';
import { limits } from '../limits.ts';
import { isElement, isText, textNode } from './dom-walk.ts';
import { DomElement, DomText, type DomNode } from './dom.ts';
import { parseHtml } from './parse-html.ts';
import { tagOf } from './tag.ts';
import { isBlank } from './text-summary.ts';

/** A page's tree, with exactly one `html`, `head` and `body`, whatever the author wrote. */
export interface PageDocument {
  readonly documentElement: DomElement;
  readonly head: DomElement;
  readonly body: DomElement;
  readonly index: ReadonlyMap<string, readonly DomElement[]>;
}

type PageTree = Omit<PageDocument, 'index'>;

export const createElement = (name: string): DomElement => new DomElement(tagOf(name), []);
export const createText = (text: string): DomText => new DomText(textNode, text);

const headNames = new Set(['title', 'meta', 'link', 'base', 'script', 'style', 'noscript', 'template']);

const nameOf = (node: DomNode): string => (isElement(node) ? node.localName : '');

const isBlankOrComment = (node: DomNode): boolean =>
  !isElement(node) && (!isText(node) || isBlank(node.data));

/** The page, where its tree is already html > head + body: nearly every one. */
const wellFormed = (root: DomElement): PageTree | null => {
  const roots = root.childNodes.filter((node) => !isBlankOrComment(node));
  const [html] = roots;
  if (roots.length !== 1 || html === undefined || !isElement(html) || html.localName !== 'html') return null;
  const parts = html.childNodes.filter((node) => !isBlankOrComment(node));
  const [head, body] = parts;
  if (parts.length !== 2 || head === undefined || body === undefined) return null;
  if (!isElement(head) || !isElement(body) || head.localName !== 'head' || body.localName !== 'body')
    return null;
  // What belongs in no head begins the body, whether or not the page ever says so.
  return head.childNodes.every((node) => isBlankOrComment(node) || headNames.has(nameOf(node)))
    ? { documentElement: html, head, body }
    : null;
};

const copyAttributes = (from: DomElement, to: DomElement): void => {
  for (const { name, value } of from.attributes) if (!to.hasAttribute(name)) to.setAttribute(name, value);
};

/** Sorts what stands at the top of the tree into a head and a body, as the HTML standard's tree construction does. */
const rebuilt = (root: DomElement): PageTree => {
  const [html, head, body] = [createElement('html'), createElement('head'), createElement('body')];
  let inBody = false;
  const pending = [...root.childNodes].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const name = nameOf(node);
    if (isElement(node) && (name === 'html' || name === 'body' || name === 'head')) {
      copyAttributes(node, name === 'html' ? html : name === 'head' ? head : body);
      // One by one: a body of a million elements is more than a call takes.
      for (const child of [...node.childNodes].reverse()) pending.push(child);
      node.remove();
      if (name === 'body') inBody = true;
    } else {
      if (!inBody && !isBlankOrComment(node) && !headNames.has(name)) inBody = true;
      (inBody ? body : head).append(node);
    }
  }
  html.append(head, body);
  root.append(html);
  return { documentElement: html, head, body };
};

export type PageParse =
  | { readonly kind: 'parsed'; readonly page: PageDocument }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Parses a page, once. Answers CONTENT_TOO_COMPLEX for one of more nodes than `limits.domNodesMax`. */
export const parsePage = (html: string): PageParse => {
  const { root, index, nodes } = parseHtml(html);
  if (nodes > limits.domNodesMax) {
    return {
      kind: 'refused',
      failure: failure(
        'CONTENT_TOO_COMPLEX',
        `Cannot read the page: it has more than ${limits.domNodesMax} elements and texts, at most ${limits.domNodesMax} are read`,
      ),
    };
  }
  const tree = wellFormed(root) ?? rebuilt(root);
  // No element is around `html`: whoever climbs to the top of a page ends there.
  tree.documentElement.remove();
  return { kind: 'parsed', page: { ...tree, index } };
};

/** Elements of the raw page by a name that `Tag.isIndexed`, in document order; also those that were removed since. */
export const elementsOf = (page: PageDocument, name: string): readonly DomElement[] =>
  page.index.get(name) ?? [];
