import type { Options } from 'css-select';
import { isElement } from './dom-walk.ts';
import type { DomElement, DomNode } from './dom.ts';

type Adapter = NonNullable<Options<DomNode, DomElement>['adapter']>;

/** Lets css-select read our tree. */
export const domAdapter: Adapter = {
  isTag: isElement,
  getAttributeValue: (element, name) => element.getAttribute(name) ?? undefined,
  getChildren: (node) => [...node.childNodes],
  getName: ({ localName }) => localName,
  getParent: (node) => node.parentNode,
  getSiblings: (node) => (node.parentNode === null ? [node] : [...node.parentNode.childNodes]),
  getText: (node) => node.textContent,
  hasAttrib: (element, name) => element.hasAttribute(name),
  prevElementSibling: (node) => (isElement(node) ? node.previousElementSibling : null),
  removeSubsets: (nodes) => {
    const all = new Set(nodes);
    return nodes.filter((node) => {
      for (let at = node.parentNode; at !== null; at = at.parentNode) if (all.has(at)) return false;
      return true;
    });
  },
};
