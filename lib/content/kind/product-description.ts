import { collapsed } from '../dom/dom-walk.ts';
import { parsePage } from '../dom/document.ts';
import type { DomElement } from '../dom/dom.ts';
import type { StructuredItem } from '../metadata/structured-item.ts';
import { summarizeText } from '../dom/text-summary.ts';

/** If a page shows more text than this, its visible text is taken to be better than its description for machines. */
const shownCharactersMax = 400;
/** A shorter description is a line for search engines. */
const describedCharactersMin = 80;
const describedCharactersMax = 50_000;
/** How many characters from the beginning of a description are looked for in the page's own text. */
const comparedCharacters = 40;

const plain = (text: string): string => collapsed(text).toLowerCase();

/**
 * Returns a page's description of its product for machines, if the page shows next to nothing because scripts fill it.
 * Returns null if the page's own text is enough, or holds the description.
 *
 * @param root The main content.
 */
export const missingDescription = (
  root: DomElement,
  structuredData: readonly StructuredItem[],
): DomElement | null => {
  if (summarizeText(root).length > shownCharactersMax) return null;
  const [description] = structuredData
    .filter(({ types, syntax }) => syntax === 'json-ld' && types.includes('Product'))
    .flatMap(({ properties }) => properties['description'] ?? []);
  if (typeof description !== 'string' || description.length > describedCharactersMax) return null;
  // Shops write descriptions with markup.
  const { body } = parsePage(`<body><div>${description}</div>`);
  if (summarizeText(body).length < describedCharactersMin) return null;
  if (plain(root.textContent).includes(plain(body.textContent).slice(0, comparedCharacters))) return null;
  for (const element of body.getElementsByTagName('*'))
    if (['script', 'style', 'template', 'iframe'].includes(element.localName)) element.remove();
  return body.firstElementChild;
};
