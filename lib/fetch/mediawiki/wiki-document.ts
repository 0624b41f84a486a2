import type { Article } from './wiki-api.ts';
import type { WikiSite } from './wiki-title.ts';

/** An article as a whole document, for the content stage. */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Removes tags from a title, which the API gives as HTML; entities stay. */
const withoutTags = (html: string): string => html.replaceAll(/<[^>]*>/g, '').trim();

const meta = (name: string, content: string): string =>
  `<meta name="${name}" content="${escaped(content)}">\n`;

const textProperty = (article: Article, ...names: string[]): string | null => {
  for (const name of names) {
    const value = article.properties[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
};

/** Says whether an article's HTML has any text. */
export const hasText = (article: Article): boolean =>
  /\S/.test(
    article.text
      .replaceAll(/<!--[\s\S]*?-->/g, '')
      .replaceAll(/<(?:style|script)\b[\s\S]*?<\/(?:style|script)\s*>/gi, '')
      .replaceAll(/<[^>]*>/g, ''),
  ) || /<(?:img|video|audio|math|svg)\b/i.test(article.text);

/**
 * Makes the document of an article: its heading and text, and further facts from the API as metadata. Leaves out
 * categories that the wiki hides from readers.
 */
export const makeWikiDocument = (site: WikiSite, article: Article, url: string): string => {
  const heading = article.displaytitle === '' ? escaped(article.title) : article.displaytitle;
  const description = textProperty(article, 'description', 'wikibase-shortdesc');
  const direction = site.rightToLeft ? ' dir="rtl"' : '';
  return [
    `<!doctype html>\n<html lang="${escaped(site.language)}"${direction}>\n<head>\n<meta charset="utf-8">\n`,
    `<title>${withoutTags(heading)}</title>\n`,
    `<link rel="canonical" href="${escaped(url)}">\n`,
    `<meta property="og:site_name" content="${escaped(site.siteName)}">\n`,
    description === null ? '' : meta('description', description),
    // So that the page is read as the wiki's own pages are, which name their generator.
    meta('generator', 'MediaWiki'),
    // The wiki's own pages have the same element in their head.
    Object.hasOwn(article.properties, 'noindex') ? meta('robots', 'noindex,follow') : '',
    meta('mediawiki:revid', String(article.revid)),
    ...article.categories
      .filter(({ hidden }) => !hidden)
      .map(({ category }) => meta('mediawiki:category', category.replaceAll('_', ' '))),
    '</head>\n<body>\n<main>\n',
    `<h1 id="firstHeading">${heading}</h1>\n`,
    article.text,
    '\n</main>\n</body>\n</html>\n',
  ].join('');
};
