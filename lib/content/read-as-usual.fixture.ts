import type { ContentOptions, PageContent } from './page-content.ts';
import { readPage, type PageRead } from './read-page.ts';

/** The options of a request without special wishes. */
export const usualReading: ContentOptions = {
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  wantHtml: false,
};

/** Reads a page like a request without special wishes, except for `options`. */
export const readAsUsual = (
  html: string,
  { url = 'https://a.test/', ...options }: Partial<ContentOptions> & { readonly url?: string } = {},
): PageRead => readPage({ html, url, options: { ...usualReading, ...options } });

/** Returns the content of a page that can be read. */
export const contentAsUsual = (...asked: Parameters<typeof readAsUsual>): PageContent => {
  const page = readAsUsual(...asked);
  if (page.kind === 'refused') throw new Error(page.failure.message);
  return page.content;
};
