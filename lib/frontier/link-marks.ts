import { isContentPage, type NewPage } from './page.ts';

/**
 * Which pages the pages of a run name, for the flag of those that no page names any more. A page that ends notes the
 * links that its sandbox has noted of no page of the job before it: so a link that stands on each page of a site is
 * noted once a sandbox, and a page's item grows by some characters.
 *
 * A mark is four characters, 24 bits of a page's hash: of 50,000 pages one in 300 has the mark of another, and counts
 * as linked where it may not be. Nothing worse follows.
 */
const markCharacters = 4;

/** Marks of one page: more would make its item cost tens of write units. What is left out is told by `cut`. */
const marksMax = 4_000;
const cut = '*';

export const linkMark = (hash: string): string => Buffer.from(hash.slice(0, 6), 'hex').toString('base64');

/** Under which a link is known that is noted of some page of its job. */
export const notedName = (hash: string): string => `noted ${hash}`;

/** What a page notes of its links; and the links that are noted by that. */
export const noteLinks = (
  children: readonly NewPage[],
  isNoted: (hash: string) => boolean,
): { readonly text: string; readonly noted: readonly string[] } => {
  const fresh = children
    .filter((child) => isContentPage(child))
    .map(({ hash }) => hash)
    .filter((hash) => !isNoted(hash));
  const noted = fresh.slice(0, marksMax);
  const text = noted.map((hash) => linkMark(hash)).join('');
  return { text: fresh.length > noted.length ? `${text}${cut}` : text, noted };
};

/** The marks in notes of pages; null where some of them left any out, or noted nothing. */
export const readLinkNotes = (notes: readonly (string | undefined)[]): ReadonlySet<string> | null => {
  const marks = new Set<string>();
  for (const note of notes) {
    if (note === undefined || note.endsWith(cut)) return null;
    for (let at = 0; at < note.length; at += markCharacters) marks.add(note.slice(at, at + markCharacters));
  }
  return marks;
};
