import { getDomain } from 'tldts';
import { isAdHost } from '../../fetch/browser/ad-hosts.ts';
import { findElements, type ParsedPage } from '../dom/document.ts';
import { attribute, findAncestor } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { shownIn } from '../dom/shown-elements.ts';
import { isMediaHost } from '../markdown/embed.ts';
import type { ContentOptions } from '../page-content.ts';

/** A frame in which a page shows another document, which may be the page's content. */
export interface ShownFrame {
  /** Canonical URL of the document. */
  readonly url: string;
  /** Whether the document is of the page's own site, and large enough to be its content. */
  readonly isOwn: boolean;
}

/** Frames of these hosts are no page's content: maps, captchas, buttons, comments, consent, payment. */
const serviceHosts =
  /(?:^|\.)(?:google\.[a-z.]+|googletagmanager\.com|gstatic\.com|openstreetmap\.org|mapbox\.com|bing\.com|recaptcha\.net|hcaptcha\.com|cloudflare\.com|facebook\.com|twitter\.com|x\.com|instagram\.com|pinterest\.com|linkedin\.com|tiktok\.com|reddit\.com|disqus\.com|addthis\.com|sharethis\.com|cookiebot\.com|onetrust\.com|usercentrics\.eu|trustarc\.com|privacy-mgmt\.com|consensu\.org|stripe\.com|paypal\.com|intercom\.io|zendesk\.com)$/;
/** Documents on such hosts of Google are written by people, and embedded as content. */
const documentHosts = /^(?:docs|sites|drive|calendar)\.google\.com$/;

/** Words in a frame's address or name that say that it is no page's content. */
const serviceWords =
  /(?:^|[^a-z])(?:ads?|adframe|adserver|adverts?|advertisements?|banners?|sponsors?|consent|cookies?|captcha|recaptcha|pixel|tracking|tracker|analytics|beacon|gtm|comments?|chat|share|social|newsletter|login|sso|player|videos?|audio|maps?|weather|widgets?|badges?|promo)(?:[^a-z]|$)/i;

/** Lower frames are buttons and bars; narrower or lower ones than the page's own are boxes beside its content. */
const shownPixelsMin = 50;
const ownWidthMin = 300;
const ownHeightMin = 200;

/** Most frames of a page that are looked at. */
const framesMax = 100;

/** Returns the pixels of a side that an element states; null for a share of the window, or if it states none. */
const pixelsOf = (element: DomElement, side: 'width' | 'height'): number | null => {
  const style = element.getAttribute('style')?.slice(0, 1_000) ?? '';
  const stated = new RegExp(`(?:^|[;\\s])${side}\\s*:\\s*([\\d.]+)(?:px)?\\s*(?:[;!]|$)`, 'i').exec(
    style,
  )?.[1];
  const written = stated ?? /^\s*([\d.]+)(?:px)?\s*$/i.exec(element.getAttribute(side) ?? '')?.[1];
  const pixels = Number(written);
  return written === undefined || Number.isNaN(pixels) ? null : pixels;
};

const isAtLeast = (pixels: number | null, min: number): boolean => pixels === null || pixels >= min;

/** Returns where a frame's document is, as the page writes it; a frame that loads late may name it elsewhere. */
const sourceOf = (element: DomElement): string | null => {
  if (element.localName !== 'iframe')
    return attribute(element, 'type') === 'text/html'
      ? (attribute(element, 'data') ?? attribute(element, 'src'))
      : null;
  const source = attribute(element, 'src');
  return source === null || source.startsWith('about:') ? attribute(element, 'data-src') : source;
};

/** Says whether a frame is large enough for a document, by the size that it states. */
const mayHoldDocument = (element: DomElement): boolean =>
  isAtLeast(pixelsOf(element, 'width'), shownPixelsMin) &&
  isAtLeast(pixelsOf(element, 'height'), shownPixelsMin);

/** Says whether an address, or a name that a frame has, says that its document is no page's content. */
const isNamedService = (element: DomElement, address = ''): boolean => {
  const named = ['id', 'class', 'name', 'title', 'aria-label'].map((name) => attribute(element, name) ?? '');
  return serviceWords.test(`${address} ${named.join(' ')}`);
};

/** Says whether a frame, by its size and its names, may show a document that belongs to the page's content. */
export const isContentFrame = (element: DomElement): boolean =>
  mayHoldDocument(element) &&
  !isNamedService(element) &&
  findAncestor(element, ({ localName }) => localName === 'noscript') === null;

const isService = (hostname: string): boolean =>
  isAdHost(hostname) ||
  isMediaHost(hostname) ||
  (serviceHosts.test(hostname) && !documentHosts.test(hostname));

const siteOf = (hostname: string): string => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;

/**
 * Returns the frames in which readers see another document that may be the page's content, its own site's first. Frames
 * for films, maps, advertisements, consent and the like are left out, and frames that nobody sees. Call this before
 * anything is removed from the page.
 *
 * @param pageUrl Where the page was found.
 */
export const shownFrames = (
  page: ParsedPage,
  urlOf: (href: string) => string | null,
  pageUrl: string,
): ShownFrame[] => {
  const elements = ['iframe', 'object', 'embed'].flatMap((name) => findElements(page, name));
  if (elements.length === 0) return [];
  const site = siteOf(URL.parse(pageUrl)?.hostname ?? '');
  const own = urlOf(pageUrl);
  const isShown = shownIn(page);
  const frames = new Map<string, ShownFrame>();
  for (const element of elements.slice(0, framesMax)) {
    const [width, height] = [pixelsOf(element, 'width'), pixelsOf(element, 'height')];
    const source = sourceOf(element);
    const url = source === null ? null : URL.parse(urlOf(source) ?? '');
    // A relative address in a file that was uploaded leads nowhere.
    if (url === null || url.hostname.endsWith('.invalid') || isService(url.hostname)) continue;
    if (!mayHoldDocument(element) || !isShown(element)) continue;
    if (url.href === own || isNamedService(element, url.href)) continue;
    if (findAncestor(element, ({ localName }) => localName === 'noscript') !== null) continue;
    const isLarge = isAtLeast(width, ownWidthMin) && isAtLeast(height, ownHeightMin);
    const isOwn = isLarge && siteOf(url.hostname) === site;
    if (frames.get(url.href)?.isOwn !== true) frames.set(url.href, { url: url.href, isOwn });
  }
  return [...frames.values()].toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
};

/** A page with more characters of text than this has content of its own beside its frames. */
const ownTextCharactersMax = 500;

/**
 * Returns the warning for a page whose content probably stands in a frame of its own site: the page's own text is
 * short, or there is none but its heading. None for other pages, and for a request whose tags choose a part of the
 * page.
 */
export const framedContentWarnings = (
  text: string,
  frames: readonly ShownFrame[],
  { includeTags, excludeTags }: Pick<ContentOptions, 'includeTags' | 'excludeTags'>,
): string[] => {
  // Under a heading alone, any of them may be the content.
  const likely = text.trim() === '' ? frames : frames.filter(({ isOwn }) => isOwn);
  const [first] = likely;
  if (first === undefined || text.length > ownTextCharactersMax) return [];
  if (includeTags.length + excludeTags.length > 0) return [];
  const more = likely.length === 1 ? '' : `, and ${likely.length - 1} more`;
  return [
    `The page shows a frame, whose text is not read with it: ${first.url}${more}; scrape that address for it`,
  ];
};
