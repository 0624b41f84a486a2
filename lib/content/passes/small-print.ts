import { collapsed, elementsWithin, isText, nextNode } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { blockNames } from '../markdown/element-names.ts';

/** How a note of small print begins: `* `, `† `, `1. `, `(1) `, `¹ `. */
const mark = /^\s*(?:(\*{1,3}|[†‡§¹²³⁴⁵⁶⁷⁸⁹])|[([]?(\d{1,2})[.)\]])/u;
/** A mark behind a word, a number or a sign, which refers to a note. */
const reference = /[\p{L}\p{N}.!?)%”"](\*{1,3}|[†‡§¹²³⁴⁵⁶⁷⁸⁹])(?![\p{L}\p{N}*])/gu;
const referenceCharactersMax = 8;
/** How many lines of small print are read, and which share of its text stands in notes that are referred to. */
const [linesMax, shareMin] = [200, 0.5] as const;

const known = new WeakMap<DomElement, ReadonlySet<string>>();

/** Returns the marks in a page's text that refer to notes, raised ones and those behind a word. Reads a page once. */
const referencesIn = (root: DomElement): ReadonlySet<string> => {
  const before = known.get(root);
  if (before !== undefined) return before;
  const found = new Set<string>();
  for (let node: DomNode | null = root; node !== null; node = nextNode(node, root)) {
    if (isText(node)) for (const [, sign = ''] of node.data.matchAll(reference)) found.add(sign);
    else if (
      node.nodeType === 1 &&
      node.localName === 'sup' &&
      summarizeText(node).length <= referenceCharactersMax
    )
      for (const one of collapsed(node.textContent).split(/[\s,;()[\]]+/)) found.add(one);
  }
  known.set(root, found);
  return found;
};

const rootOf = (element: DomElement): DomElement => {
  let at = element;
  while (at.parentNode !== null) at = at.parentNode;
  return at;
};

const linesOf = (element: DomElement): DomElement[] =>
  holdsAny(element, blockNames)
    ? elementsWithin(element, blockNames, linesMax).filter((one) => !holdsAny(one, blockNames))
    : [element];

/** Says whether an element is small print to whose notes, half of it or more, marks in the page's text refer. */
export const isReferredTo = (element: DomElement): boolean => {
  const { length, linkLength } = summarizeText(element);
  if (length === 0 || linkLength > 0.5 * length) return false;
  const noted = linesOf(element).flatMap((line) => {
    const [, sign, number] = mark.exec(line.textContent) ?? [];
    const said = sign ?? number;
    return said === undefined ? [] : [{ said, length: summarizeText(line).length }];
  });
  if (noted.length === 0) return false;
  const references = referencesIn(rootOf(element));
  const held = noted.filter(({ said }) => references.has(said)).reduce((sum, line) => sum + line.length, 0);
  return held >= shareMin * length;
};
