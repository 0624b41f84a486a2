import type { ContentOptions, PageContent } from './page-content.ts';
import { readPage, type PageRead } from './read-page.ts';

/** How a request that asks for nothing special has its pages read. */
export const usualReading: ContentOptions = {
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  wantHtml: false,
};

/** Reads a page as a request does that asks for nothing special, but for `options`. */
export const readAsUsual = (
  html: string,
  { url = 'https://a.test/', ...options }: Partial<ContentOptions> & { readonly url?: string } = {},
): PageRead => readPage({ html, url, options: { ...usualReading, ...options } });

/** The content of a page that can be read. */
export const contentAsUsual = (...asked: Parameters<typeof readAsUsual>): PageContent => {
  const page = readAsUsual(...asked);
  if (page.kind === 'refused') throw new Error(page.failure.message);
  return page.content;
};
