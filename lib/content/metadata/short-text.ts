import { isElement, isText } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { isHidden } from '../dom/hiding-rules.ts';

const silent = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'iframe',
  'select',
  'button',
  'form',
  'textarea',
]);
const inline = new Set(
  'a abbr b bdi bdo cite code em font i mark q s small span strong sub sup time u wbr ins label'.split(' '),
);

/** Most nodes of an element with little text; one with more is no single line of a page. */
const nodesMax = 300;

/**
 * Returns the text that an element with little text shows, a line for each block. Returns null, and stops reading, for
 * an element with more than `charactersMax` characters or with very many nodes.
 */
export const readShortText = (element: DomElement, charactersMax: number): string | null => {
  let text = '';
  let nodes = 0;
  const read = (parent: DomElement): boolean => {
    for (let node: DomNode | null = parent.firstChild; node !== null; node = node.nextSibling) {
      if (isText(node))
        text += node.data.length > charactersMax ? node.data.trim() : node.data.replace(/\s+/g, ' ');
      else if (isElement(node) && !silent.has(node.tag.name) && !isHidden(node)) {
        const isBlock = !inline.has(node.tag.name);
        if (isBlock) text += '\n';
        if (!read(node)) return false;
        if (isBlock) text += '\n';
      }
      nodes += 1;
      if (text.length > 4 * charactersMax || nodes > nodesMax) return false;
    }
    return true;
  };
  if (!read(element)) return null;
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const short = lines.filter((line) => line !== '').join('\n');
  return short.length > charactersMax ? null : short.replaceAll('\u00ad', '');
};
