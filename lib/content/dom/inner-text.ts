import { nextNode } from './dom-walk.ts';
import type { DomElement, DomNode } from './dom.ts';
import { summarizeText, textCount } from './text-summary.ts';

/** No pattern of readability for whole texts matches a text this long. */
const beginningCharacters = 200;

/** Returns the beginning of an element's text, trimmed, with each run of white space made one space. */
export const textBeginning = (element: DomElement): string => {
  let text = '';
  for (let node: DomNode | null = nextNode(element, element); node !== null; node = nextNode(node, element)) {
    if (node.nodeType !== 3 || (text === '' && textCount(node).ink === 0)) continue;
    text = `${text}${node.data.slice(0, 10 * beginningCharacters)}`.replace(/\s{2,}/g, ' ').trimStart();
    if (text.length > 2 * beginningCharacters) break;
  }
  return text.trim().slice(0, beginningCharacters);
};

/**
 * The text of an element as readability asks for it: its length, how often a pattern of commas splits it, and, for
 * short texts only, the characters. Making the string for every candidate would be quadratic in the depth of the page.
 */
export class InnerText {
  readonly length: number;
  readonly #element: DomElement;
  /** The beginning, once it was asked for: readability tests it with several patterns in a row. */
  #text: string | null = null;

  constructor(element: DomElement) {
    this.#element = element;
    this.length = summarizeText(element).length;
  }

  /**
   * Counts the parts between commas of any script. Readability splits by nothing else, and asks only for their number.
   */
  split(): { readonly length: number } {
    return { length: summarizeText(this.#element).commas + 1 };
  }

  search(pattern: RegExp): number {
    return this.toString().search(pattern);
  }

  toString(): string {
    this.#text ??= textBeginning(this.#element);
    return this.#text;
  }
}
