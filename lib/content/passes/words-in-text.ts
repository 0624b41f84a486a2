import { elementsWithin, findAncestor } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { inlineNames } from '../kind/prose.ts';
import { blockNames } from '../markdown/element-names.ts';

/** Elements that mark words within a line, and say nothing of a page's parts. */
const wordNames = new Set(
  'abbr acronym b bdi bdo big cite code dfn em font i ins kbd mark q s samp small span strong tt u var'.split(
    ' ',
  ),
);
const noWords = [...blockNames, ...'br button iframe img input picture select svg textarea video'.split(' ')];

/** How much of a line is read on each side of an element: characters, and nodes. */
const [charactersMax, nodesMax] = [60, 20] as const;
/** Least number of letters of the line beside the element. Fewer are a label. */
const lettersMin = 20;

/** Reads the line beside an element, one way, until a block begins or ends. */
export const besideIn = (element: DomElement, side: 'previousSibling' | 'nextSibling'): string => {
  let [text, at, seen] = ['', element as DomNode, 0];
  while (text.length < charactersMax && seen < nodesMax) {
    seen += 1;
    const next: DomNode | null = at[side];
    if (next === null) {
      const around: DomElement | null = at.parentNode;
      if (around === null || !inlineNames.has(around.localName)) break;
      at = around;
      continue;
    }
    at = next;
    if (next.nodeType === 1 && !inlineNames.has(next.localName)) break;
    const part = next.nodeType === 8 ? '' : next.textContent;
    text = side === 'nextSibling' ? text + part.slice(0, charactersMax) : part.slice(-charactersMax) + text;
  }
  return text;
};

/** How a line goes on after a word of it. After the name of a link or a count, a bar or a dot stands. */
const goesOn = /^\s*[\p{L}\p{N},.;:!?)\]…»”’"'→›▸➔–—]/u;
const letters = /\p{L}/gu;

/**
 * Says whether an element is words of a sentence or of code, such as `<span class="menuitem">File</span>` in "Choose
 * File, then Open" or a comment in a program. Its class then says what the words are, and nothing of the page's parts:
 * without the words, the sentence would be another one.
 */
export const isWordInText = (element: DomElement): boolean => {
  if (!wordNames.has(element.localName)) return false;
  if (summarizeText(element).length === 0 || holdsAny(element, noWords)) return false;
  if (findAncestor(element, ({ localName }) => localName === 'pre') !== null) return true;
  const after = besideIn(element, 'nextSibling');
  if (!goesOn.test(after)) return false;
  const around = besideIn(element, 'previousSibling') + after;
  return (around.match(letters)?.length ?? 0) >= lettersMin;
};

/**
 * Takes class and id away from words in text that have names for which `isJudged` holds.
 *
 * @returns a function that gives them back.
 */
export const setNamesAside = (root: DomElement, isJudged: (element: DomElement) => boolean): (() => void) => {
  const aside = elementsWithin(root, [...wordNames])
    .filter((element) => element.pairs.length > 0 && isJudged(element) && isWordInText(element))
    .map((element) => ({ element, names: [element.className, element.id] as const }));
  for (const { element } of aside) for (const name of ['class', 'id']) element.removeAttribute(name);
  return () => {
    for (const { element, names } of aside)
      for (const [at, name] of ['class', 'id'].entries())
        if (names[at] !== '') element.setAttribute(name, names[at] ?? '');
  };
};
