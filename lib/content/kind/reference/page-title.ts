import { collapsed, elementsWithin, findAncestor, isText, nextNode } from '../../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../../dom/dom.ts';
import { holdsAny, summarizeText } from '../../dom/text-summary.ts';
import type { Generator } from './generator.ts';
import { matchesAny, selectorsIn } from './marks.ts';

/** A longer title is a part of the text. */
const titleCharactersMax = 300;

/** Moves the page's title into its main part, if the generator writes it outside. Changes the tree. */
export const bringTitle = (body: DomElement, main: DomElement, { title }: Generator): void => {
  if (title === undefined || holdsAny(main, ['h1'])) return;
  const selectors = selectorsIn(title);
  const found = elementsWithin(body, null).find((element) => matchesAny(element, selectors));
  if (
    found === undefined ||
    // A title without an end tag may hold everything behind it.
    findAncestor(main, (outer) => outer === found) !== null ||
    summarizeText(found).length === 0 ||
    summarizeText(found).length > titleCharactersMax
  )
    return;
  for (const link of elementsWithin(found, ['a'])) link.removeAttribute('href');
  found.rename('h1');
  main.insertBefore(found, main.firstChild);
};

const headingNames = ['h2', 'h3', 'h4', 'h5', 'h6'];

/** Most characters of text before a page's title: the name of its part. */
const textBeforeMax = 200;

const textBefore = (root: DomElement, heading: DomElement): number => {
  let length = 0;
  let node: DomNode | null = nextNode(root, root);
  while (node !== null && node !== heading && length <= textBeforeMax) {
    if (isText(node)) length += collapsed(node.data).length;
    node = nextNode(node, root);
  }
  return length;
};

const wordsOf = (text: string): string => collapsed(text).toLowerCase();

/**
 * Makes the first heading the page's only first-level heading, if it says the same as the page's title. Changes the
 * tree.
 */
export const raiseTitle = (main: DomElement, title: string | null): void => {
  if (title === null || holdsAny(main, ['h1'])) return;
  const [first] = elementsWithin(main, headingNames, 1);
  if (first === undefined || textBefore(main, first) > textBeforeMax) return;
  const [heading, page] = [wordsOf(first.textContent), wordsOf(title)];
  const own = page.split(/ [([|·—–:-]| :: /, 1)[0] ?? page;
  const isTitle = heading !== '' && (page.includes(heading) || (own !== '' && heading.includes(own)));
  const [, second] = elementsWithin(main, [first.localName], 2);
  // If several headings have one level, the first is over the others only if its section holds them, or if it is the
  // full title.
  const isAlone = second === undefined || heading.length >= own.length;
  if (isTitle && isAlone) first.rename('h1');
};
