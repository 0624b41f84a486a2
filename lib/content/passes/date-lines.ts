import { collapsed, elementsWithin, findAncestor } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { isHeading, isLeaf, leafBlockNames } from './leaf-blocks.ts';
import { besideIn } from './words-in-text.ts';

const leafNames = ['p', 'div', 'span', 'li', 'time', 'section', 'header', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** A longer block is a paragraph; with the first paragraph the text has begun. */
const paragraphCharactersMin = 140;
const dateLineCharactersMax = 120;
const dateLineWordsMax = 16;
const blocksBeforeTextMax = 30;

const year = /(?:^|\D)(?:19|20)\d\d(?!\d)/;
const clock = /\d{1,2}[:h.]\d\d/;

const sentenceEnd = /[.!?。]["”»]?$/;

const isDateLine = (element: DomElement): boolean => {
  const text = collapsed(element.textContent);
  if (text.length > dateLineCharactersMax || text.split(' ').length > dateLineWordsMax) return false;
  const hasDate = (year.test(text) && /\d/.test(text.replace(year, ''))) || holdsAny(element, ['time']);
  return (hasDate || (clock.test(text) && year.test(text))) && !sentenceEnd.test(text);
};

/** How a sentence goes on, or ends, right behind a date. */
const sentenceGoesOn = /^\s*(?:[.,;:!?)]|\p{Ll})/u;

/** Says whether a date stands in a sentence: "curator from 1899 to <time>2 November 1953</time>." */
const isInSentence = (element: DomElement): boolean => {
  if (leafBlockNames.includes(element.localName) || !/\p{L}/u.test(besideIn(element, 'previousSibling')))
    return false;
  if (!sentenceGoesOn.test(besideIn(element, 'nextSibling'))) return false;
  const line = findAncestor(element, ({ localName }) => leafBlockNames.includes(localName));
  return line !== null && isLeaf(line) && sentenceEnd.test(collapsed(line.textContent));
};

const metaNames = /(?:^|\s)(?:post|entry|article|single)[-_]?_?meta(?:\s|$)/i;
const metaCharactersMax = 300;
/** Largest share of the text in lines with dates, and in such blocks: a page of few words is more than its dates. */
export const dateLinesShareMax = 0.1;
export const metaShareMax = 0.2;

/**
 * Returns the block of facts about an article around the line with its date: themes for blogs name it alike, and say
 * there in which category it is, how long, and how often it was read.
 */
const blockAround = (line: DomElement): DomElement | null => {
  const block = findAncestor(line, ({ className }) => metaNames.test(className));
  if (block === null || summarizeText(block).length > metaCharactersMax) return null;
  return holdsAny(block, ['h1', 'h2', 'p', 'img', 'figure', 'pre', 'table']) ? null : block;
};

const withinShare = (found: ReadonlySet<DomElement>, most: number): readonly DomElement[] => {
  const all = [...found];
  return all.reduce((sum, element) => sum + summarizeText(element).length, 0) <= most ? all : [];
};

/** Finds lines with a date before the first paragraph, and the blocks of facts around them. */
export const dateLines = (root: DomElement): DomElement[] => {
  const total = summarizeText(root).length;
  const [lines, facts] = [new Set<DomElement>(), new Set<DomElement>()];
  let blocks = 0;
  for (const element of elementsWithin(root, leafNames)) {
    const { length } = summarizeText(element);
    if (length === 0 || isHeading(element) || !isLeaf(element)) continue;
    if (length >= paragraphCharactersMin || (blocks += 1) > blocksBeforeTextMax) break;
    if (!isDateLine(element) || isInSentence(element)) continue;
    const block = blockAround(element);
    if (block !== null && summarizeText(block).length <= metaShareMax * total) facts.add(block);
    else lines.add(element);
  }
  return [...withinShare(facts, metaShareMax * total), ...withinShare(lines, dateLinesShareMax * total)];
};
