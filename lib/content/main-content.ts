import { createElement, createText, type PageDocument } from './document.ts';
import { collapsed, elementsWithin } from './dom-walk.ts';
import type { DomElement } from './dom.ts';
import { LeanReadability } from './readability.ts';
import { restoreSnapshot, snapshotOf } from './snapshot.ts';
import { summaryOf } from './text-summary.ts';

/** The element that holds the main content, and how it was found. */
export interface MainContent {
  readonly root: DomElement;
  readonly by: 'readability' | 'container' | 'body';
}

/** Prose below this is too little for readability's scores, which count in commas and hundreds of characters. */
const proseCharactersMin = 500;
/** Readability keeps less than this share of the prose on listings and manuals, which have many small parts. */
const keptShareMin = 0.5;

/** Characters of text outside links: what a page says itself. */
const proseLength = (root: DomElement): number => {
  const { length, linkLength } = summaryOf(root);
  return Math.max(0, length - linkLength);
};

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

const containerOf = (body: DomElement): MainContent => {
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
  const prose = proseLength(body);
  if (prose < proseCharactersMin) return containerOf(body);
  const before = snapshotOf(body);
  const root = readabilityOf(page, title, url);
  const kept = root === null ? 0 : proseLength(root);
  const enough = isArticle ? 1 : Math.max(proseCharactersMin, keptShareMin * prose);
  if (root !== null && kept >= enough) return { root, by: 'readability' };
  restoreSnapshot(body, before);
  return containerOf(body);
};

/** The heading that a page stands under, before anything is taken from it. */
export interface PageHeading {
  readonly name: 'h1' | 'h2';
  readonly text: string;
}

const headingsOf = (root: DomElement, names: readonly string[]): DomElement[] =>
  elementsWithin(root, names).filter((heading) => summaryOf(heading).length > 0);

/** Characters of a heading; a longer one is a paragraph in disguise. */
const headingCharactersMax = 300;
/** Headings that are asked; the page's own is among the first. */
const headingsMax = 8;

/** A heading that is only part of a page's title is this much of it, or it may be the name of the site in it. */
const titleShareMin = 0.4;

const isTitle = (heading: string, title: string): boolean => {
  const [wanted, whole] = [heading.toLowerCase(), collapsed(title).toLowerCase()];
  if (whole.startsWith(wanted)) return true;
  return whole.includes(wanted) && wanted.length >= titleShareMin * whole.length;
};

/**
 * The first first-level heading of the page that its titles say, or where there is none, such a second-level one, unless
 * there are more first-level ones, none of them said. Others may as well be the name of the site, which is on every page.
 */
export const headingOf = (body: DomElement, titles: readonly (string | null)[]): PageHeading | null => {
  for (const name of ['h1', 'h2'] as const) {
    for (const heading of headingsOf(body, [name]).slice(0, headingsMax)) {
      const text = collapsed(heading.textContent);
      if (
        text.length <= headingCharactersMax &&
        titles.some((title) => title !== null && isTitle(text, title))
      )
        return { name, text };
    }
  }
  return null;
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
