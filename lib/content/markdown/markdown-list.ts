import { attribute, isElement, isText } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { writeChildren, writeNote, type MarkdownPlace, type MarkdownRule } from './markdown-place.ts';

export const isItem = (element: DomElement | null): boolean =>
  element?.localName === 'li' || element?.localName === 'dd';

export const list: MarkdownRule = (place, element) => {
  const { out } = place;
  const kind = element.localName === 'ol' ? 'number' : 'bullet';
  place.lists.begin(place.out, kind, isItem(element.parentNode));
  const { marker, delimiter } = place.lists;
  const start = Number.parseInt(attribute(element, 'start') ?? '1', 10);
  let number =
    kind === 'number' ? (Number.isNaN(start) ? 1 : Math.min(Math.max(start, 0), 999_999_999)) : null;
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isText(node)) out.text(node.data);
    else if (isElement(node) && node.localName !== 'li') place.rules.get(node.localName)?.(place, node);
    else if (isElement(node)) {
      const length = out.length;
      writeItem(place, node, number === null ? `${marker} ` : `${number}${delimiter} `);
      if (number !== null && out.length > length && number < 999_999_999) number += 1;
    }
  }
  place.lists.end(place.out, kind);
};

/** Writes an item behind its marker, or a footnote behind its label. */
export const writeItem = (place: MarkdownPlace, element: DomElement, marker: string): void => {
  const { out, footnotes } = place;
  const note = footnotes.notes.get(element);
  if (note !== undefined) {
    writeNote(place, element, note);
    return;
  }
  out.block(1);
  const { length } = out;
  const before = out.item(marker);
  writeChildren(place, element);
  out.end(before);
  out.block(1);
  if (out.length > length) out.closeUp();
};

/** Writes an item or a definition that stands in no list. */
export const item: MarkdownRule = (place, element) => writeItem(place, element, '- ');
