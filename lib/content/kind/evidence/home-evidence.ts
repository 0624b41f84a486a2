import type { KindEvidence } from './evidence.ts';

/** The root of a site, or of its part in a language. */
const rootPath = /^\/(?:(?:index|default|home)(?:\.[a-z]{2,5})?|[a-z]{2}(?:[-_][a-z]{2})?)?\/?$/i;

/** Parts that a start page has at least; a page of one text is that text, wherever it stands. */
const partsMin = 4;

/** Signs of a start page: the root of a site, with parts that lead into it. */
export const homeEvidence: KindEvidence = ({ outside, url }) => {
  const path = URL.parse(url)?.pathname ?? '';
  if (!rootPath.test(path)) return [];
  const parts = outside().filter(({ localName }) => localName === 'h2' || localName === 'h3').length;
  return parts >= partsMin ? ['the root of the site', `${parts} parts with headings of their own`] : [];
};
