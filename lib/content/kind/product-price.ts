import { classMatches } from '../dom/class-names.ts';
import { createElement, createText } from '../dom/document.ts';
import {
  collapsed,
  elementsWithin,
  findAncestor,
  isText,
  matchingWithin,
  nextNode,
} from '../dom/dom-walk.ts';
import type { DomElement, DomNode, DomText } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { isBuyBox } from '../passes/offer-passes.ts';
import { isPriceAlone } from './evidence/price.ts';

/** A price that stands where goods are bought, copied before the place is removed. */
interface BoxPrice {
  readonly element: DomElement;
  readonly box: DomElement;
  readonly isFormer: boolean;
  readonly text: string;
  readonly line: readonly DomText[];
}

const priceCharactersMax = 40;
const pricesMax = 100;
/** With more prices than that, a page sells several things in its boxes. */
const distinctMax = 2;

const frames: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside', 'dialog']);
const isFormerClass = classMatches(
  /(?:^|[\s_-])(?:old|was|former|previous|regular|before|list|compare-?at)(?:$|[\s_-])/i,
);
const struckNames = ['s', 'del', 'strike'];
const isStruck = ({ localName }: DomElement): boolean => struckNames.includes(localName);
const hasStruck = (element: DomElement): boolean =>
  isStruck(element) || holdsAny(element, struckNames) || findAncestor(element, isStruck) !== null;

/** Says whether an element is a price and no more. What is in a link is the price of other goods. */
const isPriceElement = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  return length > 0 && length <= priceCharactersMax && isPriceAlone(collapsed(element.textContent));
};

/** Returns the smallest elements that are a price, those of other goods and of the page's frame left out. */
const pricesIn = (root: DomElement): DomElement[] => {
  const found: DomElement[] = [];
  for (const element of matchingWithin(root, isPriceElement)) {
    if (found.length >= pricesMax) break;
    if (element.children.some(isPriceElement)) continue;
    const isOther = ({ localName }: DomElement): boolean => localName === 'a' || frames.has(localName);
    if (!isOther(element) && findAncestor(element, isOther) === null) found.push(element);
  }
  return found;
};

const copyOf = (element: DomElement): DomText[] => {
  const copies: DomText[] = [];
  for (let node: DomNode | null = element; node !== null; node = nextNode(node, element)) {
    if (!isText(node) || node.data.trim() === '') continue;
    const copy = createText(node.data);
    copy.mark = node.mark;
    copies.push(copy);
  }
  return copies;
};

/** Returns the outermost place to buy around an element, or null. */
const boxAround = (element: DomElement): DomElement | null => {
  let box: DomElement | null = null;
  for (let at: DomElement | null = element; at !== null; at = at.parentNode) if (isBuyBox(at)) box = at;
  return box;
};

/** Finds the prices in the places of a page where its product is bought. Call it before they are removed. */
export const boxPrices = (body: DomElement): readonly BoxPrice[] =>
  pricesIn(body).flatMap((element) => {
    const box = boxAround(element);
    if (box === null) return [];
    const isFormer = hasStruck(element) || isFormerClass(element);
    return [{ element, box, isFormer, text: collapsed(element.textContent), line: copyOf(element) }];
  });

/** Says whether a box sells several things: prices stand in links, as in a list of what else there is. */
const sellsSeveral = ({ box }: BoxPrice): boolean =>
  elementsWithin(box, ['a']).some(
    (link) => isPriceElement(link) || matchingWithin(link, isPriceElement).length > 0,
  );

const struck = (line: readonly DomText[]): DomElement => {
  const element = createElement('s');
  element.append(...line);
  return element;
};

/**
 * Returns the line with a product's price if it stood only in a place to buy that was removed, and with the price
 * before it was reduced. Returns null if the main content shows a price, or if several may be the product's.
 *
 * @param root The main content.
 * @param prices Those in places to buy.
 */
export const missingPrice = (root: DomElement, prices: readonly BoxPrice[]): DomElement | null => {
  const asked = prices.filter(({ isFormer }) => !isFormer);
  const [first] = asked;
  if (first === undefined || new Set(asked.map(({ text }) => text)).size > distinctMax) return null;
  if (sellsSeveral(first) || pricesIn(root).some((element) => !hasStruck(element))) return null;
  const line = createElement('p');
  line.append(...first.line);
  const former = prices.find(({ isFormer, box }) => isFormer && box === first.box);
  if (former !== undefined) line.append(createText(' '), struck(former.line));
  return line;
};
