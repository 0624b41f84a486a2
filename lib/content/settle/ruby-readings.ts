import { createElement, createText } from '../dom/document.ts';
import { elementsWithin, isElement, isText } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';

/** A page with more marked words is a dictionary of some size; its other words keep their readings as they stand. */
const rubiesMax = 50_000;

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const kanaOnly = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const spelled = /[\p{Script=Latin}\p{Script=Cyrillic}]$/u;

const nameOf = (node: DomNode): string => (isElement(node) ? node.localName : '');

interface Ruby {
  readonly base: readonly DomNode[];
  /** Elements of the readings, in order; those of a second line of readings (`<rtc>`) come last. */
  readonly readings: readonly DomElement[];
  /** The whole reading, with words that are their own reading (`べる` of `食べる`). */
  readonly reading: string;
}

/** Tells the words of an element `<ruby>` from their readings; null if the page itself sets these in parentheses. */
const readRuby = (ruby: DomElement): Ruby | null => {
  const base: DomNode[] = [];
  const readings: DomElement[] = [];
  const parts: string[] = [];
  let unread = '';
  const add = (text: string): void => {
    const isSpaced = parts.length > 0 && (spelled.test(parts.at(-1) ?? '') || spelled.test(text));
    if (text !== '') parts.push(isSpaced ? ` ${text}` : text);
  };
  for (const node of ruby.childNodes) {
    const name = nameOf(node);
    if (name === 'rp') return null;
    if (name !== 'rt' && name !== 'rtc') {
      if (isElement(node) || isText(node)) {
        base.push(node);
        unread += node.textContent.trim();
      }
      continue;
    }
    if (!isElement(node)) continue;
    readings.push(node);
    const text = node.textContent.trim().replace(/\s+/g, ' ');
    add(text === '' && kanaOnly.test(unread) ? unread : text);
    unread = '';
  }
  if (readings.every((node) => node.textContent.trim() === '')) return null;
  if (kanaOnly.test(unread)) add(unread);
  return { base, readings, reading: parts.join('') };
};

const markOf = (name: 'rp' | 'rt', text: string): DomElement => {
  const element = createElement(name);
  element.append(createText(text));
  return element;
};

/** Takes the white space of the source out of words that are written without any. */
const closeUp = (node: DomNode): void => {
  if (!isText(node) || !/^\s|\s$/.test(node.data)) return;
  const ink = node.data.trim();
  if (ink !== '') node.parentNode?.insertBefore(createText(ink), node);
  node.remove();
};

/**
 * Sets the readings of words in parentheses behind the word, once for each `<ruby>`, as `<rp>` would (HTML Standard,
 * 4.5.10): `<ruby>新<rt>しん</rt>幹<rt>かん</rt></ruby>` becomes `<ruby>新幹<rp>（</rp><rt>しんかん</rt><rp>）</rp></ruby>`.
 * Without them, the readings stand within the words, and no search finds these. What has `<rp>` stays as it is.
 */
export const setReadingsApart = (root: DomElement): void => {
  for (const ruby of elementsWithin(root, ['ruby'], rubiesMax)) {
    const read = readRuby(ruby);
    if (read === null) continue;
    const { base, readings, reading } = read;
    const isEastAsian = eastAsian.test(base.map((node) => node.textContent).join(''));
    for (const node of readings) node.remove();
    if (isEastAsian) for (const node of base) closeUp(node);
    const [open, close] = isEastAsian ? ['（', '）'] : [' (', ')'];
    for (const mark of [markOf('rp', open), markOf('rt', reading), markOf('rp', close)]) ruby.append(mark);
  }
};
