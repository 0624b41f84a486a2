import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { parsePage } from '../../lib/content/dom/document.ts';
import { readPage } from '../../lib/content/read-page.ts';
import { usualReading } from '../../lib/content/read-as-usual.fixture.ts';

/**
 * The chains that are compared, each a list of steps that pass a page on. A step's CPU is what the process used
 * meanwhile, garbage collection and compilation included.
 */
export type ChainStep = (page: ChainPage) => ChainPage;

export interface ChainPage {
  readonly html: string;
  readonly document?: NaiveDocument;
  readonly content?: string;
  readonly markdown?: string;
  readonly text?: string;
}

interface NaiveLink {
  readonly textContent: string;
  getAttribute(name: string): string | null;
}

interface NaiveDocument {
  querySelectorAll(selector: string): Iterable<NaiveLink>;
}

interface Article {
  readonly content?: string;
  readonly textContent?: string;
}

const require = createRequire(import.meta.url);
const { gfm } = require('@joplin/turndown-plugin-gfm') as { readonly gfm: unknown };
const { Readability } = require('@mozilla/readability') as {
  readonly Readability: new (document: NaiveDocument) => { parse(): Article | null };
};
const { Parser } = require('htmlparser2') as {
  readonly Parser: new (handler: object) => { write(html: string): void; end(): void };
};
const { parseHTML } = require('linkedom') as {
  readonly parseHTML: (html: string) => { readonly document: NaiveDocument };
};
const TurndownService = require('turndown') as new (options: object) => {
  use(plugin: unknown): void;
  turndown(html: string): string;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const url = 'https://site.test/folder/page.html';

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.use(gfm);

const documentIn = ({ document }: ChainPage): NaiveDocument => {
  if (document === undefined) throw new Error('Cannot go on: the page was not parsed');
  return document;
};

/** What most projects write: a DOM, readability's HTML, and that parsed once more for Markdown. */
const naive: Readonly<Record<string, ChainStep>> = {
  parse: (page) => ({ ...page, document: parseHTML(page.html).document }),
  links: (page) => {
    const links = [...documentIn(page).querySelectorAll('a[href]')].map((link) => ({
      url: URL.parse(link.getAttribute('href') ?? '', url)?.href,
      text: link.textContent.trim(),
    }));
    return { ...page, text: String(links.length) };
  },
  main: (page) => {
    const article = new Readability(documentIn(page)).parse();
    return { ...page, content: article?.content ?? '', text: article?.textContent ?? '' };
  },
  markdown: (page) => ({ ...page, markdown: turndown.turndown(page.content ?? '') }),
  hash: (page) => {
    sha256(page.markdown ?? '');
    return page;
  },
};

const options = usualReading;

/**
 * All that the product does with a page: metadata, structured data, language, what was kept, plain text and hints as
 * well.
 */
const gleaner: Readonly<Record<string, ChainStep>> = {
  read: (page) => {
    const read = readPage({ html: page.html, url, options });
    if (read.kind === 'refused') throw new Error(read.failure.message);
    return { ...page, text: read.content.text };
  },
};

/** Its parser alone. */
const parsing: Readonly<Record<string, ChainStep>> = {
  parse: (page) => {
    parsePage(page.html);
    return page;
  },
};

/** Reading every character once with the parser that linkedom stands on, and building nothing. */
const tokenising: Readonly<Record<string, ChainStep>> = {
  parse: (page) => {
    const parser = new Parser({});
    parser.write(page.html);
    parser.end();
    return page;
  },
};

export const chains = { naive, gleaner, parsing, tokenising } as const;
export type ChainName = keyof typeof chains;
