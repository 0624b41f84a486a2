import { findAncestor, attribute, collapsed } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';

/** Footnotes of a text: the references to them, the notes, and the links back. */
export interface Footnotes {
  /** Labels by the link that refers to a note. */
  readonly references: ReadonlyMap<DomElement, string>;
  /** Labels by the element that is the note. */
  readonly notes: ReadonlyMap<DomElement, string>;
  readonly backLinks: ReadonlySet<DomElement>;
}

const markCharactersMax = 12;
const noteNames = new Set(['li', 'p', 'div', 'aside', 'dd']);
const referenceNames = /(?:^|[\s_-])(?:footnote|note|fn)-?ref/i;

const isReference = (link: DomElement): boolean =>
  summarizeText(link).length <= markCharactersMax &&
  (link.getAttribute('role') === 'doc-noteref' ||
    referenceNames.test(link.className) ||
    findAncestor(link, ({ localName }) => localName === 'sup') !== null ||
    holdsAny(link, ['sup']));

const fragmentOf = (link: DomElement): string | null => {
  const href = attribute(link, 'href');
  if (href === null || !href.startsWith('#') || href.length < 2) return null;
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
};

/** Returns the ids to which a link back to a reference mark may lead. */
const idsAround = (link: DomElement): string[] =>
  [link, link.parentNode, link.firstElementChild].flatMap((element) =>
    element === null || element.id === '' ? [] : [element.id],
  );

const none: Footnotes = { references: new Map(), notes: new Map(), backLinks: new Set() };

/** Makes a label, which is a word (GitHub Flavored Markdown): the text of the mark, or else its number. */
const labelOf = (link: DomElement, number: number): string => {
  const mark = collapsed(link.textContent).replace(/^[[(]+|[\])]+$/g, '');
  return /^[\p{L}\p{N}-]+$/u.test(mark) ? mark : String(number);
};

/** Finds the footnotes in `root`: raised links to an element that stands after them in the same text. */
export const findFootnotes = (root: DomElement): Footnotes => {
  const links = root.getElementsByTagName('a');
  const marks = links.filter((link) => fragmentOf(link) !== null && isReference(link));
  if (marks.length === 0) return none;
  const byId = new Map<string, DomElement>();
  for (const element of root.getElementsByTagName('*')) {
    if (element.id !== '' && noteNames.has(element.localName) && !byId.has(element.id))
      byId.set(element.id, element);
  }
  const references = new Map<DomElement, string>();
  const notes = new Map<DomElement, string>();
  const taken = new Set<string>();
  for (const link of marks) {
    const note = byId.get(fragmentOf(link) ?? '');
    if (note === undefined || findAncestor(link, (element) => element === note) !== null) continue;
    let label = notes.get(note);
    if (label === undefined) {
      label = labelOf(link, notes.size + 1);
      while (taken.has(label)) label += '-';
      taken.add(label);
      notes.set(note, label);
    }
    references.set(link, label);
  }
  const origins = new Set<string>();
  for (const link of references.keys()) for (const id of idsAround(link)) origins.add(id);
  const isBackLink = (link: DomElement): boolean => {
    const fragment = fragmentOf(link);
    if (fragment === null || references.has(link)) return false;
    const { length } = summarizeText(link);
    const leadsBack = length <= markCharactersMax && origins.has(fragment);
    return (
      (link.getAttribute('role') === 'doc-backlink' || length <= 2 || leadsBack) &&
      findAncestor(link, (element) => notes.has(element)) !== null
    );
  };
  return { references, notes, backLinks: new Set(links.filter(isBackLink)) };
};
