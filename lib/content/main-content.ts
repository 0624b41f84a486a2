import { createElement, createText, type ParsedPage } from './dom/document.ts';
import { collapsed, elementsWithin, nextNode } from './dom/dom-walk.ts';
import type { DomElement, DomNode } from './dom/dom.ts';
import { fillGaps, guardedRanges, losesGuarded } from './kind/fill-gaps.ts';
import { judgePart, collectPartFacts } from './kind/judge-part.ts';
import { collectTextRuns } from './kind/prose.ts';
import { LeanReadability } from './readability.ts';
import { restoreSnapshot, takeSnapshot } from './dom/snapshot.ts';
import { summarizeText, type TextSummary } from './dom/text-summary.ts';

/** The element that holds the main content, and how it was found. */
export interface MainContent {
  readonly root: DomElement;
  readonly by: 'readability' | 'container' | 'body';
  /** Whether it is one text, as an article is. */
  readonly isText: boolean;
}

/** Prose below this is too little for readability's scores, which count in commas and hundreds of characters. */
const proseCharactersMin = 500;
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

const readabilityOf = (page: ParsedPage, title: string, url: string): DomElement | null => {
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

export const findContainer = (body: DomElement): Omit<MainContent, 'isText'> => {
  const whole = summarizeText(body).length;
  const named = containers.map((): DomElement[] => []);
  for (let node: DomNode | null = body; node !== null; node = nextNode(node, body)) {
    if (node === body || node.nodeType !== 1) continue;
    for (const [at, { matches }] of containers.entries()) if (matches(node)) named[at]?.push(node);
  }
  for (const [at, { isAlone }] of containers.entries()) {
    const found = named[at] ?? [];
    const [root] = found;
    if (root === undefined || (isAlone === true && found.length > 1)) continue;
    const { length } = summarizeText(root);
    if (length > 0 && length >= containerShareMin * whole) return { root, by: 'container' };
  }
  return { root: body, by: 'body' };
};

/** Numbers of the texts in an element. */
const marksIn = (root: DomElement | null): ReadonlySet<number> => {
  const marks = new Set<number>();
  if (root === null) return marks;
  for (let node: DomNode | null = root; node !== null; node = nextNode(node, root))
    if (node.nodeType === 3 && node.mark >= 0 && /\S/.test(node.data)) marks.add(node.mark);
  return marks;
};

/**
 * Finds the main content of a page from which navigation and the like are already removed: what readability finds,
 * where that is the page's text and not a part of it; else the element that the page calls its main part, or all of the
 * body. Changes the tree, whose texts are numbered (`TextAccount`).
 *
 * @param isArticle whether the page shows that it is an article: less of its prose is then enough.
 */
export const findMainContent = (
  page: ParsedPage,
  { isArticle, title, url }: { readonly isArticle: boolean; readonly title: string; readonly url: string },
): MainContent => {
  const { body } = page;
  const whole = findContainer(body);
  if (proseLength(summarizeText(body)) < proseCharactersMin) return { ...whole, isText: isArticle };
  const runs = collectTextRuns(body);
  const guarded = guardedRanges(body);
  // Readability leaves nothing of the tree as it was.
  const before = takeSnapshot(body);
  const root = readabilityOf(page, title, url);
  const kept = marksIn(root);
  const foundIn = whole.by === 'container' ? 'container' : 'body';
  const verdict = root === null ? 'wrong' : judgePart(collectPartFacts(runs, kept), { isArticle, foundIn });
  const isTorn = verdict === 'torn' || (verdict === 'article' && losesGuarded(runs, guarded, kept));
  if (root !== null && verdict === 'article' && !isTorn) return { root, by: 'readability', isText: true };
  restoreSnapshot(body, before);
  if (!isTorn) return { ...findContainer(body), isText: isArticle };
  return { root: fillGaps(body, runs, kept, verdict === 'torn'), by: 'readability', isText: true };
};

/** The heading that a page stands under, before anything is taken from it. */
export interface PageHeading {
  readonly name: 'h1' | 'h2';
  readonly text: string;
  readonly element: DomElement;
}

const headingsOf = (root: DomElement, names: readonly string[]): DomElement[] =>
  elementsWithin(root, names).filter((heading) => summarizeText(heading).length > 0);

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
 * The heading that the page's titles begin with, of the first level or else of the second; or else its only one of the
 * first level, where that is most of a title. Others may as well be the name of the site, which is on every page.
 */
export const findHeading = (body: DomElement, titles: readonly (string | null)[]): PageHeading | null => {
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
