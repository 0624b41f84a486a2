import { canonicalUrl } from '../../frontier/canonical-url.ts';
import { limits } from '../../limits/limits.ts';
import { findElements, type ParsedPage } from '../dom/document.ts';
import { attribute, findAncestor } from '../dom/dom-walk.ts';
import type { Metadata } from '../page-content.ts';
import { MetadataBounds } from './metadata-bounds.ts';
import { metaValues } from './meta-values.ts';

/**
 * Returns a Dublin Core term in the spellings of both of its vocabularies (DCMI, "Expressing Dublin Core metadata using
 * HTML", 2008).
 */
const dublinCore = (term: string): string[] =>
  ['dc.', 'dcterms.', 'dc:', 'dcterms:'].map((prefix) => prefix + term);

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

const knownLanguages = new Map<string, boolean>();

/**
 * Returns the primary subtag of a language tag (BCP 47), or null if it names no language: `en_US` and `EN` are `en`.
 */
export const primaryLanguage = (tag: string | null): string | null => {
  const primary = tag?.split(/[-_,;\s]/, 1)[0]?.toLowerCase() ?? '';
  if (!/^[a-z]{2,3}$/.test(primary)) return null;
  const isKnown = knownLanguages.get(primary) ?? languages.of(primary) !== undefined;
  knownLanguages.set(primary, isKnown);
  return isKnown ? primary : null;
};

/** Returns the language that a host names in its `Content-Language` header; null if it names none or several. */
export const sentLanguage = (header = ''): string | null =>
  header.includes(',') ? null : primaryLanguage(header.trim());

const titleOf = (page: ParsedPage, bounds: MetadataBounds): string | null => {
  for (const element of findElements(page, 'title')) {
    // A drawing may have titles of its own.
    if (findAncestor(element, ({ localName }) => localName === 'svg') !== null) continue;
    const text = bounds.text('title', element.textContent);
    if (text !== '') return text;
  }
  return null;
};

/** Returns an absolute web address; null for another kind, or one longer than the limit. */
const absoluteUrl = (href: string, baseUrl: string): string | null => {
  if (href.length > limits.urlCharactersMax) return null;
  const url = URL.parse(href, baseUrl)?.href ?? null;
  return url !== null && /^https?:/.test(url) && url.length <= limits.urlCharactersMax ? url : null;
};

/** Returns a canonical address if it can be this page's: some templates name their site's home page on every page. */
const ownAddress = (canonical: string | null, pageUrl: string): string | null => {
  const [named, own] = [URL.parse(canonical ?? ''), URL.parse(pageUrl)];
  if (named === null || own === null) return canonical;
  const isHome = named.pathname === '/' && named.search === '';
  const isElsewhere = own.pathname.replace(/\/(?:index|default|home)\.\w{2,5}$/i, '/').split('/').length > 2;
  return isHome && isElsewhere ? null : canonical;
};

interface HeadLinks {
  readonly canonical: string | null;
  readonly icon: string | null;
}

const headLinksOf = (page: ParsedPage, baseUrl: string): HeadLinks => {
  let canonical: string | null = null;
  let icon: string | null = null;
  for (const element of findElements(page, 'link')) {
    const rels = (attribute(element, 'rel') ?? '').toLowerCase().split(' ');
    const href = attribute(element, 'href');
    if (href === null) continue;
    if (rels.includes('canonical')) canonical ??= ownAddress(canonicalUrl(href, baseUrl), baseUrl);
    if (rels.includes('icon')) icon ??= absoluteUrl(href, baseUrl);
  }
  return { canonical, icon };
};

/** Returns keywords separated by commas, or else the tags of an article, which Open Graph lists one by one. */
const keywordsIn = (written: string | null, values: ReadonlyMap<string, readonly string[]>): string[] =>
  (written === null ? (values.get('article:tag') ?? []) : written.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');

/**
 * Reads what a page says of itself in its head, from its raw tree. If several names are present, the order of their
 * list decides. `described.ts` finds headline, site, authors and dates, which need more of the page.
 */
export const readDeclared = (page: ParsedPage, baseUrl: string): Metadata => {
  const bounds = new MetadataBounds();
  const values = metaValues(page, bounds);
  const first = (...names: string[]): string | null => {
    for (const name of names) {
      const value = values.get(name)?.[0];
      if (value !== undefined) return value;
    }
    return null;
  };
  const absolute = (url: string | null): string | null => (url === null ? null : absoluteUrl(url, baseUrl));
  const headLinks = headLinksOf(page, baseUrl);
  const html = page.documentElement;
  const declared = attribute(html, 'lang') ?? attribute(html, 'xml:lang');
  return {
    title: titleOf(page, bounds) ?? first('og:title', 'twitter:title', ...dublinCore('title')),
    headline: null,
    siteName: null,
    description: first('description', 'og:description', 'twitter:description', ...dublinCore('description')),
    language:
      primaryLanguage(declared) ??
      primaryLanguage(first('og:locale')) ??
      primaryLanguage(first('content-language', ...dublinCore('language'))),
    canonicalUrl: headLinks.canonical,
    keywords: bounds.list(
      'keywords',
      keywordsIn(first('keywords', 'news_keywords', 'parsely-tags'), values),
      limits.keywordsMax,
    ),
    author: null,
    authors: [],
    publishedTime: null,
    modifiedTime: null,
    robots: values.get('robots')?.join(', ') ?? null,
    og: {
      title: first('og:title'),
      description: first('og:description'),
      image: absolute(first('og:image', 'og:image:url')),
      url: absolute(first('og:url')),
      siteName: first('og:site_name'),
      locale: first('og:locale'),
      type: first('og:type'),
    },
    favicon: headLinks.icon,
    metas: Object.fromEntries(
      [...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]),
    ),
    cut: bounds.cut,
  };
};
