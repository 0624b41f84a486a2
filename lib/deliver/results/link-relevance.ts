import { splitWords } from '../../extract/schema/words.ts';
import type { MapLink } from '../../frontier/url-list.ts';

/**
 * Which of a site's URLs fit what somebody looks for, by words alone: what a page is called and where it lies says
 * most of what it is about. A word of the search counts where it stands as a word, most in the title and at the end
 * of the path; less where a word begins with it; least within another word. Words that few URLs have count more, as
 * in every search engine.
 */

/** Points for a word, where it stands as it is, where a word begins with it, and where it stands within one. */
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

/** Words of a link, by where they stand. */
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

/** How well one word of the search is found among the words of one place. */
const fit = (wanted: string, words: readonly string[], worth: Points): number => {
  let best = 0;
  for (const word of words) {
    if (word === wanted) return worth.exact;
    if (word.startsWith(wanted)) best = Math.max(best, worth.prefix);
    else if (word.includes(wanted)) best = Math.max(best, worth.inside);
  }
  return best;
};

/** Whether the words of the search stand next to each other, in their order. */
const hasPhrase = (wanted: readonly string[], words: readonly string[]): boolean =>
  words.some((_, at) => wanted.every((word, index) => words[at + index] === word));

/** Segments of the path: of two pages that fit alike, the one nearer to the root is the more general. */
const depthOf = (url: string): number =>
  new URL(url).pathname.split('/').filter((part) => part !== '').length;

/**
 * The links ordered by how well they fit the search; those that do not fit at all come last, in the order they had.
 * Each is still there: the order says what fits, the caller's limit how many are wanted. `fitting`: how many have a
 * word of the search in their address, title or description.
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
      // A page that has all the words is more than one that has the rarest of them often.
      const score = sum * (found / wanted.length) * (isPhrase ? 1.5 : 1);
      return { link, score, depth: depthOf(link.url), index };
    })
    .sort((a, b) => b.score - a.score || (a.score === 0 ? 0 : a.depth - b.depth) || a.index - b.index);
  return {
    links: ordered.map(({ link }) => link),
    fitting: ordered.filter(({ score }) => score > 0).length,
  };
};
