import { Readability } from '@mozilla/readability';
import type { PageDocument } from './document.ts';
import { collapsed, isElement, isText, nextNode, type DomElement, type DomNode } from './dom.ts';
import type { Metadata, Removed } from './page-content.ts';
import { surroundingPasses } from './passes.ts';
import { runPasses, textLength } from './run-passes.ts';

/**
 * The main content of a page: readability between our passes, and what to take instead where readability fails.
 *
 * readability is made for articles. On documentation, listings and short pages it may keep a corner of the page, so unless
 * the page says that it is an article, its choice stands only if it holds enough of the text outside links; otherwise the
 * page's main container is taken, and without one the body. So the result has text whenever the body has.
 */
export interface MainContent {
  readonly node: DomElement;
  readonly removed: Removed[];
}

const keptShareMin = 0.5;
const keptCharactersMin = 500;

const linkTextLength = (root: DomElement): number =>
  root.getElementsByTagName('a').reduce((total, link) => total + textLength(link), 0);

const proseLength = (root: DomElement): number => textLength(root) - linkTextLength(root);

const articleType = /"@type"\s*:\s*\[?\s*"(?:[A-Za-z]*Article|BlogPosting|Report)"/;

/** True where the page itself says that it is an article. Read it before the scripts are removed. */
export const saysArticle = ({ document }: PageDocument, { og }: Pick<Metadata, 'og'>): boolean =>
  og.type?.toLowerCase() === 'article' ||
  document
    .getElementsByTagName('script')
    .some((script) => script.getAttribute('type') === 'application/ld+json' && articleType.test(script.textContent));

const containerIds = new Set(['main', 'content', 'main-content', 'maincontent', 'bodycontent', 'mw-content-text']);

const containerRank = (element: DomElement): number => {
  if (element.localName === 'main' || element.getAttribute('role') === 'main') return 3;
  if (containerIds.has((element.getAttribute('id') ?? '').toLowerCase())) return 2;
  return element.localName === 'article' ? 1 : 0;
};

/** The page's main container if it has one that holds enough of the page's text, else the body. */
const containerOf = (body: DomElement): DomElement => {
  const enough = textLength(body) * keptShareMin;
  let best = body;
  let bestRank = 0;
  for (let node = nextNode(body, body); node !== null; node = nextNode(node, body)) {
    if (!isElement(node)) continue;
    const rank = containerRank(node);
    if (rank <= bestRank || textLength(node) < enough) continue;
    best = node;
    bestRank = rank;
  }
  return best;
};


/** readability's choice. It moves and removes nodes of the page's own tree. */
const readable = (page: PageDocument, baseUrl: string): DomElement | null => {
  const { document, body } = page;
  // linkedom has no base URI; without one readability throws and catches an error for every link.
  Object.defineProperty(document, 'baseURI', { value: baseUrl, configurable: true });
  Object.defineProperty(document, 'documentURI', { value: 'about:blank', configurable: true });
  // readability keeps the body as text for a second try, which `charThreshold: 0` rules out: the gate decides instead.
  Object.defineProperty(body, 'innerHTML', { get: () => '', configurable: true });
  const article = new Readability<DomElement>(document as never, {
    charThreshold: 0,
    disableJSONLD: true,
    keepClasses: true,
    serializer: (node) => node as unknown as DomElement,
  }).parse();
  return article?.content ?? null;
};

/** The heading that says what the title says: readability leaves it out, because it hands out the title on its own. */
const titleHeading = (body: DomElement, title: string | null): DomElement | null => {
  const names = body.getElementsByTagName('h1').length > 0 ? 'h1' : 'h2';
  const [heading] = body.getElementsByTagName(names);
  if (heading === undefined || title === null) return null;
  const text = collapsed(heading.textContent);
  return text !== '' && collapsed(title).toLowerCase().includes(text.toLowerCase()) ? heading.cloneNode(true) : null;
};

const hasHeading = (root: DomElement, text: string): boolean =>
  ['h1', 'h2'].some((name) => root.getElementsByTagName(name).some((heading) => collapsed(heading.textContent) === text));

const recordOf = (pass: string, before: number, after: number): Removed[] =>
  before > after ? [{ pass, nodes: 1, characters: before - after }] : [];

/** Takes the main content out of a page whose technical parts are gone. Changes the tree; it is of no use afterwards. */
export const mainContentOf = (
  page: PageDocument,
  baseUrl: string,
  facts: { readonly title: string | null; readonly isArticle: boolean },
): MainContent => {
  const removed = runPasses(page.body, surroundingPasses);
  const heading = titleHeading(page.body, facts.title);
  const whole = page.body.cloneNode(true);
  const wholeLength = textLength(whole);
  const chosen = readable(page, baseUrl);
  const kept = chosen === null ? 0 : proseLength(chosen);
  const isEnough = facts.isArticle
    ? kept > 0
    : kept >= keptCharactersMin && kept >= proseLength(whole) * keptShareMin;
  const node = chosen !== null && isEnough ? chosen : containerOf(whole);
  if (heading !== null && !hasHeading(node, collapsed(heading.textContent))) node.prepend(heading);
  const pass = node === chosen ? 'readability' : 'main-container';
  return { node, removed: [...removed, ...recordOf(pass, wholeLength, textLength(node))] };
};

/** Text of a tree without any structure: the last resort, so that a page with text never reads as empty. */
export const plainTextOf = (root: DomElement): string => {
  const parts: string[] = [];
  for (let node: DomNode | null = root; node !== null; node = nextNode(node, root)) {
    if (isText(node)) parts.push(node.textContent);
  }
  return collapsed(parts.join(' '));
};
