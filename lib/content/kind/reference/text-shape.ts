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

const sectionNumber = /^\(?(?:\d+\.)*\d+[.)]?\s*\p{L}/u;
const nestedNumber = /^\d+\.\d/;

/** Counts what the elements of a page show, in one walk. */
export const measureTextShape = (elements: readonly DomElement[]): TextShape => {
  const headings: DomElement[] = [];
  const ownTargets = new Set<string>();
  let [codeCharacters, codeBlocks, inlineCodes, items, terms, codeTerms, describedColumns, permalinks] = [
    0, 0, 0, 0, 0, 0, 0, 0,
  ];
  let hasDescribed = false;
  let silentCharacters = 0;
  for (const element of elements) {
    const { localName } = element;
    if (/^h[1-6]$/.test(localName)) headings.push(element);
    else if (silent.has(localName)) silentCharacters += summarizeText(element).length;
    else if (localName === 'pre') {
      codeBlocks += 1;
      codeCharacters += summarizeText(element).length;
    } else if (localName === 'code' || localName === 'kbd' || localName === 'samp' || localName === 'tt') {
      if (element.parentNode?.localName !== 'pre') inlineCodes += 1;
    } else if (localName === 'li') items += 1;
    else if (localName === 'dt') {
      terms += 1;
      if (element.id !== '' || holdsAny(element, ['code', 'tt', 'kbd'])) codeTerms += 1;
    } else if (localName === 'th') {
      const text = collapsed(element.textContent.slice(0, 60));
      if (columnNames.test(text)) describedColumns += 1;
      if (described.test(text)) hasDescribed = true;
    } else if (localName === 'a') {
      const href = element.getAttribute('href') ?? '';
      if (href.length > 1 && href.startsWith('#')) {
        const isPermalink =
          summarizeText(element).length <= 1 && isWithin(element, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt']);
        if (isPermalink) permalinks += 1;
        else ownTargets.add(href.slice(1));
      }
    }
  }
  const numbers = headings.map((heading) => collapsed(heading.textContent.slice(0, 100)));
  return {
    headings,
    numbered: numbers.filter((text) => sectionNumber.test(text)).length,
    isNested: numbers.some((text) => nestedNumber.test(text)),
    silentCharacters,
    codeCharacters,
    codeBlocks,
    inlineCodes,
    items,
    terms,
    codeTerms,
    describedColumns: hasDescribed ? describedColumns : 0,
    permalinks,
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
