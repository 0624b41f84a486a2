import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { bundleFunctions } from './bundle.ts';
import { nodeOptions } from './environment.ts';
import { functionNames, type StackFunctionName } from './function-spec.ts';

/**
 * `npm run bundles`: prints the size and import time of each function's bundle, and fails when one is over its budget.
 * Cold starts grow with both. Only sizes have a budget, because times depend on the machine.
 */

const kilobyte = 1_000;

/** KB, minified, without the AWS SDK, which costs every function about the same. */
const budgetsKb: Readonly<Record<StackFunctionName, number>> = {
  // The schemas of all requests with the sentences that describe them (14 KB, less than the code to leave them out),
  // the check of their CSS selectors, also of those for browsers, and the status of jobs for people. The code that
  // starts jobs also starts runs of sources. Requests may name a service that fetches their pages. A large request is
  // kept beside its job. Names of keys are checked; the site of a crawl has two places. Redelivery names what it passes
  // over. A redrive can be asked for beforehand; settings that no request can carry are named.
  // Work with robots.txt and patterns is bounded. A mistyped option is answered with the one that was meant.
  // Refusals repeat no secret; a crawl of one page says what narrowed it; lists name what has no effect.
  // What a request or manifest expected is said in words.
  api: 447,
  'submit-job': 315,
  // Undici, readability, PDF and the public suffix list. It also opens sealed headers, reads earlier versions again,
  // keeps reserves of links, asks a host for its error page, and tries a lost page alone. It reads labels in blocks,
  // and prices that a style strikes out. Pages of a visit end together. PDFs have tags. Envelopes may say what an
  // API offers. Services may fetch pages for it: their requests, answers and credits. Catalogues and archives are
  // told by their parts. Parts that a page's server sent late are put in their places; accordions and tabs are
  // opened. Notices at the end of a page are known. XHTML is read by its own syntax; heads of answers that parsers
  // refuse are mended; dates have labels, and numbers signs. PDFs have columns, tables and forms; items of feeds are
  // HTML. Addresses and keys of services are checked. Sections of other goods are known by their headings in fifteen
  // languages; first posts, asides and small print by where they stand; heads and feet of a PDF's pages by their
  // repetition. Posts are told once, under the names and days that are theirs; prices stay whole, and those of a
  // place to buy are told. Names, dates and languages are told apart in every script; JSON Feed and documents in
  // frames are read. Encodings are guessed by language, and queries written in them; the tables for this lie beside
  // the bundle. PDFs are read in their rows, paragraphs and directions; feeds by their namespaces; links of Markdown
  // are followed.
  'fetch-pages': 1_741,
  // The same with turns of visits, and the start of Chromium in its sandbox; playwright and Chromium lie beside the
  // bundle. All functions have the whole tables of limits. Shadow roots are read.
  'render-pages': 1_768,
  // A client of models, the checks of their answers, what it learns of their sizes, the reading of pages, and the turns
  // of pages whose workers were lost. Currencies have signs, codes and names; answers are cut to what a schema allows.
  // Keys and addresses of models are checked. Prices have the signs of more countries. Values are found in more
  // spellings; choices between objects have branches.
  'extract-pages': 661,
  // The reading of pages: those that waited for extraction when their job ended are delivered with what they say. It
  // counts what services charged, and follows addresses that lead elsewhere. An extraction says which pages gave no
  // value.
  // URLs of a batch that was over before they were admitted are ended. Deletions are noted on the last versions.
  // What several pages say of one thing is put together; links and feeds as above. Redirects that are gone are counted.
  'finish-job': 538,
  // The reading of documents, which grows with the data stored for a page that waits and with what an envelope may
  // say of an API, undici, and the turns of jobs whose workers were lost.
  'deliver-webhooks': 748,
  'bury-dead-letters': 300,
  // It starts the runs that are due: the code that submits jobs, and cron expressions; and it computes what a job has
  // cost, and what a source has left of its credits. It looks at the shards of wide jobs. Alerts of
  // sources that are retired are closed.
  // A source that is tried goes behind the others; known pages and patterns are judged within bounds.
  heartbeat: 351,
  'manage-keys': 300,
  // Every option of a manifest, the code that submits jobs and decides when sources run by themselves, drafts of
  // manifests by a model, changes and deliveries in their readers' formats, and confirmations of envelopes.
  // Services that fetch pages are asked how they are. Periods of regular schedules are known without the calendar.
  // Plans compare crawls by their folders and patterns. Runs, checks and drafts are bound by the limits of a key.
  // Names of keys are checked. Alerts of sources that go are closed.
  // Changes that cannot be read are told, and cursors have marks.
  // Rules of robots.txt are compiled, and judged within bounds. Unknown versions have near names.
  'manage-sources': 492,
  // Envelopes and their schema, the code that cuts them into passages, and clients of embedders, of PostgreSQL and of
  // Qdrant. Versions that come late are put among those before; words are spelt in one way, without hidden addresses.
  // Typed routes of applications are pages. A page has all sources that read it.
  // Each team has a corpus. Words have the endings of their language.
  'ingest-envelopes': 495,
  // With the SDK of the Model Context Protocol, which checks messages with ajv.
  'search-corpus': 700,
};

/** KB of the monitor after gzip: what a browser loads before it shows a screen, and everything that it can load. */
const monitorBudgetsKb = { 'js at first': 130, 'css at first': 12, 'js in all': 220 } as const;

const runs = 5;

/** Values that let a function start; importing one makes no calls. */
const environment = {
  PATH: process.env['PATH'] ?? '',
  AWS_REGION: 'us-east-1',
  NODE_OPTIONS: nodeOptions,
  TABLE_NAME: 'table',
  ENVELOPE_BUCKET: 'envelopes',
  RESULT_BUCKET: 'results',
  FETCH_HIGH_QUEUE_URL: 'http://127.0.0.1:9/fetch-high',
  FETCH_NORMAL_QUEUE_URL: 'http://127.0.0.1:9/fetch-normal',
  RENDER_QUEUE_URL: 'http://127.0.0.1:9/render',
  EXTRACT_QUEUE_URL: 'http://127.0.0.1:9/extract',
  FINISH_QUEUE_URL: 'http://127.0.0.1:9/finish',
  DELIVER_QUEUE_URL: 'http://127.0.0.1:9/deliver',
  INGEST_QUEUE_URL: 'http://127.0.0.1:9/ingest',
  CORPUS_BUCKET: 'corpora',
  SOURCE_BUCKET: 'sources',
  GLEANER_CORPUS: 'main',
  MODEL_KEYS_NAME: '/Gleaner/model-keys',
  KEY_SECRET_NAME: '/Gleaner/key-secret',
  HEADER_SECRET_NAME: '/Gleaner/header-secret',
  POWERTOOLS_SERVICE_NAME: 'bundle-budget',
  POWERTOOLS_METRICS_NAMESPACE: 'Gleaner',
};

/** Returns the milliseconds that a new process takes to import a module, without starting Node itself. */
const importMs = async (file: string): Promise<number> => {
  const url = JSON.stringify(pathToFileURL(file).href);
  const code =
    'const t=performance.now();await ' +
    `import(${url});process.stdout.write(String(performance.now()-t));process.exit(0)`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    env: environment,
  });
  return Number(stdout.trim().split('\n').at(-1));
};

const medianImportMs = async (file: string): Promise<number> => {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await importMs(file));
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
};

const kb = (bytes: number): string => (bytes / kilobyte).toFixed(0);

const bundles = await bundleFunctions({ outdir: 'dist/functions' });
const rows: (readonly string[])[] = [['function', 'KB', 'KB without SDK', 'budget', 'import ms']];
const over: string[] = [];
for (const name of functionNames) {
  const { folder, bytes, bytesWithoutSdk } = bundles[name];
  const ms = await medianImportMs(join(folder, 'index.mjs'));
  rows.push([name, kb(bytes), kb(bytesWithoutSdk), String(budgetsKb[name]), ms.toFixed(0)]);
  if (bytesWithoutSdk > budgetsKb[name] * kilobyte) {
    over.push(
      `${name}: ${bytesWithoutSdk} bytes without the AWS SDK, expected at most ${budgetsKb[name] * kilobyte}`,
    );
  }
}
const monitor = join(bundles.api.folder, 'monitor');
const monitorFiles = readdirSync(monitor);
const scripts = monitorFiles.filter((file) => file.endsWith('.js'));
const main = scripts.find((file) => file.startsWith('main-')) ?? '';
// A part that a statement imports comes with the main script; `import("…")` loads one when its screen is opened.
const withMain = [
  ...readFileSync(join(monitor, main), 'utf8').matchAll(/(?:from|import)"\.\/(part-\w+\.js)"/g),
];
const monitorLoads: Readonly<Record<keyof typeof monitorBudgetsKb, readonly string[]>> = {
  'js at first': [main, ...withMain.map(([, part]) => part ?? '')],
  'css at first': monitorFiles.filter((file) => file.endsWith('.css')),
  'js in all': scripts,
};
for (const [kind, files] of Object.entries(monitorLoads)) {
  const budget = monitorBudgetsKb[kind as keyof typeof monitorLoads];
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(monitor, file))).length, 0);
  rows.push([`monitor, ${kind}, gz`, kb(bytes), kb(bytes), String(budget), '']);
  if (bytes > budget * kilobyte)
    over.push(`monitor: ${kb(bytes)} KB of ${kind} after gzip, expected at most ${budget} KB`);
}
for (const row of rows)
  console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(18) : cell.padStart(15))).join(''));
for (const line of over) console.error(`Over budget: ${line}`);
if (over.length > 0) process.exitCode = 1;
