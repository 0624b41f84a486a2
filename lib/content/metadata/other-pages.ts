import { elementsWithin, findAncestor } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { comparable } from './comparable.ts';

const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** Most elements between a byline and the card of another page around it, and most characters of such a card. */
const [upMax, charactersMax] = [4, 1_500] as const;
/** A card has one heading; its title may stand there once more for another width of screen. */
const headingsMax = 3;

const linkOf = (heading: DomElement): DomElement | null =>
  findAncestor(heading, ({ localName }) => localName === 'a') ??
  elementsWithin(heading, ['a']).find(
    (link) => summarizeText(link).length >= summarizeText(heading).length,
  ) ??
  null;

/**
 * Makes a function that says whether an element stands in the card of another page: its nearest heading is a link to
 * another path. The page's own heading may be a link as well, to where the page has moved.
 *
 * @param titles what the page calls itself, comparable (`comparable.ts`)
 */
export const cardsOfOtherPages = (
  url: string,
  titles: ReadonlySet<string>,
): ((element: DomElement) => boolean) => {
  const own = URL.parse(url)?.pathname ?? '';
  const leadsElsewhere = (heading: DomElement): boolean => {
    const href = linkOf(heading)?.getAttribute('href')?.trim() ?? '';
    const path = href === '' ? own : (URL.parse(href, url)?.pathname ?? own);
    return path !== own && !titles.has(comparable(heading.textContent));
  };
  return (element) => {
    let at = element.parentNode;
    for (let up = 0; at !== null && up < upMax; up += 1, at = at.parentNode) {
      if (summarizeText(at).length > charactersMax) return false;
      if (!holdsAny(at, headingNames)) continue;
      const headings = elementsWithin(at, headingNames, headingsMax);
      return headings.length < headingsMax && headings.every(leadsElsewhere);
    }
    return false;
  };
};
