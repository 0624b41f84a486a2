import { collapsed, findAncestor, isElement, nextNode } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { headingNames } from './element-names.ts';

/** Most nodes of a card that are examined, and most texts that are compared with a label. */
const cardNodesMax = 80;
const comparedMax = 3;

const isHeading = ({ localName }: DomElement): boolean => headingNames.includes(localName);

/** Longer texts are not compared with a label. */
const wordsMax = 200;

/** Returns the words of an element for a comparison, or nothing if they are too many. */
const wordsOf = (element: DomElement): string => {
  const { length } = summarizeText(element);
  return length > wordsMax ? '' : collapsed(element.textContent).toLowerCase();
};

/**
 * Finds what says the words of a link that shows none and lies over its card: another link to the same place (`link`),
 * or the heading behind it, which then carries the link.
 *
 * @param label what the author calls the link.
 */
export const wordsOfCard = (link: DomElement, label: string): 'link' | DomElement | null => {
  const card = link.parentNode?.parentNode ?? link.parentNode;
  if (card === null) return null;
  const wanted = collapsed(label).toLowerCase();
  if (wanted.length > wordsMax) return null;
  const href = link.getAttribute('href');
  let [compared, isBehind] = [0, false];
  let node: DomNode | null = nextNode(card, card);
  for (let seen = 0; node !== null && seen < cardNodesMax; seen += 1, node = nextNode(node, card)) {
    if (!isElement(node)) continue;
    if (node === link) isBehind = true;
    const isLink = node !== link && node.localName === 'a' && node.getAttribute('href') === href;
    if (!isLink && !(isBehind && isHeading(node) && !holdsAny(node, ['a']))) continue;
    const words = wordsOf(node);
    if (words.includes(wanted)) return isLink ? 'link' : node;
    if (isLink && words !== '' && wanted.includes(words)) return 'link';
    compared += 1;
    if (compared >= comparedMax) return null;
  }
  return null;
};

/** Says whether a sign beside or in a heading is a link to the heading, with a label for screen readers only. */
export const isPermalink = (link: DomElement, reference: string): boolean => {
  if (!reference.includes('#')) return false;
  if (findAncestor(link, isHeading) !== null) return true;
  // GitHub writes the link behind its heading, in a box that holds the two.
  const { parentNode: box, previousElementSibling: before, nextElementSibling: behind } = link;
  if (box === null || !reference.startsWith('#')) return false;
  const [heading, isAlone] = before === null ? [behind, behind?.nextElementSibling] : [before, behind];
  return (
    heading !== null && isHeading(heading) && isAlone === null && heading.previousElementSibling === null
  );
};
