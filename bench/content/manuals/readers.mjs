import { gfm } from '@joplin/turndown-plugin-gfm';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { readPage } from '../../../lib/content/read-page.ts';

/** Ways to make markdown of a page: each takes its HTML and answers markdown. */

const url = 'https://site.test/folder/page.html';
const options = { includeTags: [], excludeTags: [], removeBase64Images: true, wantHtml: false };

const gleaner = (onlyMainContent) => (html) => {
  const read = readPage({ html, url, options: { ...options, onlyMainContent } });
  return read.kind === 'read' ? read.content.markdown : '';
};

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.use(gfm);
turndown.remove(['script', 'style', 'noscript', 'template']);

const readability = (html) => {
  const article = new Readability(parseHTML(html).document).parse();
  // Readability takes the title from the text, and answers it apart.
  return article === null ? '' : `# ${article.title ?? ''}\n\n${turndown.turndown(article.content ?? '')}`;
};

const defuddle = async (html) => {
  const { content, title } = await Defuddle(parseHTML(html).document, url);
  return `# ${title ?? ''}\n\n${turndown.turndown(content ?? '')}`;
};

const body = (html) => turndown.turndown(parseHTML(html).document.body?.outerHTML ?? '');

export const readers = {
  gleaner: gleaner(true),
  'gleaner, whole page': gleaner(false),
  readability,
  defuddle,
  'turndown of the body': body,
};
