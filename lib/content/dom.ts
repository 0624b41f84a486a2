/**
 * The part of the DOM that the content stage uses, as linkedom provides it. Declared here because the compiler's own
 * DOM library describes a browser: layout, events and a window that no Lambda has.
 */

export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly parentNode: DomElement | null;
  readonly previousSibling: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly firstChild: DomNode | null;
  textContent: string;
  remove(): void;
}

export interface DomElement extends DomNode {
  readonly localName: string;
  readonly id: string;
  readonly className: string;
  readonly children: DomElement[];
  readonly childNodes: DomNode[];
  readonly firstElementChild: DomElement | null;
  readonly innerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  hasAttribute(name: string): boolean;
  getAttributeNames(): string[];
  getElementsByTagName(name: string): DomElement[];
  querySelectorAll(selectors: string): DomElement[];
  append(...nodes: DomNode[]): void;
  prepend(...nodes: DomNode[]): void;
  replaceWith(...nodes: DomNode[]): void;
  cloneNode(deep: boolean): DomElement;
}

export interface DomDocument {
  readonly documentElement: DomElement | null;
  readonly childNodes: DomNode[];
  createElement(name: string): DomElement;
  createTextNode(text: string): DomNode;
  getElementsByTagName(name: string): DomElement[];
}

const elementNode = 1;
const textNode = 3;
const cdataNode = 4;

export const isElement = (node: DomNode): node is DomElement => node.nodeType === elementNode;
export const isText = (node: DomNode): boolean => node.nodeType === textNode || node.nodeType === cdataNode;

/** The node after `node` and everything in it, in document order, within `root`. */
export const nodeAfter = (node: DomNode, root: DomNode): DomNode | null => {
  let at: DomNode = node;
  while (at !== root) {
    const sibling = at.nextSibling;
    if (sibling !== null) return sibling;
    if (at.parentNode === null) return null;
    at = at.parentNode;
  }
  return null;
};

/** The next node in document order within `root`: walks by it need no stack, however deep the page is nested. */
export const nextNode = (node: DomNode, root: DomNode): DomNode | null =>
  (isElement(node) ? node.firstChild : null) ?? nodeAfter(node, root);

/** The nearest element around `node` that `matches`, or null. */
export const ancestorOf = (node: DomNode, matches: (element: DomElement) => boolean): DomElement | null => {
  for (let at = node.parentNode; at !== null; at = at.parentNode) {
    if (isElement(at) && matches(at)) return at;
  }
  return null;
};

/** Text with every run of white space made one space, none at the ends. */
export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The collapsed value of an attribute, or null where it is missing or blank. */
export const attribute = (element: DomElement, name: string): string | null => {
  const value = element.getAttribute(name);
  if (value === null) return null;
  const text = collapsed(value);
  return text === '' ? null : text;
};
