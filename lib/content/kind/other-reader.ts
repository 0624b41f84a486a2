import { elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';
import { readArticle } from './article-reader.ts';
import { readFramed } from './framed-reader.ts';
import type { KindReader } from './reader.ts';

/** Length of a paragraph in a text that is written to be read through; those of a landing page are shorter. */
const paragraphCharactersMin = 200;
/** Least share of the page's text outside links in such paragraphs. */
const proseShareMin = 0.35;

/** Says whether most of a page is paragraphs of prose. */
const isProse = (body: DomElement): boolean => {
  const { length, linkLength } = summarizeText(body);
  const paragraphs = elementsWithin(body, ['p']).reduce((sum, paragraph) => {
    const text = summarizeText(paragraph);
    return sum + (text.length >= paragraphCharactersMin ? text.length - text.linkLength : 0);
  }, 0);
  return paragraphs >= proseShareMin * (length - linkLength);
};

/**
 * Reads a page of no known kind. A single text of long paragraphs is read as an article. A page made of small parts,
 * such as a firm's services, a form or a gallery, loses only its frame.
 */
export const readOther: KindReader = (input) =>
  isProse(input.page.body) ? readArticle(input) : readFramed(input, []);
