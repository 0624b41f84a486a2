import { createElement, createText, type ParsedPage } from './dom/document.ts';
import { collapsed, elementsWithin, nextNode } from './dom/dom-walk.ts';
import type { DomElement, DomNode } from './dom/dom.ts';
import { fillGaps, guardedRanges, losesGuarded } from './kind/fill-gaps.ts';
import { judgePart, collectPartFacts } from './kind/judge-part.ts';
import { findNamedBody, isPartOfNamedBody } from './kind/evidence/named-body.ts';
import { collectTextRuns } from './kind/prose.ts';
import { isOpened } from './disclosures/panel-text.ts';
import { setNamesAside } from './passes/words-in-text.ts';
import { LeanReadability } from './readability.ts';
import { restoreSnapshot, takeSnapshot } from './dom/snapshot.ts';
import { summarizeText, textCount, type TextSummary } from './dom/text-summary.ts';

/** The element that holds the main content, and how it was found. */
export interface MainContent {
  readonly root: DomElement;
  readonly by: 'readability' | 'container' | 'body';
  /** Whether it is one text, like an article. */
  readonly isText: boolean;
}

/**
 * With less prose than this, readability's scores say too little, because they count in commas and hundreds of
 * characters.
 */
const proseCharactersMin = 500;
/** Returns the characters of text outside links: the page's own words. */
const proseLength = ({ length, linkLength }: TextSummary): number => Math.max(0, length - linkLength);

/** What is known of a page whose main content is looked for. */
interface Judged {
  /** Whether the page shows that it is an article: less of its prose is then enough. */
  readonly isArticle: boolean;
  readonly title: string;
  readonly url: string;
}

/** Readability for a page whose title is not shown outside its content. */
class MainReadability extends LeanReadability {
  readonly #isArticle: boolean;
  readonly #body: DomElement;

  constructor(page: ParsedPage, { isArticle, title, url }: Judged) {
    super(page, title, url);
    this.#isArticle = isArticle;
    this.#body = page.body;
  }

  /** Of an article, hidden answers are seen. Of a page of many parts they could become its one text. */
  override _isProbablyVisible(node: DomElement): boolean {
    return super._isProbablyVisible(node) || (this.#isArticle && isOpened(node));
  }

  /** Readability drops a heading that repeats the title; here it stays, because nothing else shows the title. */
  _headerDuplicatesTitle(): boolean {
    return false;
  }

  /**
   * Readability judges words of a sentence by their names as it does parts of a page: `menuitem`, `comment`. So they
   * have none while it reads.
   */
  override article(): DomElement | null {
    const { unlikelyCandidates, byline, shareElements } = this.REGEXPS;
    const judged = [unlikelyCandidates, byline, shareElements].filter((one) => one !== undefined);
    const putBack = setNamesAside(this.#body, ({ className, id }) =>
      judged.some((names) => names.test(`${className} ${id}`)),
    );
    const found = super.article();
    putBack();
    return found;
  }

  /**
   * Readability makes every first-level heading a second-level one, for a page that shows its title elsewhere; here
   * they stay.
   */
  _replaceNodeTags(nodes: readonly DomElement[], name: string): void {
    if (name !== 'h2') for (const node of nodes) node.rename(name);
  }
}

const readabilityOf = (page: ParsedPage, judged: Judged): DomElement | null => {
  const article = new MainReadability(page, judged).article();
  // The article comes in a wrapper of readability's own.
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
/** A container with a smaller share of the page's text is one part among others. */
const containerShareMin = 0.4;

/** Says whether any container may match an element: each asks for a name or an attribute. */
const mayContain = ({ localName, pairs }: DomElement): boolean =>
  pairs.length > 0 || localName === 'main' || localName === 'article';

/** Returns the elements within a body that containers match, for each container in their order. */
const containersIn = (body: DomElement): DomElement[][] => {
  const named = containers.map((): DomElement[] => []);
  for (let node = nextNode(body, body); node !== null; node = nextNode(node, body)) {
    if (node.nodeType !== 1 || !mayContain(node)) continue;
    for (let at = 0; at < containers.length; at += 1)
      if (containers[at]?.matches(node) === true) named[at]?.push(node);
  }
  return named;
};

export const findContainer = (body: DomElement): Omit<MainContent, 'isText'> => {
  const whole = summarizeText(body).length;
  const named = containersIn(body);
  for (const [at, { isAlone }] of containers.entries()) {
    const found = named[at] ?? [];
    const [root] = found;
    if (root === undefined || (isAlone === true && found.length > 1)) continue;
    const { length } = summarizeText(root);
    if (length > 0 && length >= containerShareMin * whole) return { root, by: 'container' };
  }
  return { root: body, by: 'body' };
};

/** Returns the numbers of the texts in an element. */
const marksIn = (root: DomElement | null): ReadonlySet<number> => {
  const marks = new Set<number>();
  if (root === null) return marks;
  for (let node: DomNode | null = root; node !== null; node = nextNode(node, root))
    if (node.nodeType === 3 && node.mark >= 0 && textCount(node).ink > 0) marks.add(node.mark);
  return marks;
};

/**
 * Finds the main content of a page from which navigation and the like are already removed: readability's answer, if it
 * is the page's whole text; else the element that the page calls its main part, or all of the body. Changes the tree,
 * whose texts are numbered (`TextAccount`).
 */
export const findMainContent = (page: ParsedPage, judged: Judged): MainContent => {
  const { body } = page;
  const { isArticle } = judged;
  const whole = findContainer(body);
  if (proseLength(summarizeText(body)) < proseCharactersMin) return { ...whole, isText: isArticle };
  const runs = collectTextRuns(body);
  const guarded = guardedRanges(body);
  const named = findNamedBody(body, runs);
  // Readability destroys the tree.
  const before = takeSnapshot(body);
  const root = readabilityOf(page, judged);
  const kept = marksIn(root);
  const foundIn = whole.by === 'container' ? 'container' : 'body';
  const verdict = root === null ? 'wrong' : judgePart(collectPartFacts(runs, kept), { isArticle, foundIn });
  const isPart = verdict !== 'wrong' && named !== null && isPartOfNamedBody(named, kept);
  const isTorn = isPart || verdict === 'torn' || (verdict === 'article' && losesGuarded(runs, guarded, kept));
  if (root !== null && verdict === 'article' && !isTorn) return { root, by: 'readability', isText: true };
  restoreSnapshot(body, before);
  if (!isTorn) return { ...findContainer(body), isText: isArticle };
  const wanted = isPart ? new Set([...kept, ...named.prose.flatMap(({ marks }) => marks)]) : kept;
  const withProse = isPart || verdict === 'torn';
  return { root: fillGaps(body, runs, wanted, withProse), by: 'readability', isText: true };
};

/** The page's own heading, read before anything is removed from the page. */
export interface PageHeading {
  readonly name: 'h1' | 'h2';
  readonly text: string;
  readonly element: DomElement;
}

const headingsOf = (root: DomElement, names: readonly string[]): DomElement[] =>
  elementsWithin(root, names).filter((heading) => summarizeText(heading).length > 0);

/** Most characters of a heading; a longer one is a paragraph in disguise. */
const headingCharactersMax = 300;
/** Most headings that are tried; the page's own is among the first. */
const headingsMax = 8;

/** Least share of a page's title that a heading has to be; a shorter part may be the name of the site. */
const titleShareMin = 0.4;

type Test = (heading: string, title: string) => boolean;

const begins: Test = (heading, title) => title.startsWith(heading);
const isMostOf: Test = (heading, title) =>
  title.includes(heading) && heading.length >= titleShareMin * title.length;

/**
 * Finds the heading with which one of the page's titles begins, of the first level or else of the second; or else the
 * only first-level heading, if it is most of a title. Other headings may be the name of the site, which is on every
 * page.
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

/** Puts the page's heading back on top of its main content if it was removed with the frame. */
export const restoreHeading = (root: DomElement, heading: PageHeading | null): void => {
  if (heading === null) return;
  const kept = headingsOf(root, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
  const isThere = kept.some((one) => collapsed(one.textContent) === heading.text);
  // If the page has several headings of that level and the first is not over the others, it is not the page's heading.
  if (isThere || (heading.name === 'h2' && kept.some((one) => one.localName === 'h2'))) return;
  const element = createElement(heading.name);
  element.append(createText(heading.text));
  root.insertBefore(element, root.firstChild);
};
