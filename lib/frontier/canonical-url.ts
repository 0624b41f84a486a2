import { limits } from '../limits.ts';

/**
 * Parameters that say where a visitor came from, and nothing about the page. Session ids are not among them: some sites
 * answer only to theirs.
 */
const trackingParameter =
  /^(?:utm_[a-z_]+|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|twclid|ttclid|yclid|igshid|li_fat_id|mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|_ga|_gl|vero_id|oly_anon_id|oly_enc_id|s_cid)$/i;

const percentTriplet = /%[0-9a-f]{2}/gi;
const unreserved = /[A-Za-z0-9\-._~]/;

/** RFC 3986 section 6.2.2: triplets in upper case, and unreserved characters never as triplets. */
const normalizeTriplets = (text: string): string =>
  text.includes('%')
    ? text.replace(percentTriplet, (triplet) => {
        const character = String.fromCodePoint(Number.parseInt(triplet.slice(1), 16));
        return unreserved.test(character) ? character : triplet.toUpperCase();
      })
    : text;

/**
 * Query without tracking parameters. The order of the others is kept: it carries meaning for some servers (repeated
 * names, positional forms), and a page wrongly merged with another is lost while one fetched twice only costs a request.
 */
const cleanQuery = (search: string): string => {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !trackingParameter.test(normalizeTriplets(pair.split('=', 1)[0] ?? '')));
  return kept.length === 0 ? '' : `?${normalizeTriplets(kept.join('&'))}`;
};

/** Decoding `%2E` may leave dot segments, which only the parser removes. */
const parse = (raw: string, base?: string): URL | null => {
  const url = URL.parse(raw, base);
  if (url === null || !url.pathname.includes('%')) return url;
  const path = normalizeTriplets(url.pathname);
  if (path !== url.pathname) url.pathname = path;
  return url;
};

/**
 * The one spelling of an http(s) URL under which Gleaner fetches, stores and compares it, or null for what it does not
 * fetch: another scheme, user information, no valid URL, or more than `limits.urlCharactersMax` characters.
 *
 * WHATWG URL parsing, then RFC 3986 section 6.2.2 on path and query. Default port, fragment, empty query and tracking
 * parameters are dropped. Idempotent: a canonical URL is its own canonical URL.
 *
 * @param base the URL that a relative reference is resolved against.
 */
export const canonicalUrl = (raw: string, base?: string): string | null => {
  // Longer references cannot become short enough; a data: URL of megabytes is not worth parsing.
  if (raw.length > 2 * limits.urlCharactersMax) return null;
  const url = parse(raw, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  // `host` has lost the scheme's default port; origin + path + query is the URL without its fragment.
  const canonical = `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : cleanQuery(url.search)}`;
  return canonical.length > limits.urlCharactersMax ? null : canonical;
};

/** What a crawl counts as one page. */
export interface IdentityOptions {
  readonly ignoreQueryParameters: boolean;
  readonly deduplicateSimilarURLs: boolean;
}

/** Host without `www.`, which sites answer on alike. */
export const bareHost = (host: string): string => (host.startsWith('www.') ? host.slice(4) : host);

/**
 * The string that a crawl deduplicates a canonical URL by; never fetched.
 *
 * With `deduplicateSimilarURLs` (Firecrawl's rule): http and https, with and without `www.`, with and without trailing
 * slash, and a folder's `index.html`, `index.htm` or `index.php` are one page.
 */
export const identityOf = (url: string, options: IdentityOptions): string => {
  const { protocol, host, pathname, search } = new URL(url);
  const query = options.ignoreQueryParameters ? '' : search;
  if (!options.deduplicateSimilarURLs) return `${protocol}//${host}${pathname}${query}`;
  const path = pathname.replace(/\/index\.(?:html?|php)$/i, '/').replace(/\/+$/, '');
  return `https://${bareHost(host)}${path === '' ? '/' : path}${query}`;
};
