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
  (
    'a abbr b bdi bdo cite code em font i mark q rb rp rt rtc ruby s small span strong sub sup time u wbr ' +
    'ins label'
  ).split(' '),
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

/** Elements that are read with what stands before them in the same line, row or list of terms. */
const inLine = new Set(['dd', 'td', 'time', 'span', 'b', 'strong', 'em', 'i', 'a', 'small']);
/** Elements that hold a label of what stands behind them; others, such as a headline, only if a colon ends them. */
const holdsLabel = new Set(['dt', 'th', 'label', ...inLine]);
const labelCharactersMax = 60;
const levelsMax = 3;

/**
 * Returns the text right before an element that may be its label, also where inline elements hold it; '' for none. A
 * linked date has none: forums link the date of a post to the post, behind words such as "Start date".
 */
export const readLabelBefore = (element: DomElement): string => {
  let at = element;
  for (let levels = 0; levels < levelsMax; levels += 1) {
    if (at.localName === 'a') return '';
    let before: DomNode | null = at.previousSibling;
    while (before !== null && isText(before) && before.data.trim() === '') before = before.previousSibling;
    if (before !== null && isText(before)) return before.data.slice(-labelCharactersMax).replace(/\s+/g, ' ');
    if (before !== null) {
      if (!isElement(before) || isHidden(before)) return '';
      const text = readShortText(before, labelCharactersMax) ?? '';
      return holdsLabel.has(before.tag.name) || /[:：]$/.test(text) ? text : '';
    }
    if (at.parentNode === null || !isElement(at.parentNode) || !inLine.has(at.tag.name)) return '';
    at = at.parentNode;
  }
  return '';
};
