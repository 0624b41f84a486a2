import type { DomElement, DomNode, DomText } from './dom.ts';

/** Node types of the DOM standard, section 4.4. */
export const elementNode = 1;
export const textNode = 3;
export const commentNode = 8;

/** Elements of these local names within `root`, without itself, in document order; of any name for null. */
export const elementsWithin = (root: DomElement, names: readonly string[] | null): DomElement[] => {
  const found: DomElement[] = [];
  const [only] = names?.length === 1 ? names : [];
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root)) {
    if (node.nodeType !== elementNode) continue;
    const { name } = node.tag;
    if (only !== undefined ? name === only : (names?.includes(name) ?? true)) found.push(node);
  }
  return found;
};

export const isElement = (node: DomNode): node is DomElement => node.nodeType === elementNode;
export const isText = (node: DomNode): node is DomText => node.nodeType === textNode;

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

/** The next node in document order within `root`. */
export const nextNode = (node: DomNode, root: DomNode): DomNode | null =>
  node.firstChild ?? nodeAfter(node, root);

/** The nearest element around `node` that `matches`, or null. */
export const ancestorOf = (node: DomNode, matches: (element: DomElement) => boolean): DomElement | null => {
  for (let at = node.parentNode; at !== null; at = at.parentNode) if (matches(at)) return at;
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
