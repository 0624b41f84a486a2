import { limits } from '../../limits/limits.ts';
import type { ParsedPage } from '../dom/document.ts';
import { attribute } from '../dom/dom-walk.ts';
import type { Metadata } from '../page-content.ts';
import type { StructuredItem } from './structured-item.ts';
import { findAuthors } from './authors.ts';
import { comparable } from './comparable.ts';
import { findDates } from './dates.ts';
import { findHeadline, titleWithout } from './headline.ts';
import { MetadataBounds } from './metadata-bounds.ts';
import { mainItems, propertyText } from './main-item.ts';
import { cardsOfOtherPages } from './other-pages.ts';
import { scanPage, type Spot } from './page-scan.ts';
import { findShownAuthors } from './shown-authors.ts';
import { findSiteName } from './site-name.ts';
import { dateReading } from './written-date.ts';

/** Metadata that come from both the page's data and its visible text. */
export type Described = Pick<
  Metadata,
  'headline' | 'siteName' | 'author' | 'authors' | 'publishedTime' | 'modifiedTime' | 'description' | 'cut'
>;

/**
 * Reads what a page says of itself in its structured data and to its readers, beside its `<meta>` elements
 * (`metadata`): headline, site, authors and dates. Call it before anything is removed from the page.
 */
export const readDescribed = (
  page: ParsedPage,
  metadata: Metadata,
  structuredData: readonly StructuredItem[],
  url: string,
): Described => {
  const whole = scanPage(page);
  const firstHeadings = whole.headings
    .filter(({ element }) => element.localName === 'h1')
    .slice(0, 3)
    .map(({ element }) => element.textContent.slice(0, 500));
  const siteName = findSiteName(metadata, structuredData, url, new Set(firstHeadings.map(comparable)));
  const titles = new Set(
    [metadata.title, metadata.og.title]
      .flatMap((title) => (title === null ? [] : [title, titleWithout(title, siteName, url)]))
      .concat(firstHeadings)
      .map(comparable)
      .filter((title) => title !== ''),
  );
  const isOfOtherPage = cardsOfOtherPages(url, titles);
  const own = (spots: readonly Spot[]): Spot[] => spots.filter(({ element }) => !isOfOtherPage(element));
  const scan = { ...whole, bylines: own(whole.bylines), dates: own(whole.dates), texts: own(whole.texts) };
  const items = mainItems(structuredData, titles, [
    url,
    metadata.canonicalUrl ?? url,
    metadata.og.url ?? url,
  ]);
  const headline = findHeadline(metadata, scan, items, { siteName, url });
  const at = headline?.spot ?? null;
  const language = attribute(page.documentElement, 'lang') ?? metadata.og.locale ?? metadata.language;
  const shown = findShownAuthors(scan, at);
  const dates = findDates(metadata, scan, items, {
    headline: at,
    byline: shown.spot,
    url,
    reading: dateReading(language, url),
  });
  const found = findAuthors(metadata, shown.names, items, siteName);
  const bounds = new MetadataBounds();
  const bounded = (field: string, text: string | null | undefined): string | null =>
    text === null || text === undefined ? null : bounds.text(field, text);
  const authors = bounds.list('authors', found, limits.authorsMax);
  const described = {
    headline: bounded('headline', headline?.text),
    siteName: bounded('siteName', siteName),
    author: authors.length === 0 ? null : authors.join(', '),
    authors,
    publishedTime: dates.published,
    modifiedTime: dates.modified,
    description:
      metadata.description ??
      bounded(
        'description',
        items.flatMap(({ properties }) => propertyText(properties['description']?.[0]) ?? [])[0],
      ),
  };
  return { ...described, cut: [...metadata.cut, ...bounds.cut] };
};
