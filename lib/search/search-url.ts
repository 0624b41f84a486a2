import type { SearchSpec, SearchSource } from '../request/search-request.ts';

const categories: Readonly<Record<SearchSource, string>> = { web: 'general', news: 'news', images: 'images' };

/** Returns the query with the domains, in the syntax that search engines share. */
const wordsOf = ({ query, includeDomains, excludeDomains }: SearchSpec): string =>
  [
    query,
    ...(includeDomains.length === 0 ? [] : [includeDomains.map((name) => `site:${name}`).join(' OR ')]),
    ...excludeDomains.map((name) => `-site:${name}`),
  ].join(' ');

/**
 * Returns the URL at which a SearXNG-compatible engine answers a page of a search as JSON (SearXNG, "Search API").
 * `endpoint` is its root, with any path and query.
 */
export const searchUrl = (endpoint: string, spec: SearchSpec, source: SearchSource, page: number): URL => {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/search`;
  url.searchParams.set('q', wordsOf(spec));
  url.searchParams.set('format', 'json');
  url.searchParams.set('categories', categories[source]);
  if (page > 1) url.searchParams.set('pageno', String(page));
  if (spec.range !== null) url.searchParams.set('time_range', spec.range);
  if (spec.language !== null) url.searchParams.set('language', spec.language);
  return url;
};
