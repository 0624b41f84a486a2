import { collapsed, elementNode, nextNode, nodeAfter } from '../dom/dom-walk.ts';
import { classMatches } from '../dom/class-names.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';

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
 * Finds blocks whose text stands in the page before them, and the copies that a carousel makes of its slides; outermost
 * blocks only.
 */
export const repeatedBlocks = (root: DomElement): DomElement[] => {
  const seen = new Set<string>();
  const found: DomElement[] = [];
  let compared = 0;
  let node: DomNode | null = nextNode(root, root);
  while (node !== null && compared < comparedCharactersMax) {
    if (node.nodeType !== elementNode || !blockNames.has(node.tag.name)) {
      node = nextNode(node, root);
      continue;
    }
    const { length } = summarizeText(node);
    const isCompared = length >= repeatedCharactersMin && length <= repeatedCharactersMax;
    // A block around a single block has the same text.
    const isInner =
      node.parentNode !== root &&
      node.parentNode !== null &&
      summarizeText(node.parentNode).length === length;
    let isRepeated = length > 0 && isClone(node);
    if (!isRepeated && isCompared && !isInner) {
      compared += length;
      const text = collapsed(node.textContent);
      isRepeated = seen.has(text);
      seen.add(text);
    }
    if (isRepeated) found.push(node);
    node = isRepeated ? nodeAfter(node, root) : nextNode(node, root);
  }
  return found;
};
