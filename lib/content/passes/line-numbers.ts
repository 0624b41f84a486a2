import { elementsWithin, holderOfLines, isText } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';

/** A single line with a number before it may be of the code. */
const linesMin = 2;
/** A longer number counts no lines. */
const digitsMax = 6;

/** Returns the element that begins a line and holds nothing but a number, with code behind it in the line. */
const numberBefore = (line: DomElement): DomElement | null => {
  let first = line.firstChild;
  while (first !== null && isText(first) && first.data.trim() === '') first = first.nextSibling;
  const element = line.firstElementChild;
  if (element === null || first !== element || element.nextSibling === null) return null;
  return summarizeText(element).length <= digitsMax && /^\s*\d+\s*$/.test(element.textContent)
    ? element
    : null;
};

/** Returns the numbers of a block's lines, or nothing if a line has none or they do not count on by one. */
const numbersOf = (pre: DomElement): readonly DomElement[] => {
  const numbers: DomElement[] = [];
  let wanted: number | null = null;
  const { children, childElementCount } = holderOfLines(pre);
  if (childElementCount < linesMin) return [];
  for (const line of children) {
    const number = numberBefore(line);
    if (number === null) return [];
    const value = Number(number.textContent);
    if (wanted !== null && value !== wanted) return [];
    wanted = value + 1;
    numbers.push(number);
  }
  return numbers;
};

/**
 * Finds numbers that begin the lines of code, whatever they are called: each line has one, and they count on by one.
 */
export const lineNumbers = (root: DomElement): readonly DomElement[] =>
  holdsAny(root, ['pre']) ? elementsWithin(root, ['pre']).flatMap(numbersOf) : [];
