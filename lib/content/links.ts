import { limits } from '../limits/limits.ts';
import { findElements, type ParsedPage } from './dom/document.ts';
import { attribute, collapsed } from './dom/dom-walk.ts';
import type { DomElement } from './dom/dom.ts';
import { shownIn } from './dom/shown-elements.ts';
import { withoutVisit } from '../frontier/visit-parameters.ts';
import { linkUrls } from './link-url.ts';
import type { Link } from './page-content.ts';

/** Returns the URL from which a page's relative links start: its first `<base href>`, else where the page was found. */
export const pageBaseUrl = (page: ParsedPage, url: string): string => {
  for (const base of findElements(page, 'base')) {
    const href = base.getAttribute('href');
    if (href !== null) return URL.parse(href, url)?.href ?? url;
  }
  return url;
};

const linkTextCharactersMax = 300;

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** Returns the host of an absolute canonical URL without parsing the URL again. */
const hostIn = (url: string): string => {
  const from = url.indexOf('//') + 2;
  const to = url.indexOf('/', from);
  return to === -1 ? url.slice(from) : url.slice(from, to);
};

/** Returns an element's target as the page writes it. A frame is a link to the page that it shows. */
const targetOf = (element: DomElement): string | null => {
  const { localName } = element;
  if (localName === 'frame' || localName === 'iframe') return element.getAttribute('src');
  return element.getAttribute('href') ?? element.getAttribute('xlink:href');
};

const isNextPage = (element: DomElement): boolean =>
  /(?:^|\s)next(?:\s|$)/i.test(attribute(element, 'rel') ?? '');

/** Returns the elements that link: anchors in page order, then image areas and frames, which few pages have. */
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

/** Says whether to follow a link for its element: frames and next pages count only on the page's own host. */
const isOwn = (element: DomElement, isInternal: boolean): boolean =>
  isInternal || element.localName === 'a' || element.localName === 'area';

/**
 * Finds the links of a page in page order, each URL once, with the text of its first link. Frames of the same host and
 * the page's next one (`rel=next`) come last. A link that readers see nowhere on the page is `hidden`. Call this before
 * anything is removed from the page, because most links are in navigation. Returns at most `limits.linksPerPageMax`.
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
    // A link that is hidden here may be visible elsewhere on the page.
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
  return withoutVisits([...links.values()], pageUrl);
};

/** Takes the number of this visit out of links; of those that are one address then, the first shown one stays. */
const withoutVisits = (links: Link[], pageUrl: string): Link[] => {
  const address = withoutVisit(
    links.map(({ url }) => url),
    pageUrl,
  );
  const found = new Map<string, Link>();
  for (const link of links) {
    const url = address(link.url);
    const known = found.get(url);
    if (known === undefined || (known.hidden === true && link.hidden !== true))
      found.set(url, url === link.url ? link : { ...link, url });
  }
  return [...found.values()];
};
