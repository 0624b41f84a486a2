import { isOpen, type Page } from './page.ts';

/** Pages at and below one path, or host, by what became of them. */
export interface PathCounts {
  /** The prefix of the pages' URLs: `https://example.com/docs/`, or the page's own URL if it is a single page. */
  readonly prefix: string;
  /** Whether pages are below it, so that it can be opened. */
  readonly isFolder: boolean;
  readonly pages: number;
  readonly open: number;
  readonly done: number;
  readonly failed: number;
  readonly blocked: number;
  readonly skipped: number;
}

const entriesMax = 200;

/**
 * Finds the first prefix of a URL that is longer than `prefix`: its origin, then one more folder at a time, then
 * itself.
 */
const nextPrefix = (url: string, prefix: string): { readonly prefix: string; readonly isFolder: boolean } => {
  const originEnd = url.indexOf('/', url.indexOf('//') + 2) + 1;
  if (originEnd > prefix.length) return { prefix: url.slice(0, originEnd), isFolder: true };
  const path = url.search(/[?#]/) === -1 ? url : url.slice(0, url.search(/[?#]/));
  const slash = path.indexOf('/', prefix.length);
  return slash === -1
    ? { prefix: url, isFolder: false }
    : { prefix: url.slice(0, slash + 1), isFolder: true };
};

/**
 * Counts pages by the next part of their path below a prefix, as a file manager shows a folder: the fullest entries
 * first, at most 200 of them. An empty prefix gives the hosts.
 */
export const pathTree = (
  pages: readonly Page[],
  prefix: string,
): { readonly entries: readonly PathCounts[]; readonly more: number } => {
  const entries = new Map<string, { -readonly [Name in keyof PathCounts]: PathCounts[Name] }>();
  for (const page of pages) {
    if (page.kind !== 'page' || !page.url.startsWith(prefix)) continue;
    const next = nextPrefix(page.url, prefix);
    const none = { ...next, pages: 0, open: 0, done: 0, failed: 0, blocked: 0, skipped: 0 };
    const counts = entries.get(next.prefix) ?? none;
    entries.set(next.prefix, counts);
    counts.pages += 1;
    counts[isOpen(page.state) ? 'open' : page.state] += 1;
  }
  const sorted = [...entries.values()].toSorted(
    (a, b) => b.pages - a.pages || (a.prefix < b.prefix ? -1 : 1),
  );
  return { entries: sorted.slice(0, entriesMax), more: Math.max(0, sorted.length - entriesMax) };
};
