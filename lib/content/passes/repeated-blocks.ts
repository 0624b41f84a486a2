import {
  attribute,
  collapsed,
  elementNode,
  findAncestor,
  isElement,
  elementsWithin,
  nextNode,
  nodeAfter,
  textNode,
} from '../dom/dom-walk.ts';
import { classMatches } from '../dom/class-names.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { isBlank, summarizeText } from '../dom/text-summary.ts';

const cloneNames =
  /(?:^|\s)(?:slick-cloned|swiper-slide-duplicate|bx-clone|cloned|splide__slide--clone)(?:\s|$)/;
const isClone = classMatches(cloneNames);

const blockNames = new Set('div section ul ol li p article a h2 h3 h4 table dl figure details'.split(' '));

/** A shorter text may rightly stand twice: a price, a size, an answer. */
const repeatedCharactersMin = 60;
/** Longer texts are not compared, but the blocks inside them are. */
const repeatedCharactersMax = 20_000;
/** Most characters of all compared texts: blocks of a page are nested, and each comparison reads their texts anew. */
const comparedCharactersMax = 4_000_000;

/**
 * A shorter text that stands twice among other words is told of two things: the condition of two offers, the place of
 * two events.
 */
const loneCharactersMax = 150;
/** Longer neighbours are told apart by their length alone. */
const neighbourCharactersMax = 2_000;

/** Returns the node next to another, on either side, that has text; null at an end of its parent. */
const neighbourOf = (node: DomElement, side: 'previousSibling' | 'nextSibling'): DomNode | null => {
  let at = node[side];
  while (at !== null && (at.nodeType === textNode ? isBlank(at.data) : !hasText(at))) at = at[side];
  return at;
};

const hasText = (node: DomNode): boolean => node.nodeType === elementNode && summarizeText(node).length > 0;

/** What tells a block from another with the same text: where it leads, and what stands before and behind it. */
interface Surroundings {
  /** What a heading right before it says and leads to; empty where there is none. */
  readonly title: string;
  readonly links: readonly string[];
  readonly neighbours: readonly [before: string, behind: string];
}

const linksMax = 20;
/** Says where on a page a link stands, and not where it leads. */
const placeParameter = /(?<=[?&])(?:utm_\w+|source|ref|from|src|pos|position|index|rank)=[^&#]*&?/gi;

/** Returns where the links in a block lead, or the link around it. */
const linksOf = (block: DomElement): string[] => {
  const inside = elementsWithin(block, ['a'], linksMax);
  const around = inside.length === 0 ? findAncestor(block, ({ localName }) => localName === 'a') : null;
  return (around !== null ? [around] : [...inside, ...(block.localName === 'a' ? [block] : [])])
    .map((link) => (attribute(link, 'href') ?? '').replace(/#.*$/, ''))
    .filter((href) => href !== '')
    .map((href) => href.replaceAll(placeParameter, '').replace(/[?&]$/, ''));
};

/** Returns what a neighbour says and where it leads; empty where there is none. */
const neighbourText = (node: DomNode | null): string => {
  if (node === null) return '';
  if (node.nodeType !== elementNode) return collapsed(node.textContent ?? '');
  const { length } = summarizeText(node);
  const text = length > neighbourCharactersMax ? String(length) : collapsed(node.textContent);
  return [text, ...linksOf(node)].join(' ');
};

const surroundingsOf = (block: DomElement): Surroundings => {
  const above = neighbourOf(block, 'previousSibling');
  const before = neighbourText(above);
  return {
    title: above !== null && isElement(above) && headingNames.has(above.localName) ? before : '',
    links: linksOf(block),
    neighbours: [before, neighbourText(neighbourOf(block, 'nextSibling'))],
  };
};

/**
 * Says whether a block is a copy of an earlier one with its text: it leads to the same place or, where it leads nowhere
 * and is short, the same stands beside it.
 */
const isCopy = (block: DomElement, earlier: DomElement, text: string): boolean => {
  const [here, before] = [surroundingsOf(block), surroundingsOf(earlier)];
  // A line below the titles of two entries, such as a place, is marked as a heading by many sites.
  const isShort = text.length <= loneCharactersMax;
  if (isShort && here.title !== '' && before.title !== '' && here.title !== before.title) return false;
  if (here.links.length > 0 || before.links.length > 0)
    return here.links.some((link) => before.links.includes(link));
  if (!isShort || headingNames.has(block.localName)) return true;
  return here.neighbours.some((one, side) => one !== '' && (one === text || one === before.neighbours[side]));
};

const headingNames = new Set('h1 h2 h3 h4 h5 h6'.split(' '));
/** A card with more headings has parts. */
const cardHeadingsMax = 4;

/** Returns the entry of a list around a heading: the nearest `li` or `article`. */
const cardAround = (heading: DomElement, root: DomElement): DomElement | null => {
  for (let at = heading.parentNode; at !== null && at !== root; at = at.parentNode)
    if (at.localName === 'li' || at.localName === 'article') return at;
  return null;
};

/** Says whether a heading repeats the one before it in a card that has no other: shops write it for two layouts. */
const isSecondTitle = (heading: DomElement, before: DomElement | null, root: DomElement): boolean => {
  if (before === null) return false;
  const text = collapsed(heading.textContent);
  if (text === '' || collapsed(before.textContent) !== text) return false;
  const card = cardAround(heading, root);
  if (card === null || card !== cardAround(before, root)) return false;
  const headings = elementsWithin(card, [...headingNames], cardHeadingsMax + 1);
  return headings.length <= cardHeadingsMax && headings.every((one) => collapsed(one.textContent) === text);
};

/**
 * Finds blocks whose text stands in the page before them, and the copies that a carousel makes of its slides; outermost
 * blocks only.
 */
export const repeatedBlocks = (root: DomElement): DomElement[] => {
  /** The first block with each text. */
  const seen = new Map<string, DomElement>();
  let heading: DomElement | null = null;
  const found: DomElement[] = [];
  let compared = 0;
  let node: DomNode | null = nextNode(root, root);
  while (node !== null && compared < comparedCharactersMax) {
    const isHeading = node.nodeType === elementNode && headingNames.has(node.tag.name);
    if (node.nodeType !== elementNode || !(isHeading || blockNames.has(node.tag.name))) {
      node = nextNode(node, root);
      continue;
    }
    const { length } = summarizeText(node);
    const isCompared =
      length >= repeatedCharactersMin && length <= repeatedCharactersMax && blockNames.has(node.tag.name);
    // A block around a single block has the same text.
    const isInner =
      node.parentNode !== root &&
      node.parentNode !== null &&
      summarizeText(node.parentNode).length === length;
    let isRepeated = length > 0 && isClone(node);
    if (!isRepeated && isCompared && !isInner) {
      compared += length;
      const text = collapsed(node.textContent);
      const earlier = seen.get(text);
      if (earlier === undefined) seen.set(text, node);
      else isRepeated = isCopy(node, earlier, text);
    }
    if (isHeading) {
      isRepeated ||= isSecondTitle(node, heading, root);
      heading = node;
    }
    if (isRepeated) found.push(node);
    node = isRepeated ? nodeAfter(node, root) : nextNode(node, root);
  }
  return found;
};
