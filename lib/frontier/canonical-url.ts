import { limits } from '../limits/limits.ts';
import { fitsDns } from '../request/host-name.ts';

/**
 * Makes the one spelling of a URL. The WHATWG URL standard already unifies the case of scheme and host, IDN, default
 * ports and dot segments. The rest follows RFC 3986 section 6.2.2 and leaves out parts that do not change a page:
 * - percent-encoding: upper-case digits, unreserved characters decoded;
 * - a host's final dot, which only says that no search list applies (RFC 3986 section 3.2.2), is dropped;
 * - the fragment is dropped, also `#!`: crawlers stopped fetching hash-bang pages when Google did in 2018. Only a URL
 *   that a caller typed keeps the route of an application (`readRoute`);
 * - an empty query is dropped, and so are parameters that only say where a visitor came from, or which visit this is;
 * - the order of the query is kept: it matters to some sites, and the request must go to the URL that was linked. Only
 *   a page's identity within its job ignores it (`pageIdentity`);
 * - a final slash is kept as well: `/a` and `/a/` are two addresses, and one often redirects to the other.
 */

/** Parameters that advertising and mail tools add to links; no site's own page depends on them. */
const trackingNames = new Set(
  (
    'gclid gclsrc gbraid wbraid dclid fbclid msclkid twclid ttclid yclid ysclid igshid igsh li_fat_id mc_cid mc_eid ' +
    '_hsenc _hsmi __hssc __hstc __hsfp hsctatracking mkt_tok vero_id oly_anon_id oly_enc_id rb_clickid ' +
    's_cid _openstat ' +
    'wickedid _ga _gl epik srsltid gad_source gad_campaignid'
  ).split(' '),
);

const isTracking = (name: string): boolean => name.startsWith('utm_') || trackingNames.has(name);

/**
 * Parameters that only identify a visit: a site that finds none begins a new one. Servers of applications name them so.
 * What is called `sid` may be a visit or a session of a conference; only a whole page tells (`visit-parameters.ts`).
 */
const sessionNames = /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|cfid|cftoken|zenid|osCsid)$/i;

/** Tells the value of a visit, which is long and not a word, from a page's own `sid=7`. */
export const looksLikeVisit = (value: string): boolean => /^(?=.*\d)[\w-]{16,}$/.test(value);

const isSession = (pair: string): boolean => {
  const at = pair.indexOf('=');
  return sessionNames.test(pair.slice(0, Math.max(0, at))) && looksLikeVisit(pair.slice(at + 1));
};

/** Java's `;jsessionid=…` at the end of a path, and ASP.NET's `/(S(…))/` within it. */
const withoutPathSession = (path: string): string =>
  path.replace(/;jsessionid=[^/;]*/gi, '').replace(/\/\(S\([a-z0-9]{24}\)\)(?=\/)/gi, '');

const withoutTracking = (search: string): string => {
  if (search.length < 2) return '';
  const kept = search
    .slice(1)
    .split('&')
    .filter(
      (pair) => pair !== '' && !isTracking((pair.split('=', 1)[0] ?? '').toLowerCase()) && !isSession(pair),
    );
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
};

const unreserved = /[A-Za-z0-9\-._~]/;

/** Normalises percent-encoding by RFC 3986 sections 6.2.2.1 and 6.2.2.2. */
const normalisedPercents = (text: string): string =>
  text.includes('%')
    ? text.replace(/%[0-9a-f]{2}/gi, (escape) => {
        const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
        return unreserved.test(character) ? character : escape.toUpperCase();
      })
    : text;

/**
 * Makes the canonical form of an absolute URL, or of a link found on the page `base`. Null for what is not fetched:
 * another scheme than http and https, user name or password, text that is not a URL, a host name that DNS cannot hold,
 * or more than `limits.urlCharactersMax` characters.
 */
export const canonicalUrl = (raw: string, base?: string): string | null => {
  const url = URL.parse(raw, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  if (!fitsDns(url.hostname)) return null;
  if (url.hostname.endsWith('.') && url.hostname.length > 1) url.hostname = url.hostname.slice(0, -1);
  const path = withoutPathSession(normalisedPercents(url.pathname));
  const joined = `${url.origin}${path}${withoutTracking(normalisedPercents(url.search))}`;
  // `%2E%2E` decodes to a dot segment; only another pass through the parser removes it.
  const text = path === url.pathname ? joined : new URL(joined).href;
  return text.length > limits.urlCharactersMax ? null : text;
};

/**
 * Returns the fragment of an absolute URL if it is a route, a path by which an application in a browser chooses what it
 * shows: `#/product/1`, `#!product/1`. Returns '' for another fragment, which is a place on the page, and for the
 * route of the first page (`#/`).
 */
export const readRoute = (url: string): string => {
  const hash = url.includes('#') ? (URL.parse(url)?.hash ?? '') : '';
  return /^#[!/]\/?[^/]/.test(hash) ? hash : '';
};

/**
 * Makes the canonical form of a URL that a caller typed: that of `canonicalUrl`, and its route. Two routes are two
 * pages. Null for what is not fetched.
 */
export const canonicalTypedUrl = (raw: string): string | null => {
  const canonical = canonicalUrl(raw);
  if (canonical === null) return null;
  const text = `${canonical}${readRoute(raw)}`;
  return text.length > limits.urlCharactersMax ? null : text;
};

/**
 * Lists the pages that typed URLs name, each once: a job fetches a page that is named twice, or in two spellings, once.
 * What is no URL stays as it is.
 */
export const distinctUrls = (urls: readonly string[]): string[] => [
  ...new Set(urls.map((url) => canonicalTypedUrl(url) ?? url)),
];

/**
 * Returns a URL of a request as it is fetched: spelled as the client wrote it, with the route that only a browser sees,
 * without the other parts that no server sees.
 * Links may be respelled, because the site wrote them and accepts either spelling. But a caller who types the address
 * of a session, or one with a campaign in it, means exactly that. Null if `canonicalTypedUrl` is null.
 */
export const typedUrl = (raw: string): string | null => {
  const canonical = canonicalTypedUrl(raw);
  const url = URL.parse(raw);
  if (canonical === null || url === null) return null;
  url.hash = readRoute(raw);
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url.href.length > limits.urlCharactersMax ? canonical : url.href;
};

/** Which spellings of a URL a job takes for the same page. */
export interface IdentityOptions {
  readonly ignoreQueryParameters: boolean;
  readonly deduplicateSimilarURLs: boolean;
}

/** Sorts a query's parameters by name. Those with the same name stay in their order, which lists need. */
const sortedQuery = (query: string): string =>
  query.includes('&')
    ? `?${query
        .slice(1)
        .split('&')
        .map((pair) => [pair.split('=', 1)[0] ?? '', pair] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([, pair]) => pair)
        .join('&')}`
    : query;

/**
 * Makes the text whose hash identifies a page within a job. `typed` is canonical, perhaps with its route. With
 * `deduplicateSimilarURLs`, as in Firecrawl, http and https, a leading `www.`, a trailing slash and an index file make
 * no difference. The order of a query makes none either: otherwise a shop's filters, each added to the last, would make
 * as many pages as they have orders.
 */
export const pageIdentity = (typed: string, options: IdentityOptions): string => {
  const routeAt = typed.indexOf('#');
  const [url, route] = routeAt === -1 ? [typed, ''] : [typed.slice(0, routeAt), typed.slice(routeAt)];
  const queryAt = url.indexOf('?');
  const address = queryAt === -1 ? url : url.slice(0, queryAt);
  const query = queryAt === -1 || options.ignoreQueryParameters ? '' : url.slice(queryAt);
  if (!options.deduplicateSimilarURLs) return `${address}${query}${route}`;
  const similar = address
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/index\.(?:html?|php)$/i, '')
    .replace(/\/+$/, '');
  return `${similar}${sortedQuery(query)}${route}`;
};
