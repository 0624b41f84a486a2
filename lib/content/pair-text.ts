import { attribute, collapsed, elementsWithin, isElement } from './dom/dom-walk.ts';
import type { DomElement } from './dom/dom.ts';
import { elementPath } from './dom/element-path.ts';
import { isHidden } from './dom/hiding-rules.ts';
import { namesFormer, type LabelledPair } from './labelled-pair.ts';

export const labelCharactersMax = 80;
const valueCharactersMax = 1_000;

/** Says whether an element marks text that is no longer true, such as a price before the sale. */
const isStruck = ({ localName }: DomElement): boolean =>
  localName === 'del' || localName === 's' || localName === 'strike';

const struckMax = 10;

/** Returns what an element strikes, if its label asks for what held before; '' for nothing. */
export const formerText = (label: string, element: DomElement): string =>
  namesFormer(label)
    ? elementsWithin(element, ['del', 's', 'strike'], struckMax)
        .map((one) => collapsed(one.textContent))
        .filter((text) => text !== '')
        .join('; ')
    : '';

/** Returns the value that a cell has for its label: the text that holds, or what held before if the label says so. */
export const labelledText = (label: string, element: DomElement): string => {
  const former = formerText(label, element);
  return former === '' ? cellText(element) : former;
};

/**
 * Returns the text of a cell without footnote marks, scripts and hidden parts; parts on lines of their own are joined
 * by `; `.
 */
export const cellText = (element: DomElement): string => {
  let text = '';
  const write = (at: DomElement): void => {
    for (let node = at.firstChild; node !== null; node = node.nextSibling) {
      if (!isElement(node)) {
        // A line break of the source is no line break of the page.
        if (node.nodeType === 3) text += node.data.replace(/\s+/g, ' ');
        continue;
      }
      const { localName: name } = node;
      if (
        isStruck(node) ||
        name === 'script' ||
        name === 'style' ||
        isHidden(node) ||
        /(?:^|\s)reference(?:$|\s)/.test(node.className)
      )
        continue;
      const isLine = name === 'li' || name === 'br' || name === 'p' || name === 'div';
      if (isLine && text.trim() !== '') text += '\n';
      write(node);
      if (isLine && name !== 'br') text += '\n';
    }
  };
  write(element);
  return text
    .split('\n')
    .map(collapsed)
    .filter((line) => line !== '')
    .join('; ');
};

/** Returns the absolute addresses of links and images in an element, each once. */
export const urlsWithin = (element: DomElement, baseUrl: string): string[] => {
  const urls = elementsWithin(element, ['a', 'img'], 50).flatMap((one) => {
    const reference = attribute(one, one.localName === 'a' ? 'href' : 'src');
    const url = reference === null ? null : URL.parse(reference, baseUrl);
    return url === null || !/^(?:https?|mailto|tel):$/.test(url.protocol) ? [] : [url.href];
  });
  return [...new Set(urls)];
};

/** Returns the date that an element holds for machines, as written; null for none or several. */
export const dateWithin = (element: DomElement): string | null => {
  const times = elementsWithin(element, ['time'], 2).map((time) => attribute(time, 'datetime'));
  if (times.length === 1) return times[0] ?? null;
  const birthday = elementsWithin(element, ['span'], 50).find(({ className }) =>
    /(?:^|\s)bday(?:$|\s)/.test(className),
  );
  return birthday === undefined ? null : collapsed(birthday.textContent);
};

/**
 * Returns the texts of an element's links, if it has several and no other text, so that they are a menu or a list; else
 * null.
 */
const linkTexts = (element: DomElement, text: string): readonly string[] | null => {
  const texts = elementsWithin(element, ['a'], linksMax)
    .map((link) => collapsed(link.textContent))
    .filter((one) => one !== '');
  return texts.length > 1 && texts.join(' ') === text ? texts : null;
};
const linksMax = 50;

/** Collects pairs. */
export interface PairReading {
  readonly baseUrl: string;
  readonly found: LabelledPair[];
}

/** Adds a pair if its label and its value are short enough. */
export const addPair = (
  reading: PairReading,
  label: string,
  value: DomElement,
  kind: LabelledPair['kind'],
  text = labelledText(label, value),
): void => {
  const clean = collapsed(label)
    .replace(/\s*[:：]$/, '')
    .replace(/^[•·–-]\s*/, '');
  if (clean === '' || clean.length > labelCharactersMax || text === '' || text.length > valueCharactersMax)
    return;
  const date = dateWithin(value);
  reading.found.push({
    label: clean,
    value: linkTexts(value, text)?.join('; ') ?? text,
    urls: urlsWithin(value, reading.baseUrl),
    ...(date === null ? {} : { date }),
    kind,
    where: elementPath(value),
  });
};
