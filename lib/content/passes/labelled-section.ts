import { collapsed, findAncestor, isElement, isText } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { holdsAny, summarizeText, textCount } from '../dom/text-summary.ts';

const label = /^[^:：]{1,40}[:：]$/u;
/** How many elements may be around a label alone, and how many of each stand between it and its section. */
const wrappersMax = 3;

const isBlankNode = (node: DomNode): boolean =>
  isText(node) ? textCount(node).ink === 0 : !isElement(node) || summarizeText(node).length === 0;

/** Returns what stands behind a label: the next node with text beside it, or beside what holds nothing else. */
const behind = (element: DomElement): { readonly node: DomNode; readonly isBeside: boolean } | null => {
  let at = element;
  for (let wrapper = 0; wrapper <= wrappersMax; wrapper += 1) {
    let next = at.nextSibling;
    while (next !== null && isBlankNode(next)) next = next.nextSibling;
    if (next !== null) return { node: next, isBeside: wrapper === 0 };
    const parent = at.parentNode;
    if (parent === null || summarizeText(parent).length > summarizeText(at).length) return null;
    at = parent;
  }
  return null;
};

const dataNames = new Set(['ul', 'ol', 'dl', 'table', 'pre']);
const linkShareMax = 0.5;

/** The list or the table that an element is, or that it begins with. */
const isListOrTable = (element: DomElement): boolean => {
  let at: DomElement | null = element;
  while (at !== null && !dataNames.has(at.localName)) at = at.firstElementChild;
  return at !== null;
};

const isSection = (node: DomNode, isBeside: boolean): boolean => {
  if (isText(node)) return isBeside;
  if (!isElement(node) || !isListOrTable(node)) return false;
  const { length, linkLength } = summarizeText(node);
  return linkLength <= linkShareMax * length;
};

const datedEntry = /^(?:last )?(?:updated|modified|published|posted)\b/i;

/**
 * Says whether a line that reads like a call-out belongs to what stands around it: the label of a list, a table or a
 * text ("Recommended:" over what a program needs), or the day on a card that is a link.
 */
export const isLabelled = (element: DomElement, line: string): boolean => {
  if (summarizeText(element).linkLength > 0) return false;
  if (datedEntry.test(line) && findAncestor(element, ({ localName }) => localName === 'a') !== null)
    return true;
  if (!label.test(line)) return false;
  const next = behind(element);
  return next !== null && isSection(next.node, next.isBeside);
};

const remarkCharactersMax = 400;

/** Says whether an element is one remark behind its label, as on an entry of arXiv: "Comments: 35 pages, 4 figures". */
export const isRemark = (element: DomElement): boolean =>
  summarizeText(element).length <= remarkCharactersMax &&
  !holdsAny(element, ['form', 'li', 'article', 'time', 'button']) &&
  /^(?:comments?|remarks?)\s?: \S/i.test(collapsed(element.textContent));
