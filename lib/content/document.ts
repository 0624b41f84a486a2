import { isElement, isText, type DomDocument, type DomElement, type DomNode } from './dom.ts';
import { parseWithLinkedom } from './fast-linkedom.ts';

/** A page's tree, with exactly one `html`, `head` and `body`, whatever the author wrote. */
export interface PageDocument {
  readonly document: DomDocument;
  readonly head: DomElement;
  readonly body: DomElement;
}

const headNames = new Set(['title', 'meta', 'link', 'base', 'script', 'style', 'noscript', 'template']);

const isBlankOrComment = (node: DomNode): boolean =>
  !isElement(node) && (!isText(node) || /^\s*$/.test(node.textContent));

/** True where the tree is already html > head + body: nearly every page. */
const isWellFormed = (document: DomDocument): boolean => {
  const roots = document.childNodes.filter((node) => node.nodeType !== 10 && !isBlankOrComment(node));
  const [root] = roots;
  if (roots.length !== 1 || root === undefined || !isElement(root) || root.localName !== 'html') return false;
  const parts = root.childNodes.filter((node) => !isBlankOrComment(node));
  const [head, body] = parts;
  return (
    parts.length === 2 &&
    head !== undefined &&
    body !== undefined &&
    isElement(head) &&
    isElement(body) &&
    head.localName === 'head' &&
    body.localName === 'body'
  );
};

const copyAttributes = (from: DomElement, to: DomElement): void => {
  for (const name of from.getAttributeNames()) {
    if (!to.hasAttribute(name)) to.setAttribute(name, from.getAttribute(name) ?? '');
  }
};

/**
 * Sorts what stands at the top of the tree into a head and a body, as the HTML standard's tree construction does.
 * linkedom's own `document.body` would be a new, empty element on such a page.
 */
const rebuild = (document: DomDocument): void => {
  const [html, head, body] = ['html', 'head', 'body'].map((name) => document.createElement(name)) as [
    DomElement,
    DomElement,
    DomElement,
  ];
  let inBody = false;
  const pending: DomNode[] = document.childNodes.filter((node) => node.nodeType !== 10).reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const name = isElement(node) ? node.localName : '';
    if (isElement(node) && (name === 'html' || name === 'body' || name === 'head')) {
      copyAttributes(node, name === 'html' ? html : name === 'head' ? head : body);
      for (const child of node.childNodes.reverse()) pending.push(child);
      node.remove();
      if (name === 'body') inBody = true;
    } else {
      if (!inBody && !isBlankOrComment(node) && !headNames.has(name)) inBody = true;
      (inBody ? body : head).append(node);
    }
  }
  html.append(head, body);
  (document as unknown as DomElement).append(html);
};

/** Parses a page once. `url` is where relative links start, unless the page says otherwise with `<base>`. */
export const parsePage = (html: string): PageDocument => {
  // A document of nothing is a document that linkedom does not build.
  const document = parseWithLinkedom(html.trim() === '' ? '<!doctype html>' : html);
  if (!isWellFormed(document)) rebuild(document);
  const parts = (document.documentElement?.childNodes ?? []).filter(isElement);
  const head = parts.find((part) => part.localName === 'head');
  const body = parts.find((part) => part.localName === 'body');
  if (head === undefined || body === undefined)
    throw new Error('Cannot parse a page: its tree has no head or no body');
  return { document, head, body };
};
