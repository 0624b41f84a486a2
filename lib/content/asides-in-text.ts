import { collapsed, elementsWithin } from './dom/dom-walk.ts';
import type { DomElement } from './dom/dom.ts';
import { holdsAny, summarizeText } from './dom/text-summary.ts';
import { neverContent, operated, standsAmongParagraphs } from './kind/frame-block.ts';
import { isCallOut } from './passes/call-out.ts';

/** Fewer characters are a note about the page, such as how long it takes to read. */
const asideCharactersMin = 100;
/** Most of its text in links. Ingredients may be sold, and lead to the shop. */
const [linkShareOfProseMax, linkShareMax] = [0.25, 0.4] as const;
/** Headings and names of a list of what a recipe or another work needs. */
const needs =
  /(?:^|[^\p{L}])(?:ingredients?|materials|supplies|you(?:['’]ll| will)? need|zutaten|materialien|ingrédients|ingredientes|ingredienti|ingrediënten|ingredienser|składniki|ингредиенты)(?:$|[^\p{L}])|^材料/iu;
const headings = ['h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'legend'];
const quantity = /^\s*(?:\d|[¼½¾⅐-⅞])/u;
/** Least number of entries that begin with a quantity, and how many entries are read. */
const [quantitiesMin, entriesMax] = [2, 60] as const;

/** Says whether an element holds the list of what a recipe or another work needs, with quantities. */
const holdsIngredients = (element: DomElement): boolean => {
  const [heading] = elementsWithin(element, headings, 1);
  if (!needs.test(`${element.className} ${element.id} ${collapsed(heading?.textContent ?? '')}`))
    return false;
  const entries = elementsWithin(element, ['li', 'tr'], entriesMax);
  return entries.filter((entry) => quantity.test(entry.textContent)).length >= quantitiesMin;
};

/** Says whether an `aside` belongs to the text: a note among its paragraphs, or the list of what a recipe needs. */
const isInText = (aside: DomElement): boolean => {
  const { length, linkLength } = summarizeText(aside);
  if (length === 0 || linkLength > linkShareMax * length || isCallOut(aside)) return false;
  if (aside.getAttribute('role') !== null || neverContent.test(`${aside.className} ${aside.id}`))
    return false;
  if (holdsIngredients(aside)) return true;
  const isProse = length >= asideCharactersMin && linkLength <= linkShareOfProseMax * length;
  return isProse && !holdsAny(aside, operated) && standsAmongParagraphs(aside);
};

/** Most asides that are looked at on a page. */
const asidesMax = 200;

/**
 * Makes asides that belong to the text sections: every reader takes an aside for something beside the content,
 * readability among them.
 */
export const keepAsidesInText = (body: DomElement): void => {
  for (const aside of elementsWithin(body, ['aside'], asidesMax).filter(isInText)) aside.rename('section');
};
