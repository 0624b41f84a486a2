import { findAncestor, attribute, collapsed } from '../../dom/dom-walk.ts';
import type { DomElement } from '../../dom/dom.ts';
import { holdsAny, summarizeText } from '../../dom/text-summary.ts';

/** The look of a page's text, counted once, to tell documentation by. */
export interface TextShape {
  readonly headings: readonly DomElement[];
  /** How many headings begin with a number, and whether one has the number of a nested section. */
  readonly numbered: number;
  readonly isNested: boolean;
  /** Characters of scripts and styles, which are text of the raw page but not shown to readers. */
  readonly silentCharacters: number;
  /** Characters in blocks of code. */
  readonly codeCharacters: number;
  readonly codeBlocks: number;
  /** Names, options and values that are marked as code among the words of the text. */
  readonly inlineCodes: number;
  readonly items: number;
  readonly terms: number;
  /** Terms that are code, or that are anchors of what they name. */
  readonly codeTerms: number;
  /** Columns whose headers say that a row describes a name: parameter, option, type, default. */
  readonly describedColumns: number;
  readonly permalinks: number;
  /** Parts of the page to which the page itself links. */
  readonly ownTargets: ReadonlySet<string>;
}

const columnNames =
  /^(?:parameters?|arguments?|options?|flags?|propert(?:y|ies)|attributes?|fields?|types?|data types?|defaults?|default values?|methods?|functions?|constants?|returns?|variables?|commands?|macros?|members?|keys?|values?|required|description|meaning|code)$/i;

const described =
  /^(?:parameter|argument|option|flag|propert|attribute|field|method|function|constant|variable|command|macro|member)/i;

const isWithin = (element: DomElement, names: readonly string[]): boolean =>
  findAncestor(element, ({ localName }) => names.includes(localName)) !== null;

const silent = new Set(['script', 'style', 'template', 'noscript', 'title']);

const headingName = /^h[1-6]$/;
const sectionNumber = /^\(?(?:\d+\.)*\d+[.)]?\s*\p{L}/u;
const nestedNumber = /^\d+\.\d/;

/** What `measureTextShape` counts, while it counts. */
interface Counts {
  codeCharacters: number;
  codeBlocks: number;
  inlineCodes: number;
  items: number;
  terms: number;
  codeTerms: number;
  describedColumns: number;
  permalinks: number;
  hasDescribed: boolean;
  silentCharacters: number;
}

const counted = new Set([...silent, 'pre', 'code', 'kbd', 'samp', 'tt', 'li', 'dt', 'th']);

const countElement = (element: DomElement, counts: Counts): void => {
  const { localName } = element;
  if (silent.has(localName)) counts.silentCharacters += summarizeText(element).length;
  else if (localName === 'pre') {
    counts.codeBlocks += 1;
    counts.codeCharacters += summarizeText(element).length;
  } else if (localName === 'li') counts.items += 1;
  else if (localName === 'dt') {
    counts.terms += 1;
    if (element.id !== '' || holdsAny(element, ['code', 'tt', 'kbd'])) counts.codeTerms += 1;
  } else if (localName === 'th') {
    const text = collapsed(element.textContent.slice(0, 60));
    if (columnNames.test(text)) counts.describedColumns += 1;
    if (described.test(text)) counts.hasDescribed = true;
  } else if (element.parentNode?.localName !== 'pre') counts.inlineCodes += 1;
};

const countLink = (link: DomElement, counts: Counts, ownTargets: Set<string>): void => {
  const href = link.getAttribute('href') ?? '';
  if (href.length <= 1 || !href.startsWith('#')) return;
  const isPermalink =
    summarizeText(link).length <= 1 && isWithin(link, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt']);
  if (isPermalink) counts.permalinks += 1;
  else ownTargets.add(href.slice(1));
};

/** Counts what the elements of a page show, in one walk. */
export const measureTextShape = (elements: readonly DomElement[]): TextShape => {
  const headings: DomElement[] = [];
  const ownTargets = new Set<string>();
  const counts: Counts = {
    codeCharacters: 0,
    codeBlocks: 0,
    inlineCodes: 0,
    items: 0,
    terms: 0,
    codeTerms: 0,
    describedColumns: 0,
    permalinks: 0,
    hasDescribed: false,
    silentCharacters: 0,
  };
  for (const element of elements) {
    const { localName } = element;
    if (localName === 'a') countLink(element, counts, ownTargets);
    else if (counted.has(localName)) countElement(element, counts);
    else if (headingName.test(localName)) headings.push(element);
  }
  const numbers = headings.map((heading) => collapsed(heading.textContent.slice(0, 100)));
  const { hasDescribed, ...sums } = counts;
  return {
    ...sums,
    headings,
    numbered: numbers.filter((text) => sectionNumber.test(text)).length,
    isNested: numbers.some((text) => nestedNumber.test(text)),
    describedColumns: hasDescribed ? counts.describedColumns : 0,
    ownTargets,
  };
};

/** Returns the id by which a link reaches a heading: its own, its parent's or that of an anchor in it. */
export const headingTarget = (heading: DomElement): string => {
  if (heading.id !== '') return heading.id;
  const first = heading.firstElementChild;
  const inner = first === null ? '' : (attribute(first, 'id') ?? attribute(first, 'name') ?? '');
  const parent = heading.parentNode;
  return inner !== '' ? inner : parent?.firstElementChild === heading ? parent.id : '';
};
