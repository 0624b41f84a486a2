import { attribute, elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { writeChildren, type MarkdownPlace, type MarkdownRule } from './markdown-place.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';

/** Hosts whose frames are content: films, sound, maps, code to try. */
const mediaHosts: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^|\.)(?:youtube(?:-nocookie)?\.com|vimeo\.com|dailymotion\.com|ted\.com|wistia\.(?:com|net)|twitch\.tv|peertube\.[a-z]+)$/,
    'Video',
  ],
  [/(?:^|\.)(?:soundcloud\.com|spotify\.com|bandcamp\.com|podbean\.com|libsyn\.com)$/, 'Audio'],
  [/(?:^|\.)(?:codepen\.io|jsfiddle\.net|codesandbox\.io|stackblitz\.com|observablehq\.com)$/, 'Code'],
];

const mediaKindOf = (hostname: string): string | undefined =>
  mediaHosts.find(([hosts]) => hosts.test(hostname))?.[1];

/** Says whether frames of a host show films, sound or code, and are written as links. */
export const isMediaHost = (hostname: string): boolean => mediaKindOf(hostname) !== undefined;

/** Returns the page of a film if its frame's address names the film. */
const watchUrl = (url: URL): string => {
  const video = /^\/embed\/([\w-]{6,20})$/.exec(url.pathname)?.[1];
  if (video !== undefined && /(?:^|\.)youtube(?:-nocookie)?\.com$/.test(url.hostname))
    return `https://www.youtube.com/watch?v=${video}`;
  const vimeo = /^\/video\/(\d{5,12})$/.exec(url.pathname)?.[1];
  return vimeo !== undefined && url.hostname === 'player.vimeo.com' ? `https://vimeo.com/${vimeo}` : url.href;
};

const titleOf = (element: DomElement): string | null =>
  attribute(element, 'title') ?? attribute(element, 'aria-label');

/** Writes a link, on a line of its own, to something that Markdown cannot show. */
const writeLink = (place: MarkdownPlace, label: string, url: string): void => {
  const { out } = place;
  out.block(2);
  const mark = out.open('[', `]${place.links.of(url)}`, true);
  out.text(label);
  out.close(mark);
  out.block(2);
};

/**
 * Writes a frame as a link if it shows a film or the like, or has a title; other frames are advertisements and
 * counters.
 */
export const frameEmbed: MarkdownRule = (place, element) => {
  const source = attribute(element, 'src') ?? attribute(element, 'data-src');
  const href = source === null ? null : place.urls.link(source);
  const url = href === null ? null : URL.parse(href, 'http://localhost/');
  if (url === null || href === null || place.out.isMarked('[')) return;
  const kind = mediaKindOf(url.hostname);
  const label = titleOf(element) ?? kind;
  if (label !== undefined) writeLink(place, label, kind === undefined ? href : watchUrl(url));
};

/** Writes a film or a recording as a link to its first source. */
export const recording: MarkdownRule = (place, element) => {
  const own = attribute(element, 'src');
  const source =
    own ??
    elementsWithin(element, ['source'])
      .map((one) => attribute(one, 'src'))
      .find((src) => src !== null);
  const href = source === null || source === undefined ? null : place.urls.link(source);
  if (href === null || place.out.isMarked('[')) return;
  writeLink(place, titleOf(element) ?? (element.localName === 'video' ? 'Video' : 'Audio'), href);
};

/** Writes an embedded document as a link. The element's content is only for browsers that cannot show the document. */
export const embedded: MarkdownRule = (place, element) => {
  const source = attribute(element, 'data') ?? attribute(element, 'src');
  const href = source === null ? null : place.urls.link(source);
  if (summarizeText(element).length > 0 || holdsAny(element, ['img', 'embed', 'video']))
    writeChildren(place, element);
  else if (href !== null && /\.pdf(?:$|[?#])/i.test(href) && !place.out.isMarked('['))
    writeLink(place, titleOf(element) ?? 'PDF', href);
};
