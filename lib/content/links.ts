import { limits } from '../limits.ts';
import { elementsOf, type PageDocument } from './document.ts';
import { attribute, collapsed } from './dom-walk.ts';
import { linkUrls } from './link-url.ts';
import type { Link } from './page-content.ts';

/** URL from which a page's relative links start: its first `<base href>`, else where it was found. */
export const baseUrlOf = (page: PageDocument, url: string): string => {
  for (const base of elementsOf(page, 'base')) {
    const href = base.getAttribute('href');
    if (href !== null) return URL.parse(href, url)?.href ?? url;
  }
  return url;
};

const linkTextCharactersMax = 300;

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** Host of an absolute URL, which is canonical, without parsing it once more. */
const hostIn = (url: string): string => {
  const from = url.indexOf('//') + 2;
  const to = url.indexOf('/', from);
  return to === -1 ? url.slice(from) : url.slice(from, to);
};

/**
 * Links of a page in page order, each URL once, with the text of its first link. Call it before anything is removed from
 * the page: navigation is where most links are. At most `limits.linksPerPageMax`.
 */
export const linksOf = (page: PageDocument, baseUrl: string, pageUrl: string): Link[] => {
  const links = new Map<string, Link>();
  const seen = new Set<string>();
  const host = hostOf(pageUrl);
  const urlOf = linkUrls(baseUrl);
  // Areas of pictures come last; few pages have any.
  for (const element of [...elementsOf(page, 'a'), ...elementsOf(page, 'area')]) {
    const href = element.getAttribute('href')?.trim();
    if (href === undefined || href === '' || href.startsWith('#') || seen.has(href)) continue;
    seen.add(href);
    const url = urlOf(href);
    if (url === null || links.has(url)) continue;
    const text = collapsed(element.textContent).slice(0, linkTextCharactersMax);
    links.set(url, {
      url,
      text: text === '' ? (attribute(element, 'alt') ?? '') : text,
      rel: attribute(element, 'rel') ?? '',
      isInternal: hostIn(url) === host,
    });
    if (links.size >= limits.linksPerPageMax) break;
  }
  return [...links.values()];
};
