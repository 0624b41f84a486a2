import { createElement, createText, parsePage } from '../dom/document.ts';
import { collapsed } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import type { StructuredItem } from '../metadata/structured-item.ts';
import { summarizeText } from '../dom/text-summary.ts';

const articleType = /(?:Article|BlogPosting|Report)$/;
/** A shorter text is a teaser. */
const bodyCharactersMin = 500;
/** A page that shows less than this share of the text does not show the article. */
const shownShareMax = 0.5;

const markup = /<\/?(?:p|div|br|h[1-6]|ul|li)\b/i;

/** Returns the longest text of an article that a page gives to machines (schema.org `articleBody`), or null. */
const articleBodyOf = (items: readonly StructuredItem[]): string | null => {
  const texts = items
    .filter(({ syntax, types }) => syntax === 'json-ld' && types.some((type) => articleType.test(type)))
    .flatMap(({ properties }) => properties['articleBody'] ?? [])
    .filter((value) => typeof value === 'string' && value.length >= bodyCharactersMin);
  return (texts as string[]).sort((a, b) => b.length - a.length)[0] ?? null;
};

const elementOf = (text: string): DomElement => {
  if (markup.test(text)) return parsePage(text).body;
  const root = createElement('div');
  for (const line of text.split(/\n+/)) {
    const paragraph = createElement('p');
    paragraph.append(createText(collapsed(line)));
    if (/\S/.test(line)) root.append(paragraph);
  }
  return root;
};

/**
 * Returns the article's text as the page describes it for machines, if the text found in the page itself is less than
 * half of it: then only scripts show the article. Returns null if the page itself has enough.
 */
export const betterArticleBody = (
  found: DomElement,
  structuredData: readonly StructuredItem[],
): DomElement | null => {
  const text = articleBodyOf(structuredData);
  if (text === null || summarizeText(found).length >= shownShareMax * text.length) return null;
  return elementOf(text);
};
