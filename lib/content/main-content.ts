import { Readability } from '@mozilla/readability';
import type { PageDocument } from './document.ts';
import { isElement, isText, nextNode, nodeAfter, type DomElement, type DomNode } from './dom.ts';
import { textLength } from './run-passes.ts';

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
  let total = 0;
  let node: DomNode | null = root;
  while (node !== null) {
    if (isText(node)) total += node.textContent.replace(/\s+/g, '').length;
    node = isElement(node) && node.localName === 'a' ? nodeAfter(node, root) : nextNode(node, root);
  }
  return total;
};

/** Runs readability on the page's own tree, which it rearranges. Null where it finds no article. */
const readabilityOf = (page: PageDocument): DomElement | null => {
  const reader = new Readability<DomElement>(page.document, {
    keepClasses: true,
    serializer: (node) => node,
  });
  // A heading that repeats the title is what the text below it is about; readability leaves it to a page around it.
  const retag = (reader as unknown as { _replaceNodeTags: (nodes: unknown, name: string) => void })
    ._replaceNodeTags;
  Object.assign(reader, {
    _headerDuplicatesTitle: () => false,
    // Readability makes every first-level heading a second-level one, for a page that has its title elsewhere. Ours has not.
    _replaceNodeTags(nodes: unknown, name: string): void {
      if (name !== 'h2') retag.call(this, nodes, name);
    },
  });
  return reader.parse()?.content ?? null;
};

const containerSelectors = [
  'main',
  '[role="main"]',
  'article',
  '#main-content',
  '#bodyContent',
  '#content',
  '#main',
];
/** A container with less of the page's text than this is one part of it among others. */
const containerShareMin = 0.4;

const containerOf = (body: DomElement): MainContent => {
  const whole = textLength(body);
  for (const selector of containerSelectors) {
    const found = body.querySelectorAll(selector);
    const [root] = found;
    if (root === undefined || (selector === 'article' && found.length > 1)) continue;
    const length = textLength(root);
    if (length > 0 && length >= containerShareMin * whole) return { root, by: 'container' };
  }
  return { root: body, by: 'body' };
};

/**
 * Finds the main content of a page from which navigation and the like are already removed: readability, or where that
 * keeps too little, the element that the page calls its main part, or all of the body. Changes the tree.
 *
 * @param isArticle whether the page says that it is an article: readability was made for those and is then believed.
 * @param reopen makes the same tree again; called only where readability has spoilt it in vain.
 */
export const mainContentOf = (
  page: PageDocument,
  isArticle: boolean,
  reopen: () => PageDocument,
): MainContent => {
  const prose = proseLength(page.body);
  if (prose < proseCharactersMin) return containerOf(page.body);
  const root = readabilityOf(page);
  const kept = root === null ? 0 : proseLength(root);
  const enough = isArticle ? 1 : Math.max(proseCharactersMin, keptShareMin * prose);
  if (root !== null && kept >= enough) return { root, by: 'readability' };
  return containerOf(reopen().body);
};

/** The heading that a page stands under, before anything is taken from it. */
export interface PageHeading {
  readonly name: 'h1' | 'h2';
  readonly text: string;
}

const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

const headingsOf = (root: DomElement, names: readonly string[]): DomElement[] =>
  root.querySelectorAll(names.join(',')).filter((heading) => collapsed(heading.textContent) !== '');

/** Characters of a heading; a longer one is a paragraph in disguise. */
const headingCharactersMax = 300;

/**
 * The first first-level heading of the page, or where it has none, the first second-level one; if the page's titles begin with
 * it. Otherwise it may as well be the name of the site, which is on every page.
 */
export const headingOf = (body: DomElement, titles: readonly (string | null)[]): PageHeading | null => {
  for (const name of ['h1', 'h2'] as const) {
    const text = collapsed(headingsOf(body, [name])[0]?.textContent ?? '');
    if (text === '') continue;
    const wanted = text.toLowerCase();
    const isTitle = titles.some((title) =>
      collapsed(title ?? '')
        .toLowerCase()
        .startsWith(wanted),
    );
    return isTitle && text.length <= headingCharactersMax ? { name, text } : null;
  }
  return null;
};

/** Puts the page's heading back on top of its main content where it was lost with the page's furniture. */
export const restoreHeading = (page: PageDocument, root: DomElement, heading: PageHeading | null): void => {
  if (heading === null) return;
  const kept = headingsOf(root, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
  const isThere = kept.some((one) => collapsed(one.textContent) === heading.text);
  // A page of several headings of that level, none of which is over the others, does not stand under the first.
  if (isThere || (heading.name === 'h2' && kept.some((one) => one.localName === 'h2'))) return;
  const element = page.document.createElement(heading.name);
  element.append(page.document.createTextNode(heading.text));
  root.prepend(element);
};
