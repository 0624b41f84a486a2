import { attribute, isElement, isText } from './dom-walk.ts';
import type { DomElement, DomNode } from './dom.ts';

/** Elements between an item and its box: a paragraph where items stand apart, and a label that themes draw a box in. */
const wrapperNames = new Set(['p', 'label']);
const wrappersMax = 2;

const isFirst = (element: DomElement): boolean => {
  let before: DomNode | null = element.previousSibling;
  while (before !== null && (isText(before) ? !/\S/.test(before.data) : !isElement(before)))
    before = before.previousSibling;
  return before === null;
};

const isItemElement = ({ localName }: DomElement): boolean => localName === 'li' || localName === 'dd';

/**
 * Says whether an element is the box of an item in a list of tasks: a checkbox in the item, or one that nobody can
 * change at the start of the item's first paragraph or label.
 */
export const isTaskBox = (element: DomElement): boolean => {
  if (element.localName !== 'input' || attribute(element, 'type') !== 'checkbox') return false;
  let at = element;
  for (let up = 0; up <= wrappersMax && at.parentNode !== null; up += 1) {
    const parent: DomElement = at.parentNode;
    if (isItemElement(parent)) return up === 0 || isFirst(at);
    if (!wrapperNames.has(parent.localName) || !element.hasAttribute('disabled') || !isFirst(at))
      return false;
    at = parent;
  }
  return false;
};
