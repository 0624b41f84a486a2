import { attribute, isElement, isText } from './dom-walk.ts';
import type { DomElement } from './dom.ts';
import { strong, writeChildren, writeNote, type Place, type Rule } from './markdown-place.ts';

export const isItem = (element: DomElement | null): boolean =>
  element?.localName === 'li' || element?.localName === 'dd';

export const list: Rule = (place, element) => {
  const { out } = place;
  out.block(isItem(element.parentNode) ? 1 : 2);
  const start = Number.parseInt(attribute(element, 'start') ?? '1', 10);
  let number = element.localName === 'ol' ? (Number.isNaN(start) ? 1 : start) : null;
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isText(node)) out.text(node.data);
    else if (isElement(node) && node.localName !== 'li') place.rules.get(node.localName)?.(place, node);
    else if (isElement(node)) {
      const length = out.length;
      writeItem(place, node, number === null ? '- ' : `${number}. `);
      if (number !== null && out.length > length) number += 1;
    }
  }
  out.block(2);
};

const writeItem = (place: Place, element: DomElement, marker: string): void => {
  const { out, footnotes } = place;
  const note = footnotes.notes.get(element);
  if (note !== undefined) {
    writeNote(place, element, note);
    return;
  }
  out.block(1);
  const before = out.item(marker);
  writeChildren(place, element);
  out.end(before);
  out.block(1);
  out.closeUp();
};

/** An item of no list. */
export const item: Rule = (place, element) => writeItem(place, element, '- ');

/** A definition list as a list of terms: the only form that nests and that every reader of Markdown shows. */
export const term: Rule = (place, element) => {
  const { out } = place;
  out.block(1);
  const before = out.item('- ');
  out.onOneLine(() => strong(place, element));
  out.end(before);
  out.block(1);
};

/** Whether a list has terms, asked once for each list: one of 30,000 definitions would be searched as often. */
const listsWithTerms = new WeakMap<DomElement, boolean>();
const hasTerms = (list: DomElement): boolean => {
  const known = listsWithTerms.get(list);
  if (known !== undefined) return known;
  let child = list.firstElementChild;
  while (child !== null && child.localName !== 'dt') child = child.nextElementSibling;
  listsWithTerms.set(list, child !== null);
  return child !== null;
};

export const definition: Rule = (place, element) => {
  const { out } = place;
  if (element.parentNode === null || !hasTerms(element.parentNode)) {
    item(place, element);
    return;
  }
  out.block(2);
  const before = out.indent(2);
  writeChildren(place, element);
  out.end(before);
  out.block(1);
  out.closeUp();
};
