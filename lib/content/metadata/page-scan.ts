import { limits } from '../../limits/limits.ts';
import type { ParsedPage } from '../dom/document.ts';
import { askClasses } from '../dom/class-names.ts';
import { isElement, isText } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';
import { bylineStart, onlyLabel } from './byline-labels.ts';
import { isHidden } from '../dom/hiding-rules.ts';

/** An element that may say something of the page, with its place in document order. */
export interface Spot {
  readonly element: DomElement;
  /** Elements of the body before this one. */
  readonly at: number;
  /** Whether the element is in a part beside the content, such as a sidebar. */
  readonly isAside: boolean;
}

/**
 * Elements found in one walk through a page's body, in document order, without parts about other pages and comments.
 */
export interface PageScan {
  readonly headings: readonly Spot[];
  /** Elements whose attributes or classes say that they name an author. */
  readonly bylines: readonly Spot[];
  /** Elements whose name, attributes or classes say that they hold a date. */
  readonly dates: readonly Spot[];
  /** Elements with a short text of their own that holds a year or begins like a byline. */
  readonly texts: readonly Spot[];
}

const authorClass =
  /(?:^|[\s_-])(?:by-?lines?|authors?|writers?|(?:post|article|entry|p)-?author|author-?name|user-?names?|poster|started-?by|(?:topic|thread)-?starter|creator)(?=$|[\s_-])|user-?name/i;
/** The same in names that join words by capitals, as bundlers make them. */
const authorClassJoined = /(?:^|[\s_-])(?:author|byline)(?=[A-Z])|[a-z](?:Author|Byline)(?=$|[A-Z_\s-])/;
const dateClass =
  /(?:^|[\s_-])(?:date|dates|date-?line|published|pub-?date|publish-?date|publication-?date|timestamp|datetime|posted(?:-?on)?|(?:post|entry)-?date|created|updated|modified|last-?(?:updated|modified)|by-?line|(?:(?:post|article|entry)-?)?meta)(?=$|[\s_-])/i;
const dateClassJoined =
  /[a-z](?:Date|Timestamp|Published|Updated|Meta)(?=$|[A-Z_\s-])|(?:^|[\s_-])(?:date|published|updated|timestamp)(?=[A-Z])/;

/** Names of parts about other pages, or with the words of other people. */
const elsewhereClass =
  /(?:^|[\s_-])(?:comments?-?(?:list|area|section|thread|body|wrap(?:per)?|form)?|respond|disqus(?:_thread)?|related(?:-\w+)?|recommend(?:ed|ations?)|more-(?:posts|stories|news|articles)|popular|trending|most-read|latest(?:-\w+)?|recent-(?:posts|articles|news|stories)|read-?next|up-?next|also-like|you-may|recirc(?:ulation)?|teasers?|newsletter|widget|sidebar|footer|site-footer|breadcrumbs?|cookie(?:-\w+)?|consent|testimonials?|upcoming|mega-?menu|nav(?:bar|igation)?|menu|similar)(?=$|[\s_-])/i;
const elsewhereNames = new Set([
  'nav',
  'footer',
  'select',
  'template',
  'script',
  'style',
  'svg',
  'iframe',
  'button',
]);
const elsewhereRoles = new Set(['navigation', 'contentinfo', 'dialog']);

const [elsewhere, author, date] = [1, 2, 4] as const;

/** Most characters of a class attribute that are examined; pages of utility classes write some hundred. */
const namesMax = 500;

/** Returns the marks that classes or an id give. */
const marksIn = (text: string): number => {
  const names = text.slice(0, namesMax);
  return (
    (elsewhereClass.test(names) ? elsewhere : 0) |
    (authorClass.test(names) || authorClassJoined.test(names) ? author : 0) |
    (dateClass.test(names) || dateClassJoined.test(names) ? date : 0)
  );
};

const classMarks = askClasses(({ told }) => marksIn(told));

const attributeIs = (element: DomElement, name: string, pattern: RegExp): boolean => {
  const value = element.getAttribute(name);
  return value !== null && pattern.test(value);
};

const authorProperty = /(?:^|\s|:)(?:author|creator)(?:$|\s)/i;
const dateProperty =
  /(?:^|\s|:)(?:datePublished|dateCreated|dateModified|uploadDate|published|modified)(?:$|\s)/i;
const relAuthor = /(?:^|\s)author(?:$|\s)/i;
const yearOrByline = /(?:19|20|25)\d\d|(?:(?=[\u0080-\uffff])\p{Nd}){4}|[〇零一二三四五六七八九\d元]年/u;

/** A part with this share of the page's text is its content, whatever its name. */
const contentShareMin = 0.5;

const isElsewhere = (element: DomElement, marks: number, characters: number): boolean => {
  const { name } = element.tag;
  if (name === 'body' || name === 'main' || name === 'article') return false;
  // The footer of an article says who wrote it and when (HTML standard, the footer element).
  if (elsewhereNames.has(name)) return name !== 'footer' || element.parentNode?.localName !== 'article';
  if (element.pairs.length === 0 && name !== 'noscript') return false;
  const isNamed = name === 'noscript' || ((marks & elsewhere) !== 0 && name !== 'h1');
  if (!isNamed && !elsewhereRoles.has(element.getAttribute('role') ?? '') && !isHidden(element)) return false;
  return summarizeText(element).length < contentShareMin * characters;
};

/** Says whether an element is a part beside the content, such as a sidebar. */
export const isBesideContent = (element: DomElement): boolean =>
  element.localName === 'aside' || element.getAttribute('role') === 'complementary';

const textCharacters = [2, 160] as const;

const speaksOfDateOrAuthor = ({ data }: { readonly data: string }): boolean => {
  const [least, most] = textCharacters;
  if (data.length < least) return false;
  const text = data.trim();
  return (
    text.length >= least &&
    text.length <= most &&
    (yearOrByline.test(text) || bylineStart.test(text) || onlyLabel.test(text))
  );
};

/** Walks through a page's body once. Recursion is as deep as the parser nests: `limits.domDepthMax`. */
export const scanPage = ({ body }: ParsedPage): PageScan => {
  const scan = { headings: [] as Spot[], bylines: [] as Spot[], dates: [] as Spot[], texts: [] as Spot[] };
  const add = (list: Spot[], spot: Spot): void => {
    if (list.length < limits.metadataSpotsMax) list.push(spot);
  };
  const characters = summarizeText(body).length;
  let at = 0;
  const visit = (element: DomElement, isInAside: boolean): void => {
    const { id, tag, pairs } = element;
    const marks = pairs.length === 0 ? 0 : classMarks(element) | (id === '' ? 0 : marksIn(id));
    if (isElsewhere(element, marks, characters)) return;
    at += 1;
    const isAside = isInAside || isBesideContent(element);
    const spot: Spot = { element, at, isAside: isInAside };
    if (tag.name === 'h1' || tag.name === 'h2') add(scan.headings, spot);
    const names =
      (marks & author) !== 0 ||
      (pairs.length > 0 &&
        (attributeIs(element, 'rel', relAuthor) ||
          attributeIs(element, 'itemprop', authorProperty) ||
          attributeIs(element, 'property', authorProperty)));
    if (names) add(scan.bylines, spot);
    const dates =
      tag.name === 'time' ||
      (marks & date) !== 0 ||
      (pairs.length > 0 &&
        (attributeIs(element, 'itemprop', dateProperty) || attributeIs(element, 'property', dateProperty)));
    if (dates) add(scan.dates, spot);
    let hasText = false;
    for (let node: DomNode | null = element.firstChild; node !== null; node = node.nextSibling) {
      if (isElement(node)) visit(node, isAside);
      else if (!hasText && isText(node)) hasText = speaksOfDateOrAuthor(node);
    }
    if (hasText) add(scan.texts, spot);
  };
  visit(body, false);
  scan.texts.sort((a, b) => a.at - b.at);
  return scan;
};
