/**
 * The place of a page among the pages of a job: the number of links from the seed, then the places of the links that
 * led to it (its own last), then its URL. It does not depend on the order in which pages finish.
 */
export interface PagePlace {
  readonly depth: number;
  readonly order: readonly number[];
  readonly url: string;
}

const compareLinkPaths = (a: readonly number[], b: readonly number[]): number => {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

/** Compares by page order: negative if `a` comes before `b`, 0 only for the same page. */
export const comparePlaces = (a: PagePlace, b: PagePlace): number =>
  a.depth - b.depth || compareLinkPaths(a.order, b.order) || (a.url < b.url ? -1 : a.url > b.url ? 1 : 0);
