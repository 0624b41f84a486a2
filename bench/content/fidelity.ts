import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { commandArguments } from '../../test/command-line/command-arguments.ts';
import { readDocumentContent } from '../../lib/content/read-content.ts';
import { decodeText } from '../../lib/fetch/http/decode.ts';
import { findDefects, type Defects } from './page-defects.ts';
import { usualReading } from '../../lib/content/read-as-usual.fixture.ts';

/**
 * Whether Markdown says what the page says: each page's Markdown is parsed again, and compared with the HTML that
 * it was made of. turndown with the GFM plugin is given the same HTML; defuddle chooses its own.
 *
 *   node bench/content/run.ts fidelity <folder of .html or .html.gz>... [--pages 1000] [--worst 10] [--no-peers]
 */

const { values, positionals } = commandArguments('node bench/content/fidelity.ts', {
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '1000' },
    worst: { type: 'string', default: '0' },
    'no-peers': { type: 'boolean', default: false },
  },
});

/** A page of more bytes takes the peers minutes. */
const peerBytesMax = 400_000;

interface Written {
  readonly html: string;
  readonly markdown: string;
}
type Writer = (page: {
  readonly html: string;
  readonly bytes: Buffer;
}) => Promise<Written | null> | Written | null;

const url = 'https://site.test/folder/page.html';
const options = { ...usualReading, wantHtml: true };

const gleaner: Writer = ({ bytes }) => {
  const read = readDocumentContent({ body: bytes, contentType: 'text/html', baseUrl: url }, options);
  if (read.kind === 'refused') return null;
  const { markdown, html = '' } = read.content;
  return { markdown, html };
};

const require = createRequire(import.meta.url);

const turndownWriter = (): Writer => {
  const TurndownService = require('turndown') as new (options: object) => {
    use: (plugin: unknown) => void;
    turndown: (html: string) => string;
  };
  const { gfm } = require('@joplin/turndown-plugin-gfm') as { gfm: unknown };
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  service.use(gfm);
  return async (page) => {
    const own = await gleaner(page);
    return own === null ? null : { html: own.html, markdown: service.turndown(own.html) };
  };
};

const defuddleWriter = async (): Promise<Writer> => {
  const name: string = 'defuddle/node';
  const { Defuddle } = (await import(name)) as {
    Defuddle: (html: string, url: string, options: object) => Promise<Record<string, unknown>>;
  };
  return async ({ html }) => {
    const found = await Defuddle(html, url, { useAsync: false, separateMarkdown: true });
    const [content, markdown] = [found['content'], found['contentMarkdown']];
    return typeof content === 'string' && typeof markdown === 'string' ? { html: content, markdown } : null;
  };
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.html?(?:\.gz)?$/.test(name))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());

/** A sample that is the same every time: the pages whose names hash lowest. */
const sampled = (folders: readonly string[], max: number): string[] => {
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  return folders
    .flatMap((folder) => filesIn(folder).map((file) => ({ file, order: hashOf(relative(folder, file)) })))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, max)
    .map(({ file }) => file);
};

const counted = [
  'headingsLost',
  'codeLost',
  'codeChanged',
  'languagesLost',
  'tablesBroken',
  'rawMarks',
  'strayBackslashes',
  'rawTags',
] as const satisfies readonly (keyof Defects)[];

interface Found {
  readonly file: string;
  readonly defects: Defects;
}

const write = async (writer: Writer, files: readonly string[]): Promise<Found[]> => {
  const found: Found[] = [];
  for (const file of files) {
    const stored = readFileSync(file);
    const bytes = file.endsWith('.gz') ? gunzipSync(stored) : stored;
    if (writer !== gleaner && bytes.length > peerBytesMax) continue;
    try {
      const written = await writer({ bytes, html: decodeText(bytes, 'text/html').text });
      if (written !== null) found.push({ file, defects: findDefects(written.html, written.markdown) });
    } catch (error) {
      console.error(`${file}: ${String(error)}`);
    }
  }
  return found;
};

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(3)} %`;

const print = (name: string, found: readonly Found[]): void => {
  const total = (of: (defects: Defects) => number): number =>
    found.reduce((sum, { defects }) => sum + of(defects), 0);
  const words = total((defects) => defects.words);
  const isBad = ({ defects: { words: all, lost, doubled } }: Found): boolean =>
    Math.max(lost, doubled) > Math.max(1, all / 1_000);
  console.log(
    `\n${name}: ${found.length} pages, words lost ${share(
      total((defects) => defects.lost),
      words,
    )}, doubled ` +
      `${share(
        total((defects) => defects.doubled),
        words,
      )}; pages with more than 0.1 %: ${found.filter(isBad).length}`,
  );
  for (const what of counted) {
    const pages = found.filter(({ defects }) => defects[what] > 0).length;
    const per = (100 * total((defects) => defects[what])) / Math.max(1, found.length);
    console.log(`  ${what.padEnd(18)} ${per.toFixed(1).padStart(8)} per 100 pages, on ${pages}`);
  }
};

const worst = (found: readonly Found[], count: number): void => {
  const weight = ({ defects }: Found): number =>
    defects.lost + defects.doubled + counted.reduce((sum, what) => sum + defects[what], 0);
  for (const one of [...found].sort((a, b) => weight(b) - weight(a)).slice(0, count)) {
    const { which, ...numbers } = one.defects;
    console.log(one.file, JSON.stringify(numbers), which.join(' '));
  }
};

const files = sampled(positionals, Number(values.pages));
const own = await write(gleaner, files);
print('gleaner', own);
worst(own, Number(values.worst));
if (!values['no-peers']) {
  print('turndown with GFM', await write(turndownWriter(), files));
  print('defuddle', await write(await defuddleWriter(), files));
}
