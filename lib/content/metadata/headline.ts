import type { Metadata } from '../page-content.ts';
import type { StructuredNode } from './structured-item.ts';
import { comparable } from './comparable.ts';
import { propertyText } from './main-item.ts';
import type { PageScan, Spot } from './page-scan.ts';
import { readShortText } from './short-text.ts';
import { hostLabel, titleMarks } from './site-name.ts';

/** A page's own headline and its element; no element if only the page's data give it. */
export interface Headline {
  readonly text: string;
  readonly spot: Spot | null;
}

const headingCharactersMax = 300;
const headingsMax = 12;

interface Heading {
  readonly text: string;
  readonly spot: Spot;
}

const headingsOf = (scan: PageScan, name: string): Heading[] =>
  scan.headings
    .filter(({ element }) => element.localName === name)
    .slice(0, headingsMax)
    .flatMap((spot) => {
      const text = readShortText(spot.element, headingCharactersMax)?.replaceAll('\n', ' ') ?? '';
      const clean = text.replace(/\s*[¶#§]$/u, '').trim();
      return comparable(clean) === '' ? [] : [{ text: clean, spot }];
    });

/** Removes the name of the site from the beginning or end of a title. */
export const titleWithout = (title: string, siteName: string | null, url: string): string => {
  const site = comparable(siteName ?? '');
  const label = hostLabel(url).replaceAll('-', '');
  const isSite = (part: string): boolean => {
    const name = comparable(part);
    return name !== '' && (name === site || name.replaceAll(' ', '') === label);
  };
  const parts = title.split(titleMarks);
  if (parts.length < 2) return title;
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (isSite(last))
    return title
      .slice(0, title.lastIndexOf(last))
      .replace(/[\s|–—·»«•:~>\-/｜]+$/u, '')
      .trim();
  if (isSite(first))
    return title
      .slice(title.indexOf(first) + first.length)
      .replace(/^[\s|–—·»«•:~>\-/｜]+/u, '')
      .trim();
  return title;
};

const shareOfWords = (part: string, whole: string): number => {
  const words = new Set(comparable(whole).split(' '));
  const wanted = comparable(part).split(' ');
  return wanted.filter((word) => words.has(word)).length / Math.max(1, wanted.length);
};

/** Whether most words of a heading are in the path of the address: it is no slogan of the site then. */
const isInAddress = (text: string, url: string): boolean => {
  const path = URL.parse(url)?.pathname.replace(/[-_+.]+/g, ' ') ?? '';
  return comparable(text).includes(' ') && shareOfWords(text, path.replaceAll('/', ' ')) >= addressShareMin;
};
const addressShareMin = 0.6;

/** What sets a page's name off from what follows it in a title; a colon stands within a name as well. */
const siteMarks = /\s+[|｜–—·-]\s+/u;

/** The part of a title in front of its bar: by custom, the site or a slogan stands behind it. */
const beforeBar = (title: string): string => {
  const part = title.split(/\s+[|｜]\s+/u)[0]?.trim() ?? '';
  return comparable(part).includes(' ') ? part : title;
};

const titleShareMin = 0.2;

/** If a heading and the page's titles share a smaller part of their words, the heading is a slogan above the page. */
const sloganLikeness = 0.4;

/** Cuts a heading to one of the titles if only a label before it or a count behind it is left over. */
const trimmed = ({ text, spot }: Heading, titles: readonly string[]): Heading => {
  const whole = comparable(text);
  const said = titles.find((title) => {
    const part = comparable(title);
    return (
      part.length >= trimmedShareMin * whole.length &&
      part.length < whole.length &&
      (whole.endsWith(` ${part}`) || whole.startsWith(`${part} `))
    );
  });
  return said === undefined ? { text, spot } : { text: said, spot };
};
const trimmedShareMin = 0.7;

/**
 * Finds the page's headline: the first-level heading that agrees most with the titles and data, or whose words are in
 * the address; else a second-level heading that is one of the titles or the part of it in front of the site; else the
 * title itself. A headline from the page's `<title>` alone loses the site's name, and what stands behind its bar.
 */
export const findHeadline = (
  metadata: Metadata,
  scan: PageScan,
  items: readonly StructuredNode[],
  { siteName, url }: { readonly siteName: string | null; readonly url: string },
): Headline | null => {
  const bare = (title: string | null): string[] =>
    title === null ? [] : [titleWithout(title, siteName, url)];
  const fromData = items.flatMap(({ properties }) => propertyText(properties['headline']?.[0]) ?? []);
  const titles = [...fromData, ...bare(metadata.og.title), ...bare(metadata.title)].filter(
    (title) => comparable(title) !== '',
  );
  const label = hostLabel(url).replaceAll('-', '');
  const isSite = (text: string): boolean => {
    const name = comparable(text);
    return name === comparable(siteName ?? '') || name.replaceAll(' ', '') === label || name === 'home';
  };
  const first = headingsOf(scan, 'h1');
  const second = headingsOf(scan, 'h2');
  const whole = comparable([...titles, metadata.title ?? ''].join(' '));
  const equal = (heading: Heading): boolean =>
    titles.some((title) => comparable(title) === comparable(heading.text));
  const likeness = ({ text }: Heading): number =>
    shareOfWords(text, whole) + titles.reduce((best, title) => Math.max(best, shareOfWords(title, text)), 0);
  // Of several headings, the one of a part has few of the title's words, though all of its own are in the title.
  const saysEnough = ({ text }: Heading): boolean =>
    titles.length === 0 || titles.some((title) => shareOfWords(title, text) >= titleShareMin);
  const exact = first.find(equal);
  if (exact !== undefined) return exact;
  const own = first.filter(({ text }) => !isSite(text));
  const [best] = own
    .map((heading) => ({ heading, score: likeness(heading) }))
    .sort((a, b) => b.score - a.score);
  const isSlogan =
    best !== undefined &&
    titles.length > 0 &&
    best.score < sloganLikeness &&
    !isInAddress(best.heading.text, url);
  if (best !== undefined && !isSlogan && (own.length === 1 || (best.score > 0.8 && saysEnough(best.heading))))
    return trimmed(best.heading, titles);
  const begun = new Set(titles.map((title) => comparable(title.split(siteMarks)[0] ?? '')));
  const below = second.find(equal) ?? second.find(({ text }) => begun.has(comparable(text)));
  if (below !== undefined) return below;
  const [said] = titles;
  if (said !== undefined)
    return { text: best === undefined ? beforeBar(said) : said, spot: best?.heading.spot ?? null };
  return best?.heading ?? first[0] ?? null;
};
