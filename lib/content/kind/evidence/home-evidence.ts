import type { KindEvidence } from './evidence.ts';

/** The path of a site's root, or of its part in one language. */
const rootPath = /^\/(?:(?:index|default|home)(?:\.[a-z]{2,5})?|[a-z]{2}(?:[-_][a-z]{2})?)?\/?$/i;

/** Least number of parts of a start page. A page with one text is an article, even at the root. */
const partsMin = 4;

/** Returns signs of a start page: the root of a site, with parts that lead into it. */
export const homeEvidence: KindEvidence = ({ outside, url }) => {
  const path = URL.parse(url)?.pathname ?? '';
  if (!rootPath.test(path)) return [];
  const parts = outside().filter(({ localName }) => localName === 'h2' || localName === 'h3').length;
  return parts >= partsMin ? ['the root of the site', `${parts} parts with headings of their own`] : [];
};
