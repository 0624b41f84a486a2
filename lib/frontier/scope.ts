import { pathDepth } from '../request/path-depth.ts';
import { getDomain } from 'tldts';
import {
  compilePatterns,
  judgePatterns,
  type CompiledPatterns,
  type CrawlPatterns,
  type Unwanted,
} from './crawl-patterns.ts';
import { detectCrawlerTrap, type CrawlerTrap } from './crawler-trap.ts';
import { pathPrefix } from './path-prefix.ts';

/**
 * Which links of a crawl are followed, by Firecrawl's rules.
 *
 * With `crawlEntireDomain` off, a page is followed if it is at or below the seed's path. For a seed that names a folder
 * (`/docs/` or `/docs`), this is everything that begins with `/docs/`, and `/docs` itself. For a seed that names a file
 * (`/docs/intro.html`: its last segment has a dot), it is the file's folder, `/docs/`.
 *
 * A seed that redirects to another host makes that host part of the site, and one that leads out of its own path adds
 * the path where it was found (docs/decisions/0095-what-a-crawl-takes-for-its-site.md).
 */
export interface CrawlScope extends CrawlPatterns {
  /** The URL that was asked for. */
  readonly seedUrl: string;
  /** Where it was found, if it redirects. */
  readonly foundUrl?: string | undefined;
  readonly crawlEntireDomain: boolean;
  readonly allowExternalLinks: boolean;
  readonly allowSubdomains: boolean;
  /** The most segments that a path may have, on any host. */
  readonly maxDepth?: number | undefined;
  /** The year in which the crawl began; without it, no link is taken for a trap. */
  readonly year?: number;
}

export type OutOfScope =
  | 'external'
  | 'above-seed'
  | 'too-deep'
  | 'asset'
  | 'invalid-url'
  | Unwanted
  | CrawlerTrap;

export type Judgement = { readonly inScope: true } | { readonly inScope: false; readonly reason: OutOfScope };

/** A part of a host whose pages are followed. */
interface Place {
  readonly host: string;
  readonly domain: string | null;
  /** Path below which pages are followed; `/` for all. Always ends in a slash. */
  readonly prefix: string;
}

/** A scope whose patterns are compiled, for one page at a time; one serves all links of a job. */
export interface CompiledScope extends CompiledPatterns {
  /** Where the seed was asked for and where it was found: together they are the site. */
  readonly places: readonly Place[];
  readonly options: CrawlScope;
}

/** Extensions of files that are not pages. PDF, text, XML and JSON are read; everything unknown may be a page. */
const assetExtensions = new Set(
  (
    'png jpg jpeg gif svg svgz webp avif ico bmp tif tiff heic psd ai eps css less scss js mjs cjs ts map wasm ' +
    'woff woff2 ttf otf eot mp3 mp4 m4a m4v mov avi mkv webm ogg oga ogv wav flac aac wmv flv swf ' +
    'zip tar gz tgz bz2 xz zst 7z rar jar war iso dmg pkg msi exe apk ipa deb rpm bin crx torrent ' +
    'doc docx xls xlsx ppt pptx odt ods odp epub mobi ics vcf parquet sqlite db'
  ).split(' '),
);

const wwwless = (host: string): string => host.replace(/^www\./, '');

/** Returns the host with its port, without `www.`: a site that moves between the two is one site. */
const siteOf = (url: URL): string => wwwless(url.host);

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isBelow = (path: string, prefix: string): boolean => path.startsWith(prefix) || `${path}/` === prefix;

/** Returns the folder below which a crawl stays. A server that adds a slash says that the path is a folder. */
const folderOf = (asked: string, found: string): string =>
  found === `${asked}/` ? found : pathPrefix(asked);

const placesOf = ({ seedUrl, foundUrl = seedUrl, crawlEntireDomain }: CrawlScope): Place[] => {
  const [asked, found] = [new URL(seedUrl), new URL(foundUrl)];
  const prefix = crawlEntireDomain ? '/' : folderOf(asked.pathname, found.pathname);
  const foundPrefix = isBelow(found.pathname, prefix) ? prefix : pathPrefix(found.pathname);
  const place = (url: URL, below: string): Place => ({
    host: siteOf(url),
    domain: getDomain(url.hostname, { allowPrivateDomains: true }),
    prefix: below,
  });
  return foundUrl === seedUrl ? [place(asked, prefix)] : [place(asked, prefix), place(found, foundPrefix)];
};

/**
 * Compiles a scope. The patterns were validated with the request.
 *
 * @throws if a pattern does not compile.
 */
export const compileScope = (scope: CrawlScope): CompiledScope => ({
  places: placesOf(scope),
  ...compilePatterns(scope),
  options: scope,
});

/** Returns a scope that takes in every path of the site; its patterns and its other options hold. */
export const onEveryPath = (scope: CompiledScope): CompiledScope => ({
  ...scope,
  places: scope.places.map((place) => ({ ...place, prefix: '/' })),
});

/**
 * Returns a scope that takes no URL for a trap by its form: for URLs that a site lists, which are not endlessly many,
 * and for the targets of redirects, of which a page has one.
 */
export const withoutTraps = (scope: CompiledScope): CompiledScope => {
  const { year: _year, ...options } = scope.options;
  return { ...scope, options };
};

const out = (reason: OutOfScope): Judgement => ({ inScope: false, reason });
const inScope: Judgement = { inScope: true };

const isAsset = (path: string): boolean => {
  const last = lastSegment(path);
  const dot = last.lastIndexOf('.');
  return dot > 0 && assetExtensions.has(last.slice(dot + 1).toLowerCase());
};

/** Whether a URL is on a subdomain of the site. Private suffixes count: a.github.io and b.github.io are unrelated. */
const isOnSubdomain = (url: URL, { places }: CompiledScope): boolean => {
  const domain = getDomain(url.hostname, { allowPrivateDomains: true });
  return domain !== null && places.some((place) => place.domain === domain);
};

/**
 * Judges whether a link is followed; `link` is canonical. The caller judges the depth, which it knows before any link.
 *
 * @param isPage Whether a URL is known to be a page although its name ends like a file's.
 */
export const judgeLink = (
  link: string,
  scope: CompiledScope,
  isPage: (url: string) => boolean = () => false,
): Judgement => {
  const url = URL.parse(link);
  if (url === null) return out('invalid-url');
  const { options } = scope;
  const site = siteOf(url);
  const places = scope.places.filter(({ host }) => host === site);
  const isForeign = places.length === 0 && !(options.allowSubdomains && isOnSubdomain(url, scope));
  if (isForeign && !options.allowExternalLinks) return out('external');
  if (isAsset(url.pathname) && !isPage(link)) return out('asset');
  // The seed's path says nothing about another host.
  if (places.length > 0 && !places.some(({ prefix }) => isBelow(url.pathname, prefix)))
    return out('above-seed');
  if (options.maxDepth !== undefined && pathDepth(url) > options.maxDepth) return out('too-deep');
  const unwanted = judgePatterns(url, scope);
  if (unwanted !== null) return out(unwanted);
  const trap = options.year === undefined ? null : detectCrawlerTrap(url, options.year);
  // Whoever writes a pattern for the pages of a calendar wants them; empty ones are found by their content.
  return trap === null || (trap === 'calendar' && scope.include.length > 0) ? inScope : out(trap);
};
