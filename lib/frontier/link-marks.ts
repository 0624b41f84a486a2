import { isContentPage, type NewPage } from './page.ts';

/**
 * Records which pages the pages of a run link to, so that pages without any link can be flagged. A page that ends notes
 * those of its links that its sandbox has not noted yet for an earlier page of the job. So a link on every page of a
 * site is noted once for each sandbox, and a page's item grows by some characters.
 *
 * A mark is four characters, 24 bits of a page's hash. Among 50,000 pages, one in 300 has the mark of another page, and
 * counts as linked although it may not be. This has no other effect.
 */
const markCharacters = 4;

/** Marks of one page: more would make its item cost tens of write units. `cut` says that some were left out. */
const marksMax = 4_000;
const cut = '*';

export const linkMark = (hash: string): string => Buffer.from(hash.slice(0, 6), 'hex').toString('base64');

/** Makes the name under which the cache remembers a link that some page of its job has noted. */
export const notedName = (hash: string): string => `noted ${hash}`;

/** Makes the note of a page's links; also returns the links that are noted by it. */
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

/** Reads the marks of pages' notes; null if some note left links out, or a page has no note. */
export const readLinkNotes = (notes: readonly (string | undefined)[]): ReadonlySet<string> | null => {
  const marks = new Set<string>();
  for (const note of notes) {
    if (note === undefined || note.endsWith(cut)) return null;
    for (let at = 0; at < note.length; at += markCharacters) marks.add(note.slice(at, at + markCharacters));
  }
  return marks;
};
