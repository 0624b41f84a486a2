import { limits } from '../limits/limits.ts';
import { findElements, type ParsedPage } from './dom/document.ts';
import { attribute, collapsed } from './dom/dom-walk.ts';
import type { DomElement } from './dom/dom.ts';
import { shownIn } from './dom/shown-elements.ts';
import { linkUrls } from './link-url.ts';
import type { Link } from './page-content.ts';

/** URL from which a page's relative links start: its first `<base href>`, else where it was found. */
export const pageBaseUrl = (page: ParsedPage, url: string): string => {
  for (const base of findElements(page, 'base')) {
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

/** Where an element leads, as it is written. A frame is a link to what it shows. */
const targetOf = (element: DomElement): string | null => {
  const { localName } = element;
  if (localName === 'frame' || localName === 'iframe') return element.getAttribute('src');
  return element.getAttribute('href') ?? element.getAttribute('xlink:href');
};

const isNextPage = (element: DomElement): boolean =>
  /(?:^|\s)next(?:\s|$)/i.test(attribute(element, 'rel') ?? '');

/** The elements that lead somewhere: in page order, then areas of pictures and frames, of which few pages have any. */
const linking = (page: ParsedPage): DomElement[] => [
  ...findElements(page, 'a'),
  ...findElements(page, 'area'),
  ...findElements(page, 'frame'),
  ...findElements(page, 'iframe'),
  ...findElements(page, 'link').filter(isNextPage),
];

const textOf = (element: DomElement): string => {
  const text = collapsed(element.textContent).slice(0, linkTextCharactersMax);
  return text === '' ? (attribute(element, 'alt') ?? attribute(element, 'title') ?? '') : text;
};

/**
 * Whether a link is looked for by its element at all: frames and the next page of other hosts are not the page's own.
 */
const isOwn = (element: DomElement, isInternal: boolean): boolean =>
  isInternal || element.localName === 'a' || element.localName === 'area';

/**
 * Links of a page in page order, each URL once, with the text of its first link; frames of the same host and the page's
 * next one (`rel=next`) after them. One that no reader comes to see anywhere is `hidden`. Call it before anything is
 * removed from the page: navigation is where most links are. At most `limits.linksPerPageMax`.
 */
export const findLinks = (page: ParsedPage, baseUrl: string, pageUrl: string): Link[] => {
  const links = new Map<string, Link>();
  const seen = new Set<string>();
  const host = hostOf(pageUrl);
  const urlOf = linkUrls(baseUrl);
  const isShown = shownIn(page);
  for (const element of linking(page)) {
    const href = targetOf(element)?.trim();
    if (href === undefined || href === '' || href.startsWith('#') || seen.has(href)) continue;
    const isHidden = element.localName !== 'link' && !isShown(element);
    // A hidden link may stand elsewhere for all to see.
    if (!isHidden) seen.add(href);
    const url = urlOf(href);
    if (url === null) continue;
    const known = links.get(url);
    if (known !== undefined) {
      if (known.hidden === true && !isHidden) {
        const { hidden: _hidden, ...shown } = known;
        links.set(url, shown);
      }
      continue;
    }
    const isInternal = hostIn(url) === host;
    if (!isOwn(element, isInternal)) continue;
    const rel = attribute(element, 'rel') ?? '';
    links.set(url, {
      url,
      text: textOf(element),
      rel,
      isInternal,
      ...(isHidden ? { hidden: true as const } : {}),
    });
    if (links.size >= limits.linksPerPageMax) break;
  }
  return [...links.values()];
};
