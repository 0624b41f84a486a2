import { canonicalTypedUrl } from '../frontier/canonical-url.ts';
import { pathPrefix } from '../frontier/path-prefix.ts';
import { sourceLimits } from '../limits/source-limits.ts';
import { pathDepth } from '../request/path-depth.ts';
import { compilePattern, matchesOne, patternSize, patternSubjects } from '../request/path-pattern.ts';
import type { ManifestSource } from './resolve-sources.ts';
import { crawlOptions } from './source-request.ts';

/** A crawl as its links are judged (`frontier/scope.ts`), without the sites beyond its own. */
interface Crawl {
  readonly id: string;
  readonly start: URL;
  /** The host with its port, without `www.`, and the folder below which it stays. */
  readonly site: string;
  readonly prefix: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly onFullUrl: boolean;
  readonly maxDepth: number | undefined;
}

const readCrawl = (source: ManifestSource): Crawl[] => {
  const start = URL.parse(source.url ?? '');
  if (source.method !== 'crawl' || source.status !== 'active' || start === null) return [];
  const options = crawlOptions(source);
  const crawl: Crawl = {
    id: source.id,
    start,
    site: start.host.replace(/^www\./, ''),
    prefix: options.crawlEntireDomain === true ? '/' : pathPrefix(start.pathname),
    include: options.includePaths ?? [],
    exclude: options.excludePaths ?? [],
    onFullUrl: options.regexOnFullURL === true,
    maxDepth: options.maxDepth,
  };
  return [crawl];
};

/** Compiles each pattern once: many sources inherit the same. */
const openPatterns = () => {
  const compiled = new Map<string, { readonly pattern: RegExp; readonly size: number }>();
  let left: number = sourceLimits.overlapWorkMax;
  return {
    matches: (source: string, text: string): boolean => {
      if (left < 0) return false;
      const known = compiled.get(source) ?? { pattern: compilePattern(source), size: patternSize(source) };
      compiled.set(source, known);
      const subjects = patternSubjects(text);
      left -= known.size * subjects.join('').length;
      return left >= 0 && matchesOne([known.pattern], subjects);
    },
    isSpent: (): boolean => left < 0,
    spend: (work: number): void => void (left -= work),
  };
};
type Patterns = ReturnType<typeof openPatterns>;

/** Returns a path that a pattern without alternatives matches, such as `/guide/x` for `/guide/.*`; null for another. */
const exampleOf = (pattern: string, patterns: Patterns): string | null => {
  const text = pattern
    .replace(/^\^|\$$/g, '')
    .replaceAll('.*', 'x')
    .replaceAll(/\\(.)/g, '$1');
  return text.startsWith('/') && !text.startsWith('//') && patterns.matches(pattern, text) ? text : null;
};

/** Returns pages that a crawl fetches: one for each of its patterns where they show one, otherwise its start. */
const examplePages = ({ start, include, onFullUrl }: Crawl, patterns: Patterns): URL[] => {
  const paths = onFullUrl ? [] : include.map((pattern) => exampleOf(pattern, patterns));
  const pages = paths.flatMap((path) => (path === null ? [] : [new URL(path, start)]));
  return pages.length === 0 ? [start] : pages;
};

/** Whether the patterns of a crawl, and its depth, let a page in that lies below its folder. */
const takes = (crawl: Crawl, page: URL, patterns: Patterns): boolean => {
  const { include, exclude, onFullUrl, maxDepth } = crawl;
  if (maxDepth !== undefined && pathDepth(page) > maxDepth) return false;
  const text = onFullUrl ? page.href : page.pathname;
  if (exclude.some((pattern) => patterns.matches(pattern, text))) return false;
  return include.length === 0 || include.some((pattern) => patterns.matches(pattern, text));
};

/** Returns a folder and all above it, each with its slash. */
const foldersAbove = (prefix: string): string[] => {
  const segments = prefix.split('/').slice(1, -1);
  return Array.from(
    { length: segments.length + 1 },
    (_, at) =>
      `/${segments
        .slice(0, at)
        .map((segment) => `${segment}/`)
        .join('')}`,
  );
};

const placeOf = (site: string, prefix: string): string => `${site} ${prefix}`;

/** Crawls within the scope of others, and those that were not compared since the work for it has a bound. */
export interface Overlaps {
  readonly found: readonly { readonly inner: string; readonly outer: string }[];
  readonly uncompared: readonly string[];
}

/**
 * Finds crawls that lie within the scope of another one, by folder and patterns: their pages are fetched for both. Of
 * each it names one such crawl, by the ids. Does not look at links to other sites.
 */
export const findOverlaps = (sources: readonly ManifestSource[]): Overlaps => {
  const crawls = sources.flatMap(readCrawl).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const placed = Map.groupBy(crawls, ({ site, prefix }) => placeOf(site, prefix));
  const patterns = openPatterns();
  const isWithin = (inner: Crawl, outer: Crawl): boolean =>
    examplePages(inner, patterns).some((page) => takes(outer, page, patterns));
  const isOuter = (inner: Crawl, outer: Crawl): boolean => {
    patterns.spend(1);
    if (outer === inner || !isWithin(inner, outer)) return false;
    // Of two that lie within each other, the one with the first id counts as the outer one.
    return outer.prefix !== inner.prefix || outer.id < inner.id || !isWithin(outer, inner);
  };
  const uncompared: string[] = [];
  const outerOf = (inner: Crawl): Crawl | undefined => {
    if (patterns.isSpent()) return undefined;
    const around = foldersAbove(inner.prefix).flatMap(
      (prefix) => placed.get(placeOf(inner.site, prefix)) ?? [],
    );
    return around.find((each) => isOuter(inner, each));
  };
  const found = crawls.flatMap((inner) => {
    const outer = outerOf(inner);
    if (!patterns.isSpent()) return outer === undefined ? [] : [{ inner: inner.id, outer: outer.id }];
    uncompared.push(inner.id);
    return [];
  });
  return { found, uncompared };
};

/** A source that names pages which one before it names as well. */
export interface SharedPages {
  readonly source: string;
  /** The first such source, by the ids. */
  readonly other: string;
  readonly url: string;
  /** How many pages it shares with others. */
  readonly count: number;
}

/** Finds sources that name the same pages one by one, as the URL of a scrape or in the list of a batch. */
export const findSharedPages = (sources: readonly ManifestSource[]): readonly SharedPages[] => {
  const owners = new Map<string, string>();
  const named = sources
    .filter(({ method, status }) => method !== 'crawl' && status === 'active')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return named.flatMap(({ id, url, urls = [] }) => {
    const own = new Set(
      [...(url === undefined ? [] : [url]), ...urls].map((each) => canonicalTypedUrl(each) ?? each),
    );
    const shared = [...own].filter((each) => owners.has(each));
    for (const each of own) if (!owners.has(each)) owners.set(each, id);
    const [first] = shared;
    const other = first === undefined ? undefined : owners.get(first);
    if (first === undefined || other === undefined) return [];
    return [{ source: id, other, url: first, count: shared.length }];
  });
};
