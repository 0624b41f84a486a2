import { canonicalUrl } from '../frontier/canonical-url.ts';
import { elementsOf, type PageDocument } from './document.ts';
import { attribute, ancestorOf, collapsed } from './dom-walk.ts';
import type { Metadata } from './page-content.ts';

/** Values of every `<meta>` by lower-case name or property, in page order. */
const metaValues = (page: PageDocument): Map<string, string[]> => {
  const values = new Map<string, string[]>();
  for (const element of elementsOf(page, 'meta')) {
    const content = attribute(element, 'content');
    if (content === null) continue;
    const names = [attribute(element, 'property'), attribute(element, 'name')].filter(
      (name) => name !== null,
    );
    // Of an element that has both, usually for two readers, each name counts.
    for (const given of new Set(names.length > 0 ? names : httpEquivOf(element))) {
      const name = given.toLowerCase();
      const all = values.get(name);
      if (all === undefined) values.set(name, [content]);
      else all.push(content);
    }
  }
  return values;
};

const httpEquivOf = (element: Parameters<typeof attribute>[0]): string[] => {
  const name = attribute(element, 'http-equiv');
  return name?.toLowerCase() === 'content-language' ? [name] : [];
};

/** A Dublin Core term in the spellings of both of its vocabularies (DCMI, "Expressing Dublin Core metadata using HTML", 2008). */
const dublinCore = (term: string): string[] =>
  ['dc.', 'dcterms.', 'dc:', 'dcterms:'].map((prefix) => prefix + term);

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

const knownLanguages = new Map<string, boolean>();

/** Primary subtag of a language tag (BCP 47), or null for what names no language: `en_US` and `EN` are `en`. */
export const primaryLanguage = (tag: string | null): string | null => {
  const primary = tag?.split(/[-_,;\s]/, 1)[0]?.toLowerCase() ?? '';
  if (!/^[a-z]{2,3}$/.test(primary)) return null;
  const isKnown = knownLanguages.get(primary) ?? languages.of(primary) !== undefined;
  knownLanguages.set(primary, isKnown);
  return isKnown ? primary : null;
};

const titleOf = (page: PageDocument): string | null => {
  for (const element of elementsOf(page, 'title')) {
    // A drawing may have titles of its own.
    if (ancestorOf(element, ({ localName }) => localName === 'svg') !== null) continue;
    const text = collapsed(element.textContent);
    if (text !== '') return text;
  }
  return null;
};

interface HeadLinks {
  readonly canonical: string | null;
  readonly icon: string | null;
}

const headLinksOf = (page: PageDocument, baseUrl: string): HeadLinks => {
  let canonical: string | null = null;
  let icon: string | null = null;
  for (const element of elementsOf(page, 'link')) {
    const rels = (attribute(element, 'rel') ?? '').toLowerCase().split(' ');
    const href = attribute(element, 'href');
    if (href === null) continue;
    if (rels.includes('canonical')) canonical ??= canonicalUrl(href, baseUrl);
    if (rels.includes('icon')) icon ??= URL.parse(href, baseUrl)?.href ?? null;
  }
  return { canonical, icon: icon?.startsWith('data:') === true ? null : icon };
};

/** Metadata of a page, read from its raw tree. Which of several names wins is the order in which they are listed. */
export const metadataOf = (page: PageDocument, baseUrl: string): Metadata => {
  const values = metaValues(page);
  const first = (...names: string[]): string | null => {
    for (const name of names) {
      const value = values.get(name)?.[0];
      if (value !== undefined) return value;
    }
    return null;
  };
  const absolute = (url: string | null): string | null =>
    url === null ? null : (URL.parse(url, baseUrl)?.href ?? null);
  const headLinks = headLinksOf(page, baseUrl);
  const html = page.documentElement;
  const declared = attribute(html, 'lang') ?? attribute(html, 'xml:lang');
  return {
    title: titleOf(page) ?? first('og:title', 'twitter:title', ...dublinCore('title')),
    headline: null,
    siteName: null,
    description: first('description', 'og:description', 'twitter:description', ...dublinCore('description')),
    language:
      primaryLanguage(declared) ??
      primaryLanguage(first('og:locale')) ??
      primaryLanguage(first('content-language', ...dublinCore('language'))),
    canonicalUrl: headLinks.canonical,
    keywords: (first('keywords') ?? '')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
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
  };
};
