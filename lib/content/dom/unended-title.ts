import type { MarkupSyntax } from './parse-html.ts';
import { findElements, parsePage, type ParsedPage } from './document.ts';

/** Most characters that are searched for the title. */
const searchedCharactersMax = 100_000;

/** Ends the title of a page at its first tag. Returns null if it has an end already, or no tag. */
const endTitle = (html: string): string | null => {
  const start = html.slice(0, searchedCharactersMax).search(/<title[\s>]/i);
  const end = start === -1 ? -1 : html.indexOf('>', start);
  const tag = end === -1 ? -1 : html.indexOf('<', end);
  const isEnded = tag !== -1 && /<\/title[\s>/]/i.test(html.slice(tag));
  return tag === -1 || isEnded ? null : `${html.slice(0, tag)}</title>${html.slice(tag)}`;
};

/**
 * Parses a page, and ends a title that has no end. By the HTML standard such a title is all of the page, and browsers
 * show nothing; browsers before the standard ended it, and pages of their years were seen as their authors meant.
 *
 * @returns the page, and its text with the title ended.
 */
export const parseWithTitle = (
  html: string,
  syntax: MarkupSyntax,
): { readonly page: ParsedPage; readonly html: string } => {
  const page = parsePage(html, syntax);
  const isEmpty = page.body.firstChild === null;
  if (!isEmpty || !findElements(page, 'title').some((title) => title.textContent.includes('<')))
    return { page, html };
  const ended = endTitle(html);
  return ended === null ? { page, html } : { page: parsePage(ended, syntax), html: ended };
};
