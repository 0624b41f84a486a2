import type { Metadata } from '../page-content.ts';
import { attribute, elementsWithin, findAncestor, isElement } from '../dom/dom-walk.ts';
import type { StructuredNode } from './structured-item.ts';
import { bylineStart, isOtherDate, modifiedLabel, propertyOfOther, publishedLabel } from './byline-labels.ts';
import { modifiedNames, publishedNames } from './date-names.ts';
import { isNode } from './main-item.ts';
import { isBesideContent, type PageScan, type Spot } from './page-scan.ts';
import { isPost } from './discussion-post.ts';
import { readLabelBefore, readShortText } from './short-text.ts';
import { dateInPath, writtenDatesIn, toIsoDateTime, type DateReading } from './written-date.ts';

/** When a page was published and last changed, ISO 8601; null where the page does not say. */
export interface PageDates {
  readonly published: string | null;
  readonly modified: string | null;
}

const fromMetas = ({ metas }: Metadata, names: readonly string[], reading: DateReading): string | null => {
  for (const name of names) {
    for (const value of [metas[name] ?? []].flat()) {
      const iso = toIsoDateTime(value, reading);
      if (iso !== null) return iso;
    }
  }
  return null;
};

const fromItems = (
  items: readonly StructuredNode[],
  names: readonly string[],
  reading: DateReading,
): string | null => {
  for (const { properties } of items) {
    for (const name of names) {
      for (const value of properties[name] ?? []) {
        const iso = isNode(value) ? null : toIsoDateTime(String(value), reading);
        if (iso !== null) return iso;
      }
    }
  }
  return null;
};

/** Most elements between a headline and its date, before and behind it. */
const [before, behind] = [40, 120] as const;
const dateCharactersMax = 160;

interface VisibleDate {
  readonly spot: Spot;
  readonly isBeside: boolean;
  readonly iso: string;
  readonly isModified: boolean;
  readonly isPublished: boolean;
  readonly score: number;
  readonly distance: number;
}

/** Returns what an element's attributes say of it, and the text before it, which may be its label. */
const contextOf = ({ element }: Spot): string => {
  const named = ['itemprop', 'property', 'data-testid', 'title', 'aria-label'].map(
    (name) => attribute(element, name) ?? '',
  );
  const previous = element.previousSibling;
  const label =
    previous === null
      ? ''
      : isElement(previous)
        ? (readShortText(previous, 60) ?? '')
        : previous.data.slice(-60);
  const parent = element.parentNode;
  const around = parent === null ? '' : parent.className;
  return [`${element.className} ${element.id} ${named.join(' ')}`, label, around].join(' \n ');
};

const modifiedName = /modif|updat|revis|edited/i;
const publishedName = /publish|posted|pub-?date|created|issued|entry-date/i;

/** Most elements between a byline and the date that belongs to it. */
const besideByline = 8;

/** Most characters of other text on the line of the page's date; a longer line is a sentence about some date. */
const besideDate = 45;

/**
 * Returns what a date for machines is of the page, by its attributes and its text; null if its label says that it is
 * another date. Without `reading` its label is not looked at.
 */
const readRole = (
  element: Spot['element'],
  context: string,
  reading: DateReading | null,
): Pick<VisibleDate, 'isModified' | 'isPublished'> | null => {
  const shown = readShortText(element, dateCharactersMax) ?? '';
  if (reading !== null) {
    const own = shown.slice(0, writtenDatesIn(shown, reading)[0]?.start ?? 0);
    if (isOtherDate(own.trim() === '' ? readLabelBefore(element) : own, reading.language)) return null;
  }
  const label = `${context} ${shown}`;
  const isPublished =
    element.hasAttribute('pubdate') || publishedName.test(label) || publishedLabel.test(label);
  return { isPublished, isModified: !isPublished && (modifiedName.test(label) || modifiedLabel.test(label)) };
};

/** Says whether the part beside the content in which a date stands has the page's headline too. */
const standTogether = ({ element }: Spot, headline: Spot | null): boolean => {
  const aside = findAncestor(element, isBesideContent);
  return headline !== null && findAncestor(headline.element, (one) => one === aside) !== null;
};

const datesAt = (
  spot: Spot,
  isMarked: boolean,
  { headline, byline }: { readonly headline: Spot | null; readonly byline: Spot | null },
  reading: DateReading,
): VisibleDate[] => {
  const { element } = spot;
  const from = headline?.at ?? 0;
  const distance = spot.at >= from ? spot.at - from : 3 * (from - spot.at);
  const isBeside = byline !== null && Math.abs(spot.at - byline.at) <= besideByline;
  const isNear =
    isBeside || (headline === null ? spot.at < behind : spot.at > from - before && spot.at < from + behind);
  const context = contextOf(spot);
  const exact = attribute(element, 'datetime') ?? attribute(element, 'content');
  const whole = exact === null ? null : toIsoDateTime(exact, reading);
  const property = `${attribute(element, 'itemprop') ?? ''} ${attribute(element, 'property') ?? ''}`;
  if (propertyOfOther.test(property)) return [];
  const trust =
    (/date(?:Published|Created)|uploadDate/i.test(property) ? 4 : 0) +
    (isNear ? 3 : 0) +
    (isBeside ? 1 : 0) -
    (spot.isAside && !standTogether(spot, headline) ? 2 : 0);
  const isSaid = /date(?:Published|Created|Modified)|uploadDate/i.test(property);
  if (whole !== null) {
    const role = readRole(element, context, isSaid ? null : reading);
    return role === null ? [] : [{ spot, isBeside, iso: whole, ...role, score: trust + 2, distance }];
  }
  const text = readShortText(element, dateCharactersMax);
  if (text === null) return [];
  const found: VisibleDate[] = [];
  const lines = text.split('\n');
  const hasTerms = lines.length > 1 && elementsWithin(element, ['dt', 'th'], 1).length > 0;
  for (const [at, line] of lines.entries()) {
    const dates = writtenDatesIn(line, reading);
    const above = at === 0 ? readLabelBefore(element) : hasTerms ? (lines[at - 1] ?? '') : '';
    let end = 0;
    for (const date of dates) {
      const label = `${at === 0 && end === 0 ? `${context} ` : ''}${line.slice(end, date.start)}`;
      const rest = line.length - (date.end - date.start);
      const own = line.slice(end, date.start);
      const isFirst = end === 0;
      end = date.end;
      const named = isFirst && own.trim() === '' ? above : own;
      if (!isSaid && isOtherDate(named, reading.language)) continue;
      const isModified =
        modifiedLabel.test(own) ||
        (!publishedLabel.test(own) && (modifiedName.test(label) || modifiedLabel.test(label)));
      const isPublished =
        publishedLabel.test(own) ||
        (!isModified && (publishedName.test(label) || publishedLabel.test(label)));
      const isAlone =
        (isMarked ? own.length : rest) <= besideDate || isPublished || isModified || bylineStart.test(line);
      if (isAlone)
        found.push({
          spot,
          isBeside,
          iso: date.iso,
          isModified,
          isPublished,
          score: trust + (isPublished || isModified ? 1 : 0),
          distance,
        });
    }
  }
  return found;
};

/** Dates of one kind with this many elements between them belong to different things. */
const apartElements = 8;

/** Says whether dates of one kind stand all over the page: those of a listing's entries, but not of a discussion. */
const isListed = (date: VisibleDate, all: readonly VisibleDate[]): boolean => {
  if (date.isPublished || date.isBeside || isPost(date.spot.element)) return false;
  const { className, localName } = date.spot.element;
  const others = all.filter(
    ({ spot, iso }) =>
      spot.element.className === className &&
      spot.element.localName === localName &&
      Math.abs(spot.at - date.spot.at) >= apartElements &&
      iso !== date.iso,
  );
  return others.length >= 2;
};

/**
 * Finds when the page was published and last changed: by its structured data, its `<meta>` elements, the dates beside
 * its headline, and, for publication, its address. Ignores dates of comments, other pages and the footer.
 */
export const findDates = (
  metadata: Metadata,
  scan: PageScan,
  items: readonly StructuredNode[],
  {
    url,
    reading,
    ...places
  }: {
    readonly headline: Spot | null;
    readonly byline: Spot | null;
    readonly url: string;
    readonly reading: DateReading;
  },
): PageDates => {
  const seen = new Set<Spot['element']>();
  const marked = new Set(scan.dates);
  const visible = [...scan.dates, ...scan.texts]
    .filter(({ element }) => !seen.has(element) && seen.add(element) !== undefined)
    .flatMap((spot) => datesAt(spot, marked.has(spot), places, reading))
    .filter(({ score }) => score >= 3)
    .sort((a, b) => b.score - a.score || a.distance - b.distance);
  const modified = visible.find(({ isModified }) => isModified);
  const first = visible.find(({ isModified }) => !isModified);
  const published = first === undefined || isListed(first, visible) ? undefined : first;
  const saidModified =
    fromItems(items, ['dateModified'], reading) ?? fromMetas(metadata, modifiedNames, reading);
  return {
    published:
      fromItems(items, ['datePublished', 'dateCreated', 'uploadDate'], reading) ??
      fromMetas(metadata, publishedNames, reading) ??
      published?.iso ??
      dateInPath(url),
    modified: saidModified ?? modified?.iso ?? null,
  };
};
