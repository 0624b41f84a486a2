import { looksLikeVisit } from './canonical-url.ts';

/** Names that mean a visit on some sites, and on others a session of a conference, a station or a shop. */
const maybeVisit = /(?<=[?&])(s?sid|session_?id)=([^&#]*)/gi;

/** A visit's number stands on most links of a page; on one link it may say which page is meant. */
const linksMin = 2;

/** Removes a parameter from a URL, with the sign before it or behind it. */
const without = (url: string, pair: string): string => {
  const at = url.indexOf(pair, url.indexOf('?'));
  const [before, after] = [url.slice(0, at), url.slice(at + pair.length)];
  if (after.startsWith('&')) return before + after.slice(1);
  return before.replace(/[?&]$/, '') + after;
};

/**
 * Returns a function that takes the number of this visit out of a page's links: a parameter such as `sid`, of which all
 * links of the page that have it have one value, at least two of them, and the page's own URL has not. Links with
 * different values lead to different pages. Time is linear in the length of the URLs.
 *
 * @param urls canonical
 */
export const withoutVisit = (urls: readonly string[], pageUrl: string): ((url: string) => string) => {
  const values = new Map<string, { readonly pair: string; links: number }>();
  const several = new Set<string>();
  for (const url of urls)
    for (const [pair, name = ''] of url.matchAll(maybeVisit)) {
      const key = name.toLowerCase();
      const known = values.get(key);
      if (known === undefined) values.set(key, { pair, links: 1 });
      else if (known.pair === pair) known.links += 1;
      else several.add(key);
    }
  const visits = [...values].flatMap(([key, { pair, links }]) => {
    const isVisit =
      !several.has(key) && links >= linksMin && looksLikeVisit(pair.slice(pair.indexOf('=') + 1));
    return isVisit && !pageUrl.includes(pair) ? [pair] : [];
  });
  if (visits.length === 0) return (url) => url;
  return (url) => visits.reduce((left, pair) => (left.includes(pair) ? without(left, pair) : left), url);
};
