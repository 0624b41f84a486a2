import { collapsed, elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';
import { detectAdmonition, firstInk, type Admonition } from './admonition.ts';
import { writeChildren, writeNote, type MarkdownPlace, type MarkdownRule } from './markdown-place.ts';

/** Writes an element on lines of its own. */
export const block: MarkdownRule = (place, element) => {
  const note = place.footnotes.notes.get(element);
  if (note !== undefined && element.localName !== 'li') {
    writeNote(place, element, note);
    return;
  }
  const admonition = place.out.isOneLine ? null : detectAdmonition(element);
  if (admonition !== null) {
    writeAdmonition(place, element, admonition);
    return;
  }
  place.out.block(2);
  writeChildren(place, element);
  place.out.block(2);
};

/** Says whether the text begins with its kind, as in "Note: …". */
const saysKind = (element: DomElement, kind: string): boolean =>
  collapsed(element.textContent.slice(0, 200)).toLowerCase().startsWith(kind.toLowerCase());

/** Writes an admonition as a quotation under its title in bold, or under its kind if it has no title. */
export const writeAdmonition = (
  place: MarkdownPlace,
  element: DomElement,
  { kind, title }: Admonition,
): void => {
  const { out } = place;
  out.block(2);
  const before = out.quote();
  out.block(2);
  if (title !== null) {
    writeTitle(place, title);
    place.skipped.add(title);
  } else if (kind !== '' && !saysKind(element, kind)) {
    const mark = out.open('**', '**');
    out.text(kind);
    out.close(mark);
  }
  out.block(2);
  if (element.localName === 'table' || isTableAlone(element)) writeCells(place, element);
  else writeChildren(place, element);
  out.end(before);
  out.block(2);
};

const writeTitle = (place: MarkdownPlace, title: DomElement): void => {
  const { out } = place;
  const mark = out.isMarked('**') ? null : out.open('**', '**');
  out.onOneLine(() => writeChildren(place, title));
  if (mark !== null) out.close(mark);
};

/** AsciiDoc and DocBook arrange icon, title and text in a table. */
const isTableAlone = (element: DomElement): boolean =>
  elementsWithin(element, ['table'], 1).length > 0 && firstInk(element)?.localName === 'table';

const writeCells = (place: MarkdownPlace, element: DomElement): void => {
  const table = element.localName === 'table' ? element : firstInk(element);
  if (table === null) return;
  for (const cell of elementsWithin(table, ['td', 'th'])) {
    let at = cell.parentNode;
    while (at !== null && at.localName !== 'table') at = at.parentNode;
    if (at !== table || summarizeText(cell).length === 0 || place.skipped.has(cell)) continue;
    place.out.block(2);
    writeChildren(place, cell);
    place.out.block(2);
  }
};
