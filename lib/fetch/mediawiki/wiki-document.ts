import type { Article } from './wiki-api.ts';
import type { WikiSite } from './wiki-title.ts';

/** An article as a whole document, as it goes into the content stage. */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The API writes titles as HTML: entities stay, tags go. */
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

/** Whether there is anything to read in an article's HTML. */
export const hasText = (article: Article): boolean =>
  /\S/.test(
    article.text
      .replaceAll(/<!--[\s\S]*?-->/g, '')
      .replaceAll(/<(?:style|script)\b[\s\S]*?<\/(?:style|script)\s*>/gi, '')
      .replaceAll(/<[^>]*>/g, ''),
  ) || /<(?:img|video|audio|math|svg)\b/i.test(article.text);

/**
 * The document of an article: its heading and text, with what the API says of it besides as metadata. Categories
 * that the wiki hides from readers are left out. /
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
    // The wiki's own pages say so in their head.
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
