import { createElement, createText, type PageDocument } from './document.ts';
import { collapsed, elementsWithin } from './dom-walk.ts';
import type { DomElement } from './dom.ts';
import { LeanReadability } from './readability.ts';
import { restoreSnapshot, snapshotOf } from './snapshot.ts';
import { summaryOf, type TextSummary } from './text-summary.ts';

/** The element that holds the main content, and how it was found. */
export interface MainContent {
  readonly root: DomElement;
  readonly by: 'readability' | 'container' | 'body';
}

/** Prose below this is too little for readability's scores, which count in commas and hundreds of characters. */
const proseCharactersMin = 500;
/** Readability keeps less than this share of the prose on listings and manuals, which have many small parts. */
const keptShareMin = 0.75;

/** Of an element that the page calls its main part it is to keep this share, and not to add more from around it. */
const containerShares = [0.9, 1.1] as const;
/** Below this the page may be made of links, and it is asked for a share of all of the text. */
const longProseCharacters = 1_000;
/** A page that says that it is an article may be short. */
const articleCharactersMin = 250;

/** Whether readability has found as much as there is to find. */
const isEnough = (
  found: TextSummary,
  whole: TextSummary,
  by: MainContent['by'],
  isArticle: boolean,
): boolean => {
  const kept = proseLength(found);
  if (isArticle) return kept >= articleCharactersMin;
  if (kept < proseCharactersMin) return false;
  const expected = proseLength(whole);
  if (kept < longProseCharacters && found.length < keptShareMin * whole.length) return false;
  const [least, most] = containerShares;
  return by === 'body'
    ? kept >= keptShareMin * expected
    : kept >= least * expected && kept <= most * expected;
};

/** Characters of text outside links: what a page says itself. */
const proseLength = ({ length, linkLength }: TextSummary): number => Math.max(0, length - linkLength);

/** Readability for a page without a title of its own beside it. */
class MainReadability extends LeanReadability {
  /** A heading that repeats the title is what the text below it is about; readability leaves it to a page around it. */
  _headerDuplicatesTitle(): boolean {
    return false;
  }

  /** Readability makes every first-level heading a second-level one, for a page that has its title elsewhere. */
  _replaceNodeTags(nodes: readonly DomElement[], name: string): void {
    if (name !== 'h2') for (const node of nodes) node.rename(name);
  }
}

const readabilityOf = (page: PageDocument, title: string, url: string): DomElement | null => {
  const article = new MainReadability(page, title, url).article();
  // It comes in a wrapper of readability's own.
  const first = article?.firstElementChild ?? null;
  return first?.id === 'readability-page-1' && article?.childElementCount === 1 ? first : article;
};

interface Container {
  readonly matches: (element: DomElement) => boolean;
  readonly isAlone?: boolean;
}

const hasId =
  (...ids: string[]): Container['matches'] =>
  ({ id }) =>
    id !== '' && ids.includes(id);

const containers: readonly Container[] = [
  { matches: ({ localName }) => localName === 'main' },
  { matches: (element) => element.pairs.length > 0 && element.getAttribute('role') === 'main' },
  { matches: ({ localName }) => localName === 'article', isAlone: true },
  { matches: hasId('main-content', 'bodyContent') },
  { matches: hasId('content') },
  { matches: hasId('main') },
];
/** A container with less of the page's text than this is one part of it among others. */
const containerShareMin = 0.4;

export const containerOf = (body: DomElement): MainContent => {
  const whole = summaryOf(body).length;
  const all = elementsWithin(body, null);
  for (const { matches, isAlone } of containers) {
    const found = all.filter(matches);
    const [root] = found;
    if (root === undefined || (isAlone === true && found.length > 1)) continue;
    const { length } = summaryOf(root);
    if (length > 0 && length >= containerShareMin * whole) return { root, by: 'container' };
  }
  return { root: body, by: 'body' };
};

/**
 * Finds the main content of a page from which navigation and the like are already removed: readability, or where that
 * keeps too little, the element that the page calls its main part, or all of the body. Changes the tree.
 *
 * @param isArticle whether the page says that it is an article: readability was made for those and is then believed.
 */
export const mainContentOf = (
  page: PageDocument,
  { isArticle, title, url }: { readonly isArticle: boolean; readonly title: string; readonly url: string },
): MainContent => {
  const { body } = page;
  const whole = containerOf(body);
  if (proseLength(summaryOf(body)) < proseCharactersMin) return whole;
  // Readability leaves nothing of the tree as it was.
  const expected = summaryOf(whole.root);
  const before = snapshotOf(body);
  const root = readabilityOf(page, title, url);
  if (root !== null && isEnough(summaryOf(root), expected, whole.by, isArticle))
    return { root, by: 'readability' };
  restoreSnapshot(body, before);
  return containerOf(body);
};

/** The heading that a page stands under, before anything is taken from it. */
export interface PageHeading {
  readonly name: 'h1' | 'h2';
  readonly text: string;
  readonly element: DomElement;
}

const headingsOf = (root: DomElement, names: readonly string[]): DomElement[] =>
  elementsWithin(root, names).filter((heading) => summaryOf(heading).length > 0);

/** Characters of a heading; a longer one is a paragraph in disguise. */
const headingCharactersMax = 300;
/** Headings that are asked; the page's own is among the first. */
const headingsMax = 8;

/** A heading that is only part of a page's title is this much of it, or it may be the name of the site in it. */
const titleShareMin = 0.4;

type Test = (heading: string, title: string) => boolean;

const begins: Test = (heading, title) => title.startsWith(heading);
const isMostOf: Test = (heading, title) =>
  title.includes(heading) && heading.length >= titleShareMin * title.length;

/**
 * The heading that the page's titles begin with, of the first level or else of the second; or else its only one of the first
 * level, where that is most of a title. Others may as well be the name of the site, which is on every page.
 */
export const headingOf = (body: DomElement, titles: readonly (string | null)[]): PageHeading | null => {
  const wanted = titles.flatMap((title) => (title === null ? [] : [collapsed(title).toLowerCase()]));
  const find = (
    name: PageHeading['name'],
    headings: readonly DomElement[],
    test: Test,
  ): PageHeading | null => {
    for (const heading of headings.slice(0, headingsMax)) {
      const text = collapsed(heading.textContent);
      const lower = text.toLowerCase();
      if (text.length <= headingCharactersMax && wanted.some((title) => test(lower, title)))
        return { name, text, element: heading };
    }
    return null;
  };
  const first = headingsOf(body, ['h1']);
  const second = headingsOf(body, ['h2']);
  return (
    find('h1', first, begins) ??
    find('h2', second, begins) ??
    (first.length === 1 ? find('h1', first, isMostOf) : null)
  );
};

/** Puts the page's heading back on top of its main content where it was lost with the page's furniture. */
export const restoreHeading = (root: DomElement, heading: PageHeading | null): void => {
  if (heading === null) return;
  const kept = headingsOf(root, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
  const isThere = kept.some((one) => collapsed(one.textContent) === heading.text);
  // A page of several headings of that level, none of which is over the others, does not stand under the first.
  if (isThere || (heading.name === 'h2' && kept.some((one) => one.localName === 'h2'))) return;
  const element = createElement(heading.name);
  element.append(createText(heading.text));
  root.insertBefore(element, root.firstChild);
};
