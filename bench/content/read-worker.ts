import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pathToFileURL } from 'node:url';
import { parsePage } from '../../lib/content/dom/document.ts';
import { writePlainText } from '../../lib/content/plain-text.ts';
import { decodeText } from '../../lib/fetch/http/decode.ts';
import type { ReaderOutput } from './read-pages.ts';
import { usualReading } from '../../lib/content/read-as-usual.fixture.ts';

/**
 * Reads one page for every message with one reader, in a process of its own: a reader that does not end is killed
 * with it.
 *
 *   node bench/content/read-worker.ts gleaner|readability|defuddle [checkout of Gleaner]
 */

type Reader = (page: {
  readonly bytes: Buffer;
  readonly url: string;
}) => ReaderOutput | Promise<ReaderOutput>;

const options = usualReading;

const textOr = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** The reader of a checkout of Gleaner: this one, or an earlier one, which may say less. */
const gleanerOf = async (checkout: string): Promise<Reader> => {
  const { readDocumentContent: readDocument } = (await import(
    pathToFileURL(join(checkout, 'lib/content/read-content.ts')).href
  )) as typeof import('../../lib/content/read-content.ts');
  return ({ bytes, url }) => {
    const read = readDocument({ body: bytes, contentType: 'text/html', baseUrl: url }, options);
    if (read.kind === 'refused') return { ...nothing, error: read.failure.message };
    const said: Record<string, unknown> = { ...read.content };
    return {
      text: read.content.text,
      headline: textOr(said['headline']) ?? textOr(said['title']),
      author: textOr(said['author']),
      date: textOr(said['publishedTime']),
      how: [said['pageKind'], said['foundBy']].filter((part) => typeof part === 'string').join('/'),
    };
  };
};

const nothing: ReaderOutput = { text: '', headline: null, author: null, date: null, how: '' };

/** Text of a reader's HTML, a line for each block, as Gleaner's own is. */
const textOfHtml = (html: string): string => {
  const parsed = parsePage(html);
  return writePlainText(parsed.body, null);
};

const require = createRequire(import.meta.url);

const readabilityReader = (): Reader => {
  const { Readability } = require('@mozilla/readability') as {
    Readability: new (document: unknown) => { parse: () => Record<string, unknown> | null };
  };
  const { parseHTML } = require('linkedom') as { parseHTML: (html: string) => { document: unknown } };
  return ({ bytes }) => {
    const { document } = parseHTML(decodeText(bytes, 'text/html').text);
    const article = new Readability(document).parse();
    return {
      text: textOfHtml(textOr(article?.['content']) ?? ''),
      headline: textOr(article?.['title']),
      author: textOr(article?.['byline']),
      date: textOr(article?.['publishedTime']),
      how: '',
    };
  };
};

const defuddleReader = async (): Promise<Reader> => {
  const name: string = 'defuddle/node';
  const { Defuddle } = (await import(name)) as {
    Defuddle: (html: string, url: string, options: object) => Promise<Record<string, unknown>>;
  };
  return async ({ bytes, url }) => {
    const found = await Defuddle(decodeText(bytes, 'text/html').text, url, { useAsync: false });
    return {
      text: textOfHtml(textOr(found['content']) ?? ''),
      headline: textOr(found['title']),
      author: textOr(found['author']),
      date: textOr(found['published']),
      how: '',
    };
  };
};

const [, , name, checkout = join(import.meta.dirname, '../..')] = process.argv;
const read: Reader =
  name === 'gleaner'
    ? await gleanerOf(resolve(checkout))
    : name === 'readability'
      ? readabilityReader()
      : await defuddleReader();

process.on('message', ({ file, url }: { readonly file: string; readonly url: string }) => {
  const run = async (): Promise<ReaderOutput> => {
    try {
      return await read({ bytes: gunzipSync(readFileSync(file)), url });
    } catch (error) {
      return { ...nothing, error: String(error) };
    }
  };
  void run().then((said) => process.send?.(said));
});
process.send?.('ready');
