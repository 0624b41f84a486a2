import { collapsed } from '../dom-walk.ts';
import type { PageHeading } from '../main-content.ts';
import type { Metadata } from '../page-content.ts';

/** Between a page's title and the name of its site. */
const separator = /\s+[|–—·•»:-]\s+|\s*\|\s*/g;

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A title without the name of the site behind it or before it. */
const withoutSite = (title: string, siteName: string): string => {
  const site = plain(siteName);
  const cuts = [...title.matchAll(separator)];
  const [first, last] = [cuts[0], cuts.at(-1)];
  if (first === undefined || last === undefined) return title;
  if (site !== '' && plain(title.slice(last.index + last[0].length)) === site)
    return title.slice(0, last.index);
  if (site !== '' && plain(title.slice(0, first.index)) === site)
    return title.slice(first.index + first[0].length);
  return title;
};

/** What a page is called: by its heading, or else by the titles in its head, without the name of its site. */
export const pageTitleOf = (heading: PageHeading | null, { title, og }: Metadata): string | null => {
  const found = heading?.text ?? og.title ?? title;
  if (found === null) return null;
  const text = collapsed(found);
  if (text === '') return null;
  return heading === null ? withoutSite(text, og.siteName ?? '') : text;
};
