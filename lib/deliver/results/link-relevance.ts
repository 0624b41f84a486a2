import { splitWords } from '../../extract/schema/words.ts';
import type { MapLink } from '../../frontier/url-list.ts';

/**
 * Ranks a site's URLs for a search by words alone: a page's title and its path say most of what it is about. A word of
 * the search counts most as a whole word in the title or at the end of the path; less at the beginning of a word; least
 * within a word. Words that few URLs have count more, as in every search engine.
 */

/** Points for a word: as a whole word, at the beginning of a word, within a word. */
interface Points {
  readonly exact: number;
  readonly prefix: number;
  readonly inside: number;
}

const points = {
  title: { exact: 12, prefix: 4, inside: 1 },
  lastSegment: { exact: 10, prefix: 4, inside: 1 },
  path: { exact: 6, prefix: 2, inside: 0.5 },
  description: { exact: 4, prefix: 1, inside: 0.25 },
  rest: { exact: 1, prefix: 0.5, inside: 0.25 },
} as const satisfies Record<string, Points>;
type Field = keyof typeof points;

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Words of a link, by place. */
type Words = Readonly<Record<Field, readonly string[]>>;

const extension = /\.(?:html?|php|aspx?|jsp|md|pdf)$/i;

const wordsIn = ({ url, title = '', description = '' }: MapLink): Words => {
  const { hostname, pathname, search } = new URL(url);
  const segments = decoded(pathname)
    .split('/')
    .filter((segment) => segment !== '');
  const last = segments.pop() ?? '';
  return {
    title: splitWords(title),
    lastSegment: splitWords(last.replace(extension, '')),
    path: splitWords(segments.join(' ')),
    description: splitWords(description),
    rest: splitWords(`${hostname} ${decoded(search)}`),
  };
};

const fields = Object.keys(points) as Field[];

/** Returns how well one word of the search matches the words of one place. */
const fit = (wanted: string, words: readonly string[], worth: Points): number => {
  let best = 0;
  for (const word of words) {
    if (word === wanted) return worth.exact;
    if (word.startsWith(wanted)) best = Math.max(best, worth.prefix);
    else if (word.includes(wanted)) best = Math.max(best, worth.inside);
  }
  return best;
};

/** Says whether the words of the search stand next to each other, in their order. */
const hasPhrase = (wanted: readonly string[], words: readonly string[]): boolean =>
  words.some((_, at) => wanted.every((word, index) => words[at + index] === word));

/**
 * Returns the number of segments in the path: of two pages that match equally, the one nearer to the root is the more
 * general.
 */
const depthOf = (url: string): number =>
  new URL(url).pathname.split('/').filter((part) => part !== '').length;

/**
 * Sorts the links by how well they match the search. Links that do not match come last, in their original order. None
 * is dropped: the caller's limit says how many are wanted. `fitting`: how many have a word of the search in their
 * address, title or description.
 */
export const byRelevance = (
  links: readonly MapLink[],
  search: string,
): { readonly links: MapLink[]; readonly fitting: number } => {
  const wanted = [...new Set(splitWords(search))];
  if (wanted.length === 0) return { links: [...links], fitting: links.length };
  const scored = links.map((link) => {
    const words = wordsIn(link);
    const fits = wanted.map((word) =>
      fields.reduce((sum, field) => sum + fit(word, words[field], points[field]), 0),
    );
    const isPhrase =
      wanted.length > 1 && (hasPhrase(wanted, words.title) || hasPhrase(wanted, words.lastSegment));
    return { link, fits, isPhrase };
  });
  const rarity = wanted.map((_, index) => {
    const having = scored.filter(({ fits }) => (fits[index] ?? 0) > 0).length;
    return Math.log(1 + (links.length + 1) / (having + 1));
  });
  const ordered = scored
    .map(({ link, fits, isPhrase }, index) => {
      const found = fits.filter((value) => value > 0).length;
      const sum = fits.reduce((total, value, word) => total + value * (rarity[word] ?? 0), 0);
      // A page with all the words ranks above one that has the rarest of them often.
      const score = sum * (found / wanted.length) * (isPhrase ? 1.5 : 1);
      return { link, score, depth: depthOf(link.url), index };
    })
    .sort((a, b) => b.score - a.score || (a.score === 0 ? 0 : a.depth - b.depth) || a.index - b.index);
  return {
    links: ordered.map(({ link }) => link),
    fitting: ordered.filter(({ score }) => score > 0).length,
  };
};
