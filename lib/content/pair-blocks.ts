import { collapsed, elementsWithin, isElement } from './dom/dom-walk.ts';
import type { DomElement } from './dom/dom.ts';
import { elementPath } from './dom/element-path.ts';
import { isHidden } from './dom/hiding-rules.ts';
import {
  addPair,
  cellText,
  formerText,
  dateWithin,
  labelCharactersMax,
  urlsWithin,
  type PairReading,
} from './pair-text.ts';

const blocksMax = 200;
const blockNames = new Set([
  'div',
  'li',
  'span',
  'p',
  'dt',
  'dd',
  'b',
  'strong',
  'em',
  'h3',
  'h4',
  'h5',
  'h6',
  'label',
]);

const plain = ({ textContent }: DomElement): string => collapsed(textContent).replaceAll(' ', '');

/** A label, the element of its value, and the value's text where the element holds more. */
type Halves = readonly [label: string, value: DomElement, text?: string];

/**
 * Returns the label and the value of a block that is two elements without other text, or one strong element with text
 * behind it.
 */
const halvesOf = (block: DomElement): Halves | null => {
  const [first, second, ...more] = block.children.filter((child) => !isHidden(child) && plain(child) !== '');
  if (first === undefined || more.length > 0) return null;
  if (second === undefined) {
    const [whole, own] = [collapsed(block.textContent), collapsed(first.textContent)];
    // A strong label, with the value as text behind it.
    if (whole.startsWith(own) && whole.length > own.length && /^(?:b|strong)$/.test(first.localName))
      return [own, block, whole.slice(own.length).replace(/^[\s:：]+/, '')];
    const label = whole.slice(0, -own.length).trim();
    const isLast = block.lastChild === first || collapsed(block.lastChild?.textContent ?? '') === '';
    return isLast && label !== '' && /^(?:b|strong|em|span)$/.test(first.localName) ? [label, first] : null;
  }
  const isBoth = [first, second].every(({ localName }) => blockNames.has(localName));
  const isAll = plain(block) === `${plain(first)}${plain(second)}`;
  return isBoth && isAll ? [cellText(first), second] : null;
};

/** Says whether a text can be a label: short, without a number at its beginning or the end of a sentence. */
const isLabel = (text: string): boolean =>
  text.length <= 40 &&
  text.split(' ').length <= 5 &&
  !/^\d|[.!?]$/.test(text.replace(/\b\p{L}{1,5}\.$/u, ''));

const isAlike = (one: DomElement, other: DomElement): boolean =>
  one.localName === other.localName && one.classes.list[0] === other.classes.list[0];

/**
 * Reads runs of at least two neighbouring blocks that are alike, each with a label and a value, and with different
 * labels.
 */
export const readBlocks = (list: DomElement, reading: PairReading): void => {
  const blocks = list.children;
  if (blocks.length < 2 || blocks.length > blocksMax) return;
  for (let from = 0; from < blocks.length;) {
    const run: Halves[] = [];
    for (let at = from; at < blocks.length; at += 1) {
      const [first, block] = [blocks[from], blocks[at]];
      if (first === undefined || block === undefined || !isAlike(first, block)) break;
      const halves = halvesOf(block);
      if (halves === null || !isLabel(halves[0]) || collapsed(halves[1].textContent).length > 200) break;
      run.push(halves);
    }
    if (run.length >= 2 && new Set(run.map(([label]) => label)).size === run.length)
      for (const [label, value, text] of run) addPair(reading, label, value, 'key-value', text);
    from += Math.max(1, run.length);
  }
};

/** Reads a paragraph that is only `Label: value`, such as a line with author and date. */
const readPlainLine = (line: DomElement, reading: PairReading): void => {
  const text = collapsed(line.textContent);
  const [, label = '', value = ''] = /^([^:：]{1,40}?)\s?(?::\s|：\s?)(\S.{0,199})$/u.exec(text) ?? [];
  if (label === '' || !isLabel(label) || /[.!?]\s|[·•|]\s*\p{L}[^:：]{0,30}[:：]/u.test(value)) return;
  reading.found.push({ label, value, urls: [], kind: 'key-value', where: elementPath(line) });
};

/** Reads a list entry or paragraph of the form `<strong>Label:</strong> value`. */
export const readLine = (line: DomElement, reading: PairReading): void => {
  const first = line.firstElementChild;
  if (first === null) readPlainLine(line, reading);
  if (first === null || !['strong', 'b', 'span', 'em'].includes(first.localName)) return;
  let node = line.firstChild;
  while (node !== null && !isElement(node) && collapsed(node.textContent) === '') node = node.nextSibling;
  const label = collapsed(first.textContent);
  const rest = collapsed(line.textContent).slice(label.length).trimStart();
  if (
    node !== first ||
    !(/[:：]$/.test(label) || /^[:：]/.test(rest)) ||
    elementsWithin(line, ['br'], 1).length > 0
  )
    return;
  const former = formerText(label, line);
  const value = former === '' ? rest.replace(/^[:：]\s*/, '') : former;
  if (value === '' || label.length > labelCharactersMax || value.length > 300) return;
  reading.found.push({
    label: label.replace(/\s*[:：]$/, ''),
    value,
    urls: urlsWithin(line, reading.baseUrl),
    ...(dateWithin(line) === null ? {} : { date: dateWithin(line) ?? '' }),
    kind: 'key-value',
    where: elementPath(line),
  });
};
