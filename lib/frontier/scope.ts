import { getDomain } from 'tldts';
import { bareHost } from './canonical-url.ts';

/** What a crawl's request says about where it may go. */
export interface ScopeRequest {
  /** Canonical URL at which the crawl starts, after redirects. */
  readonly seedUrl: string;
  readonly includePaths: readonly string[];
  readonly excludePaths: readonly string[];
  /** Match patterns against the full URL instead of its path. */
  readonly regexOnFullURL: boolean;
  readonly crawlEntireDomain: boolean;
  readonly allowExternalLinks: boolean;
  readonly allowSubdomains: boolean;
}

/** A crawl's scope, ready to judge links. */
export interface CompiledScope {
  readonly host: string;
  /** Registrable domain of the seed (`example.co.uk`) where its subdomains are in scope. */
  readonly domain: string | null;
  readonly anyHost: boolean;
  /** Folder that pages must lie in, with its trailing slash; null where every path is in scope. */
  readonly folder: string | null;
  readonly include: readonly RegExp[];
  readonly exclude: readonly RegExp[];
  readonly matchFullUrl: boolean;
}

export type OutOfScope = 'host' | 'path' | 'excluded' | 'not-included' | 'asset';
export type ScopeVerdict = { readonly inScope: true } | { readonly inScope: false; readonly reason: OutOfScope };

/** Files that hold no text to read. PDF, text, XML and JSON are pages. */
const assetExtension =
  /\.(?:avif|bmp|gif|ico|jpe?g|png|svgz?|tiff?|webp|css|m?js|map|wasm|eot|otf|ttf|woff2?|7z|bz2|gz|rar|tar|tgz|xz|zip|zst|jar|war|aac|avi|flac|m4[av]|mkv|mov|mp3|mp4|mpe?g|oga|ogg|ogv|opus|wav|webm|wmv|apk|bin|deb|dmg|exe|iso|msi|pkg|rpm)$/i;

/**
 * The folder that a seed opens: `/docs/intro.html` stands for its siblings in `/docs/`, as `/docs/` and `/docs` stand for
 * everything below. A last segment with a dot followed by letters is a file; `/v1.2` is not.
 */
const folderOf = (pathname: string): string => {
  if (pathname.endsWith('/')) return pathname;
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  return /\.[a-z][a-z0-9]{0,4}$/i.test(last) ? pathname.slice(0, -last.length) : `${pathname}/`;
};

/**
 * Compiles what a crawl's request says about its scope.
 *
 * Firecrawl's rules: without `crawlEntireDomain` only at or below the seed's path; patterns are JavaScript regular
 * expressions, unanchored, on the path or the full URL, and exclusion wins.
 *
 * @throws {SyntaxError} for a pattern that is no regular expression; requests are checked before.
 */
export const compileScope = (request: ScopeRequest): CompiledScope => {
  const { host, hostname, pathname } = new URL(request.seedUrl);
  const folder = folderOf(pathname);
  return {
    host: bareHost(host),
    domain: request.allowSubdomains ? getDomain(hostname, { allowPrivateDomains: true }) : null,
    anyHost: request.allowExternalLinks,
    folder: request.crawlEntireDomain || request.allowExternalLinks || folder === '/' ? null : folder,
    include: request.includePaths.map((pattern) => new RegExp(pattern)),
    exclude: request.excludePaths.map((pattern) => new RegExp(pattern)),
    matchFullUrl: request.regexOnFullURL,
  };
};

const hostInScope = (url: URL, scope: CompiledScope): boolean => {
  if (scope.anyHost || bareHost(url.host) === scope.host) return true;
  if (scope.domain === null) return false;
  return getDomain(url.hostname, { allowPrivateDomains: true }) === scope.domain;
};

const pathInScope = (pathname: string, scope: CompiledScope): boolean =>
  scope.folder === null || pathname.startsWith(scope.folder) || `${pathname}/` === scope.folder;

const out = (reason: OutOfScope): ScopeVerdict => ({ inScope: false, reason });

/** Whether a crawl follows a link (a canonical URL), and if not, why. */
export const judgeLink = (link: string, scope: CompiledScope): ScopeVerdict => {
  const url = new URL(link);
  if (!hostInScope(url, scope)) return out('host');
  if (assetExtension.test(url.pathname)) return out('asset');
  if (!pathInScope(url.pathname, scope)) return out('path');
  const subject = scope.matchFullUrl ? link : url.pathname;
  if (scope.exclude.some((pattern) => pattern.test(subject))) return out('excluded');
  if (scope.include.length > 0 && !scope.include.some((pattern) => pattern.test(subject))) return out('not-included');
  return { inScope: true };
};
