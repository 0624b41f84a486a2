import { attribute, collapsed, elementsWithin, findAncestor } from '../dom/dom-walk.ts';
import { askClasses } from '../dom/class-names.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { isOfOther } from './post-labels.ts';

/** Author and date of a post, in the words of the page; null where it does not say. */
export interface Byline {
  readonly author: string | null;
  /**
   * The date as readers see it if it names a day; else the machine's `YYYY-MM-DD`; else as readers see it: `2 years
   * ago`.
   */
  readonly date: string | null;
}

const nameCharactersMax = 60;
const dateCharactersMax = 60;

const authorNames =
  /^(?:(?:post|message|comment|bbp|topic|js|lia|user|p|h|ips|reply)?[-_]?(?:author|username|user-?name|user_name|poster|postername|hnuser|creator|byline|nickname|fn|displayname|user-name-link|login)(?:[-_](?:name|link|title|username|login))*|by|name|names|poster|bigusername|cAuthorPane_author|user-details|userText|PostUser-name|UserLink|Username)$/i;
const dateNames =
  /^(?:(?:post|message|comment|topic|bbp|lia|js|reply|local|ips)?[-_]?(?:date|time|datetime|posted|timestamp|postdate|post-?time|keyinfo|relativetime(?:-clean)?|age|when|permalink-date|local-date|DateTime|timeago|post-date|reply-post-date|created|moment-?time)(?:[-_](?:time|line|on|at))*|smalltext|dateline|DateCreated)$/i;

const year = /(?:^|\D)(?:19|20)\d\d(?!\d)/;
const relative =
  /\b(?:\d+|an?)\s*(?:years?|months?|weeks?|days?|hours?|minutes?|mins?|hrs?|[ymwdh])\b(?:\s+ago)?|\byesterday\b|\btoday\b/i;

/** How surely an element's classes mark an author's name: 1 is surer than 2; 0 means no mark. */
const authorRank = askClasses(({ list }) =>
  !list.some((name) => authorNames.test(name))
    ? 0
    : list.some((name) => /user|author|hnuser|nick/i.test(name))
      ? 1
      : 2,
);
const isDateClass = askClasses(({ list }) => list.some((name) => dateNames.test(name)));

const shortText = (element: DomElement, max: number): string | null => {
  const { length } = summarizeText(element);
  return length === 0 || length > max ? null : collapsed(element.textContent);
};

const isName = (text: string | null): text is string =>
  text !== null && text.length <= nameCharactersMax && /[\p{L}\p{N}]/u.test(text) && !year.test(text);

const memberLink =
  /\/(?:u|user|users|member|members|profile|profiles|people)[/.?=-]|[?&](?:u|uid|user)=|action=profile|member\.php|mode=viewprofile/i;

/**
 * Returns the name in an element marked as an author's: its first link or strong text, if it has one among ranks and
 * counts. A link around a picture says in words whether its member is online.
 */
const nameIn = (element: DomElement): string | null => {
  const inner = elementsWithin(element, ['a', 'strong', 'b', 'h3', 'h4', 'h5']).find(
    (one) => summarizeText(one).length > 0 && !holdsAny(one, ['img']),
  );
  return (
    (inner === undefined ? null : shortText(inner, nameCharactersMax)) ??
    shortText(element, nameCharactersMax)
  );
};

/**
 * Returns the name in an element described as an author: what is described as the name, or else what is shown as one.
 * The element may hold ranks and counts as well.
 */
const describedName = (author: DomElement): string | null => {
  const within = elementsWithin(author, null);
  const name = within.find((one) => attribute(one, 'itemprop') === 'name');
  if (name !== undefined) return shortText(name, nameCharactersMax) ?? attribute(name, 'content');
  const user = within.find((one) => attribute(one, 'data-username') !== null);
  if (user === undefined) return nameIn(author);
  return shortText(user, nameCharactersMax) ?? attribute(user, 'data-username');
};

/** Returns the best name in elements, by how sure their marks are. */
const authorIn = (elements: readonly DomElement[]): string | null => {
  const found: (string | null)[] = [null, null, null, null, null];
  const offer = (rank: number, text: string | null): void => {
    if (found[rank] === null && isName(text)) found[rank] = text;
  };
  const offerShown = (rank: number, element: DomElement, text: string | null): void => {
    if (found[rank] === null && isName(text) && !isOfOther(element, 'name')) found[rank] = text;
  };
  for (const element of elements) {
    if (element.pairs.length === 0) continue;
    offer(0, attribute(element, 'data-author') ?? attribute(element, 'author'));
    const property = attribute(element, 'itemprop');
    if (property === 'author' || property === 'creator') {
      offer(0, describedName(element));
    }
    const rank = authorRank(element);
    if (rank > 0) offerShown(rank, element, nameIn(element));
    if (
      element.localName === 'a' &&
      (attribute(element, 'rel') === 'author' || memberLink.test(attribute(element, 'href') ?? ''))
    ) {
      const text = shortText(element, nameCharactersMax);
      // A link around a coloured circle shows the first letter of its member's name.
      offerShown(text !== null && text.length === 1 ? 4 : 3, element, text);
    }
    offer(2, attribute(element, 'data-username'));
  }
  return found.find((name) => name !== null) ?? null;
};

/** Attributes that say when, for machines or for the pointer. Lemmy's are the last. */
const dayNames = ['datetime', 'title', 'content', 'data-tippy-content'] as const;

const dayOf = (element: DomElement): string | null => {
  const machine = dayNames.map((name) => attribute(element, name)).find((value) => value !== null) ?? '';
  const day = /^\d{4}-\d{2}-\d{2}/.exec(machine)?.[0];
  return day ?? (year.test(machine) && machine.length <= dateCharactersMax ? machine : null);
};

/** A time in full, for machines: `2016-08-28 19:36:43 +00:00`. */
const machineTime = /^(\d{4})-(\d{2})-(\d{2})[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)? ?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Says whether a text for readers names the day of a machine's time. */
const namesDay = (text: string, time: string): boolean => {
  const [, inYear, , day] = machineTime.exec(time) ?? [];
  return inYear !== undefined && new RegExp(`(?:^|\\D)0?${Number(day)}\\D.*${inYear}`).test(text);
};

/** The address of one of many posts of a page: `#post-12`. */
const postAddress = /#[a-z_-]{0,20}\d+$/i;
const isLink = ({ localName }: DomElement): boolean => localName === 'a';

/** Says whether an element is, or stands in, a link to a post: a date in such a link is the day of that post. */
const isPermalink = (element: DomElement): boolean => {
  const link = isLink(element) ? element : findAncestor(element, isLink);
  return link !== null && postAddress.test(attribute(link, 'href') ?? '');
};

const dateIn = (elements: readonly DomElement[]): string | null => {
  let own: string | null = null;
  let best: string | null = null;
  let fallback: string | null = null;
  for (const element of elements) {
    const property = attribute(element, 'itemprop');
    const isMarked =
      element.localName === 'time' ||
      /^(?:datePublished|dateCreated)$/.test(property ?? '') ||
      isDateClass(element);
    if (!isMarked || isOfOther(element, 'date')) continue;
    const text = shortText(element, dateCharactersMax);
    const day = text !== null && year.test(text) ? text : dayOf(element);
    if (own === null && day !== null && isPermalink(element)) own = day;
    // A line that holds the date among other words may be marked as well as the date in it.
    if (
      day !== null &&
      (best === null || (best.includes(day) && day.length < best.length) || namesDay(day, best))
    )
      best = day;
    if (text !== null && fallback === null && (relative.test(text) || /\d/.test(text))) fallback = text;
  }
  return (own ?? best)?.replace(machineTime, '$1-$2-$3') ?? fallback;
};

/** Reads a post's author and date from its elements other than its text. */
export const readByline = (elements: readonly DomElement[]): Byline => {
  const author = authorIn(elements)?.replace(/[\s:]*(?:\b(?:says|said|wrote|writes)\b)?[\s:]*$/i, '') ?? null;
  const date = dateIn(elements);
  return { author, date: date?.replace(/^(?:posted|on|am|le)[\s:]+/i, '') ?? null };
};
