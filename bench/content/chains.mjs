import { createHash } from 'node:crypto';
import { gfm } from '@joplin/turndown-plugin-gfm';
import { Readability } from '@mozilla/readability';
import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { hintsOf } from '../../lib/content/passes/hints.ts';
import { parsePage } from '../../lib/content/dom/document.ts';
import { baseUrlOf, linksOf } from '../../lib/content/links.ts';
import { markdownOf } from '../../lib/content/markdown/markdown.ts';
import { metadataOf } from '../../lib/content/metadata/declared.ts';
import { describedOf } from '../../lib/content/metadata/described.ts';
import { plainTextOf } from '../../lib/content/plain-text.ts';
import { structuredDataOf } from '../../lib/content/metadata/structured-data.ts';
import { urlsFrom } from '../../lib/content/dom/urls.ts';
import { wantedPartOf } from '../../lib/content/wanted-part.ts';

/**
 * The chains that are compared, each a list of steps that pass a page on. A step's CPU is what the process used meanwhile,
 * garbage collection included.
 */

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const url = 'https://site.test/folder/page.html';

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.use(gfm);

/** What most projects write: a DOM, readability's HTML, and that parsed once more for Markdown. */
const naive = {
  parse: ({ html }) => ({ document: parseHTML(html).document }),
  links: ({ document }) => ({
    links: [...document.querySelectorAll('a[href]')].map((link) => ({
      url: URL.parse(link.getAttribute('href'), url)?.href,
      text: link.textContent.trim(),
    })),
  }),
  main: ({ document }) => {
    const article = new Readability(document).parse();
    return { title: article?.title, html: article?.content ?? '', text: article?.textContent ?? '' };
  },
  markdown: ({ html }) => ({ markdown: turndown.turndown(html) }),
  hash: ({ markdown }) => ({ hash: sha256(markdown) }),
};

const options = {
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  wantHtml: false,
};

/** `readPage`, step by step; links are its metadata and structured data as well, markdown its plain text and hints. */
const gleaner = {
  parse: ({ html }) => ({ page: parsePage(html) }),
  links: ({ page }) => {
    const base = baseUrlOf(page, url);
    const declared = metadataOf(page, base);
    const links = linksOf(page, base, url);
    const structuredData = structuredDataOf(page, declared, base);
    const metadata = { ...declared, ...describedOf(page, declared, structuredData, url) };
    return { base, metadata, links, structuredData };
  },
  main: ({ page, metadata, structuredData }) => ({
    wanted: wantedPartOf({ page, metadata, structuredData, url }, options),
  }),
  markdown: ({ wanted, base }) => {
    const markdown = markdownOf(wanted.root, urlsFrom(base, true));
    const text = plainTextOf(wanted.root, wanted.heading);
    return { markdown, text, hints: hintsOf(wanted.root, markdown, false) };
  },
  hash: ({ markdown }) => ({ hash: sha256(markdown) }),
};

/** Reading every character once with the parser that linkedom stands on, and building nothing. */
const tokenising = {
  parse: ({ html }) => {
    const parser = new Parser({});
    parser.write(html);
    parser.end();
    return {};
  },
};

export const chains = { naive, gleaner, tokenising };
