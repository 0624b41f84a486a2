import type { Metadata } from '../page-content.ts';
import { ancestorOf, attribute } from '../dom-walk.ts';
import type { DomElement } from '../dom.ts';
import type { StructuredNode, StructuredValue } from '../structured-item.ts';
import { bylineStart, onlyLabel } from './byline-labels.ts';
import { comparable } from './comparable.ts';
import { isNode, textOf } from './main-item.ts';
import type { PageScan, Spot } from './page-scan.ts';
import { isName, looksLikeName, namesIn } from './person-names.ts';
import { shortTextOf } from './short-text.ts';

/** Names of `<meta>` that name an author, most trusted first. */
const metaNames = [
  'citation_author',
  'citation_authors',
  'author',
  'parsely-author',
  'sailthru.author',
  'article:author_name',
  'article:author',
  'dc.creator',
  'dcterms.creator',
  'dc:creator',
  'dcterms:creator',
  'byl',
  'byline',
  'cxenseparse:author',
  'shareaholic:article_author_name',
  'vr:author',
  'book:author',
] as const;

const organizations = /(?:Organization|Corporation|Company|WebSite)$/;

interface Found {
  readonly people: string[];
  readonly organizations: string[];
}

const namesOfValue = (value: StructuredValue): Found => {
  if (!isNode(value)) return { people: namesIn(String(value)), organizations: [] };
  const { properties, types } = value;
  const [given, family] = [textOf(properties['givenName']?.[0]), textOf(properties['familyName']?.[0])];
  const whole = textOf(value) ?? (given === null && family === null ? null : `${given ?? ''} ${family ?? ''}`.trim());
  const names = whole === null ? [] : types.some((type) => organizations.test(type)) ? [whole].filter(isName) : namesIn(whole);
  return types.some((type) => organizations.test(type)) ? { people: [], organizations: names } : { people: names, organizations: [] };
};

const merged = (all: readonly Found[]): Found => ({
  people: [...new Set(all.flatMap(({ people }) => people))],
  organizations: [...new Set(all.flatMap((found) => found.organizations))],
});

/** What the first of the page's items that names anybody says. */
const fromItems = (items: readonly StructuredNode[]): Found => {
  for (const { properties } of items) {
    const values = [...(properties['author'] ?? []), ...(properties['author'] === undefined ? (properties['creator'] ?? []) : [])];
    const found = merged(values.map(namesOfValue));
    if (found.people.length + found.organizations.length > 0) return found;
  }
  return { people: [], organizations: [] };
};

const fromMetas = ({ metas }: Metadata): string[] => {
  for (const name of metaNames) {
    const values = [metas[name] ?? []].flat();
    const names = values.flatMap((value) => (name.startsWith('citation_author') ? namesOfCitation(value) : namesIn(value)));
    if (names.length > 0) return [...new Set(names)];
  }
  // Two labels with their values, as sites write them for Twitter and Slack: "Written by", "Est. reading time".
  for (const at of [1, 2, 3]) {
    const [label, value] = [metas[`twitter:label${at}`], metas[`twitter:data${at}`]];
    if (typeof label === 'string' && typeof value === 'string' && /by|author|von|par|por|autor|auteur/i.test(label)) {
      const names = namesIn(value);
      if (names.length > 0) return names;
    }
  }
  return [];
};

/** Scholarly pages may write the family name first, which a comma parts. */
const namesOfCitation = (value: string): string[] => {
  const [family = '', given, ...more] = value.split(/\s*,\s*/);
  const name = given === undefined || more.length > 0 ? value : `${given} ${family}`;
  return isName(name.trim()) ? [name.trim()] : [];
};

const bylineCharactersMax = 240;

/** Elements between a headline and its byline, before and behind it. */
const [before, behind] = [40, 160] as const;

const isNear = ({ at }: Spot, headline: Spot | null): boolean =>
  headline === null ? at < behind : at > headline.at - before && at < headline.at + behind;

interface Byline {
  readonly spot: Spot;
  readonly names: string[];
  readonly score: number;
}

/** Names in an element that says that it names an author: in its first line that has some. */
const namesInByline = (text: string, isSure: boolean): string[] => {
  const lines = text.split('\n');
  const names: string[] = [];
  let isLabelled = false;
  for (const line of lines) {
    if (onlyLabel.test(line)) {
      isLabelled = true;
      continue;
    }
    const found = namesIn(line, isSure ? isUserNameOrName : looksLikeName);
    // Behind a label that stands alone, each line names one.
    if (names.length > 0 && (!isLabelled || found.length === 0)) break;
    names.push(...found);
  }
  return names;
};

/** How a person is called on a forum. */
const isUserName = (name: string): boolean => /^[\p{L}\p{N}_.-]{2,30}$/u.test(name) && /\p{L}/u.test(name);

const isUserNameOrName = (name: string): boolean => isName(name) && (looksLikeName(name) || isUserName(name));

/** What else classes call parts of what is known of an author. */
const notNames =
  /(?:author|writer|creator|poster|user|byline)s?[\w-]{0,12}[_-]{1,2}(?:bio|desc\w*|about|avatar|image|img|photo|picture|social|role|title|job|position|date|box|link-?list|follow|count|excerpt|stats|section)/i;
const nameClass = /name(?:$|[\s_-])/i;

const bylineOf = (spot: Spot, headline: Spot | null): Byline | null => {
  const { element } = spot;
  const rel = attribute(element, 'rel') ?? '';
  const property = `${attribute(element, 'itemprop') ?? ''} ${attribute(element, 'property') ?? ''}`;
  const isRel = /(?:^|\s)author(?:\s|$)/i.test(rel);
  const isProperty = /author|creator/i.test(property);
  const names = `${element.className} ${element.id}`;
  const isByline = /by-?line/i.test(names);
  const isUser = /user-?name|poster|started|starter/i.test(names);
  if (!isRel && !isProperty && !nameClass.test(names) && notNames.test(names)) return null;
  const text = shortTextOf(element, bylineCharactersMax) ?? attribute(element, 'content');
  if (text === null || text === '') return null;
  const found = namesInByline(text, isRel || isProperty || isUser);
  if (found.length === 0) return null;
  const kind = isProperty || isRel ? 5 : isByline ? 4 : isUser ? 2.5 : nameClass.test(names) ? 3.5 : 3;
  const near = isNear(spot, headline) ? 3 : 0;
  const labelled = bylineStart.test(text) ? 1 : 0;
  return { spot, names: found, score: kind + near + labelled - (spot.isAside ? 1 : 0) };
};

const bylineText = (spot: Spot, headline: Spot | null): Byline | null => {
  const own = shortTextOf(spot.element, bylineCharactersMax);
  const parent = spot.element.parentNode;
  const text = own !== null && onlyLabel.test(own) && parent !== null ? shortTextOf(parent, bylineCharactersMax) : own;
  if (text === null) return null;
  const lines = text.split('\n');
  const at = lines.findIndex((line) => bylineStart.test(line) || onlyLabel.test(line));
  const names = at === -1 ? [] : namesInByline(lines.slice(at).join('\n'), false);
  return names.length === 0 ? null : { spot, names, score: isNear(spot, headline) ? 7 : 5 };
};

const sameNames = (a: Byline, b: Byline): boolean => a.names.join() === b.names.join();

/** What a byline that is called one has by itself, or one of less that stands beside the headline. */
const bylineScoreMin = 5;

/** Elements within which bylines of one kind belong together. */
const clusterElements = 30;

const postClass = /(?:^|[\s_-])(?:poster|messages?|threads?|topics?|questions?|forum)(?=$|[\s_-])|user|post_?(?:bit|body|user)/i;

/** Whether a byline is that of a post in a discussion, the first of which is what the page is about. */
const isPost = (element: DomElement): boolean => {
  let at: DomElement | null = element;
  for (let depth = 0; at !== null && depth < 5; depth += 1) {
    if (postClass.test(`${at.className} ${at.id}`)) return true;
    at = at.parentNode;
  }
  return false;
};

const holds = (outer: Spot, inner: Spot): boolean =>
  outer.at < inner.at && ancestorOf(inner.element, (element) => element === outer.element) !== null;

/** Whether bylines of one kind stand all over the page with other names: those of a listing's entries. */
const isListed = (best: Byline, all: readonly Byline[]): boolean => {
  const others = all.filter(
    (other) =>
      other.spot.element.className === best.spot.element.className &&
      Math.abs(other.spot.at - best.spot.at) >= clusterElements / 3 &&
      other.score === best.score &&
      !sameNames(other, best),
  );
  return others.length >= 2 && !isPost(best.spot.element);
};

/** Who wrote the page as its byline says, and where that stands. */
export interface ShownAuthors {
  readonly names: readonly string[];
  readonly spot: Spot | null;
}

const nobody: ShownAuthors = { names: [], spot: null };

/**
 * Authors that a page names beside its headline: the best byline with those of its kind that follow it. One far from the
 * headline counts where all such bylines agree.
 */
export const shownAuthorsOf = (scan: PageScan, headline: Spot | null): ShownAuthors => {
  const all = [
    ...scan.bylines.map((spot) => bylineOf(spot, headline)),
    ...scan.texts.map((spot) => bylineText(spot, headline)),
  ].filter((byline) => byline !== null);
  const from = headline?.at ?? 0;
  const distance = ({ spot }: Byline): number => (spot.at >= from ? spot.at - from : 3 * (from - spot.at));
  const inner = all.filter(({ spot, score }) => !all.some((other) => other.score >= score && holds(spot, other.spot)));
  const [best] = inner.toSorted((a, b) => b.score - a.score || distance(a) - distance(b));
  if (best === undefined || best.score < bylineScoreMin || isListed(best, all)) return nobody;
  const isFar = !isNear(best.spot, headline);
  if (isFar && all.some((other) => other.score >= bylineScoreMin && !sameNames(other, best))) return nobody;
  if (isPost(best.spot.element)) return { names: best.names, spot: best.spot };
  const together = inner
    .filter(
      ({ spot, score }) =>
        score === best.score &&
        spot.element.className === best.spot.element.className &&
        spot.element.localName === best.spot.element.localName &&
        Math.abs(spot.at - best.spot.at) < clusterElements,
    )
    .sort((a, b) => a.spot.at - b.spot.at);
  return { names: [...new Set(together.flatMap(({ names }) => names))], spot: best.spot };
};

/** Whether a byline says more than the page's data: all of their names and others, or a person's name for an account's. */
const saysMore = (byline: readonly string[], data: readonly string[]): boolean => {
  const shown = byline.map(comparable);
  const isShown = (name: string): boolean => shown.some((one) => one.includes(comparable(name)));
  const isAccount = data.length === 1 && /^[^\s]*(?:\p{Ll}\p{Lu}|\d|^\p{Ll})[^\s]*$/u.test(data[0] ?? '');
  return (byline.length > data.length && data.every(isShown)) || (isAccount && byline.some((name) => name.includes(' ')));
};

/**
 * Who wrote the page: people before organisations, and the site's own name only where nobody else is named. A page's structured
 * data are believed first, then its bylines, then its `<meta>` elements. Names alone: no handles, no addresses.
 */
export const authorsOf = (
  metadata: Metadata,
  shown: readonly string[],
  items: readonly StructuredNode[],
  siteName: string | null,
): string[] => {
  const site = comparable(siteName ?? '');
  const isSite = (name: string): boolean => {
    const text = comparable(name);
    return site !== '' && (text === site || `${text} team` === site || text === `${site} team` || text === `${site} staff`);
  };
  const said = fromItems(items);
  const metas = fromMetas(metadata);
  const data = said.people.length > 0 ? said.people : metas;
  const sources = [...(saysMore(shown, data) ? [shown] : []), said.people, metas, shown];
  for (const names of sources) {
    const people = names.filter((name) => !isSite(name));
    if (people.length > 0) return people;
  }
  const rest = [said.organizations.filter((name) => !isSite(name)), said.organizations, ...sources];
  return rest.find((names) => names.length > 0) ?? [];
};
