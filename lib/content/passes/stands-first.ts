import { isText } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { summarizeText, textCount } from '../dom/text-summary.ts';

const isSilent = (node: DomNode): boolean =>
  isText(node) ? textCount(node).ink === 0 : node.nodeType !== 1 || summarizeText(node).length === 0;

/** Says whether no text stands before an element in its parent. */
export const standsFirst = (element: DomElement): boolean => {
  let node: DomNode | null = element.previousSibling;
  while (node !== null && isSilent(node)) node = node.previousSibling;
  return node === null;
};
