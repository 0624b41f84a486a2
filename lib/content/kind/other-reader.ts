import { elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';
import { readArticle } from './article-reader.ts';
import { readFramed } from './framed-reader.ts';
import type { KindReader } from './reader.ts';

/** Paragraphs of what is written to be read through; those of a landing page are shorter. */
const paragraphCharactersMin = 200;
/** Share of the page's text outside links that such paragraphs have. */
const proseShareMin = 0.35;

/** Whether most of a page is paragraphs of prose. */
const isProse = (body: DomElement): boolean => {
  const { length, linkLength } = summarizeText(body);
  const paragraphs = elementsWithin(body, ['p']).reduce((sum, paragraph) => {
    const text = summarizeText(paragraph);
    return sum + (text.length >= paragraphCharactersMin ? text.length - text.linkLength : 0);
  }, 0);
  return paragraphs >= proseShareMin * (length - linkLength);
};

/**
 * Reads a page of no kind that is known. One text of long paragraphs is read as an article is, whatever it is; what is
 * made of small parts, such as what a firm says of its services, a form or a gallery, loses its frame alone.
 */
export const readOther: KindReader = (input) =>
  isProse(input.page.body) ? readArticle(input) : readFramed(input, []);
