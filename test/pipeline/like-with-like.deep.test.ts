import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BatchGetCommand, BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { makeScrapeResponse } from '../../lib/steps/api/scrape-response.ts';
import type { ContentPage } from '../../lib/frontier/page.ts';
import type { Job } from '../../lib/job/job.ts';
import { limits } from '../../lib/limits/limits.ts';
import { getJobItem } from '../../lib/store/jobs/get-job.ts';
import type { Table } from '../../lib/store/table.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { serveSite, type TestSite } from '../harness/serve-site.ts';

/** How today's code writes markdown: an upgrade writes every page in another way. */
const upgrade = vi.hoisted(() => ({ on: false }));
vi.mock('../../lib/content/read-page.ts', async (original) => {
  const real = await original<typeof import('../../lib/content/read-page.ts')>();
  const readPage: typeof real.readPage = (input) => {
    const read = real.readPage(input);
    if (!upgrade.on || read.kind === 'refused') return read;
    const markdown = `*read better*\n\n${read.content.markdown.replaceAll('.', '!')}`;
    return {
      kind: 'read',
      content: { ...read.content, markdown, contentHash: real.hashContent(markdown) },
    };
  };
  return { ...real, readPage };
});

const paths = Array.from({ length: 12 }, (_, index) => `/page-${index}`);
let stores: PipelineStores;
let site: TestSite;
/** What pages say now. */
const edition = new Map<string, number>();
/** What stands around what pages say. */
let footer = 1;
/** The job that was submitted last. */
let running = '';

const pageHtml = (path: string): string =>
  `<!doctype html><html lang="en"><head><title>Tides ${path}</title></head><body><main><h1>Tides ${path}</h1>
<p>The tide of edition ${edition.get(path) ?? 1} comes in twice a day. It goes out as often, and nobody has ` +
  `to wait for it.</p>
<p>See <a href="/page-0">the first page</a>.</p></main><footer>Seen ${footer} times</footer></body></html>`;

beforeAll(async () => {
  [stores, site] = await Promise.all([
    startStores(),
    serveSite((path, response, request) => {
      if (path === '/robots.txt') return void response.writeHead(404).end();
      if (path.endsWith('-tagged')) {
        const etag = `"${edition.get(path) ?? 1}"`;
        if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
        response.setHeader('etag', etag);
      }
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageHtml(path));
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

interface Run {
  readonly job: Job;
  readonly pages: readonly ContentPage[];
  readonly changes: Readonly<Record<string, string | undefined>>;
}

const run = async (
  which: readonly string[],
  more: { options?: Record<string, unknown>; engine?: string; source?: string; table?: Table } = {},
): Promise<Run> => {
  const pipeline = startPipeline(more.table === undefined ? stores : { ...stores, table: more.table }, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 1,
    ...(more.engine === undefined ? {} : { engine: more.engine }),
  });
  if (more.options?.['onlyMainContent'] !== false) footer += 1;
  const urls = which.map((path) => `${site.origin}${path}`);
  const submitted = await pipeline.submit('batch', { urls, ...more.options }, more.source);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  running = submitted.job.id;
  const job = await pipeline.run(submitted.job.id);
  const pages = (await pipeline.pages(job.id)).filter((page) => page.kind === 'page');
  const changes = Object.fromEntries(pages.map((page) => [new URL(page.url).pathname, page.changeType]));
  return { job, pages, changes };
};

const all = (which: readonly string[], type: string, but: Readonly<Record<string, string>> = {}) => ({
  ...Object.fromEntries(which.map((path) => [path, type])),
  ...but,
});

test.each([undefined, 'tides-weekly'])(
  'after an upgrade that writes every page anew only real edits are changes (source %s)',
  async (source) => {
    const which = paths.map((path) => `${path}-${source ?? 'team'}`);
    const [, edited = '', other = ''] = which;
    const tracking = [{ type: 'changeTracking', modes: ['git-diff'] }];
    const options = { formats: ['markdown', ...tracking] };
    const first = await run(which, { engine: '1', options, ...(source === undefined ? {} : { source }) });
    expect(first.changes).toEqual(all(which, 'new'));
    upgrade.on = true;
    try {
      edition.set(edited, 2).set(other, 3);
      const second = await run(which, { engine: '2', options, ...(source === undefined ? {} : { source }) });
      expect(second.changes).toEqual(all(which, 'unchanged', { [edited]: 'modified', [other]: 'modified' }));
      expect(second.job.unchanged).toBe(which.length - 2);
      for (const page of second.pages) {
        const answer = await makeScrapeResponse(stores.envelopes, page, second.job.request.scrape);
        if (!answer.ok) throw new Error(answer.failure.message);
        const { markdown, changeTracking } = answer.document;
        // What is delivered is what today's code reads; what is told of the change is what the site did.
        expect(markdown).toMatch(/^\*read better\*/);
        const isEdited = page.url.endsWith(edited) || page.url.endsWith(other);
        expect(changeTracking?.changeStatus).toBe(isEdited ? 'changed' : 'same');
        const lines = changeTracking?.diff?.text.split('\n').filter((line) => /^[-+]/.test(line)) ?? [];
        expect(lines.map((line) => /^[-+]The tide of edition (\d)/.exec(line)?.[1])).toEqual(
          isEdited ? ['1', page.url.endsWith(edited) ? '2' : '3'] : [],
        );
      }
      const third = await run(which, { engine: '2', options, ...(source === undefined ? {} : { source }) });
      expect(third.changes).toEqual(all(which, 'unchanged'));
      const keys = (pages: readonly ContentPage[]) => pages.map(({ envelopeKey }) => envelopeKey).toSorted();
      expect(keys(third.pages)).toEqual(keys(second.pages));
    } finally {
      upgrade.on = false;
    }
  },
);

test('other formats, timeouts and ways to read a page make nothing new, and give what they ask for', async () => {
  const which = paths.map((path) => `${path}-formats`);
  const documents = async ({ pages, job }: Run) =>
    await Promise.all(
      pages.map(async (page) => {
        const answer = await makeScrapeResponse(stores.envelopes, page, job.request.scrape);
        if (!answer.ok) throw new Error(answer.failure.message);
        return answer.document;
      }),
    );
  expect((await run(which)).changes).toEqual(all(which, 'new'));
  for (const options of [
    { formats: ['markdown', 'links'] },
    { timeout: 90_000 },
    { formats: ['markdown', 'rawHtml'], timeout: 60_000 },
  ])
    expect((await run(which, { options })).changes).toEqual(all(which, 'unchanged'));
  const html = await run(which, { options: { formats: ['html'] } });
  expect(html.changes).toEqual(all(which, 'unchanged'));
  for (const { html: shown } of await documents(html)) expect(shown).toMatch(/^<h1>|^<main/);
  const attributes = { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] };
  const read = await run(which, { options: { formats: ['markdown', attributes] } });
  expect(read.changes).toEqual(all(which, 'unchanged'));
  for (const document of await documents(read)) expect(document.attributes?.[0]?.values).toEqual(['/page-0']);
  // Read whole, the footer is content: it is as it was.
  const whole = await run(which, { options: { onlyMainContent: false } });
  expect(whole.changes).toEqual(all(which, 'unchanged'));
  for (const { markdown } of await documents(whole)) expect(markdown).toContain('Seen');
  edition.set(which[3] ?? '', 7);
  const edited = await run(which);
  expect(edited.changes).toEqual(all(which, 'unchanged', { [which[3] ?? '']: 'modified' }));
  for (const { markdown } of await documents(edited)) expect(markdown).not.toContain('Seen');
});

/** The table, and how many times each page's last version is read from it. */
const countingVersions = (): { readonly table: Table; readonly reads: Map<string, number> } => {
  const reads = new Map<string, number>();
  const { table } = stores;
  const documents = Object.create(table.documents) as Table['documents'];
  documents.send = (async (command: never) => {
    const asked: unknown = command;
    const keys =
      asked instanceof BatchGetCommand
        ? (asked.input.RequestItems?.[table.name]?.Keys ?? [])
        : asked instanceof GetCommand
          ? [asked.input.Key ?? {}]
          : [];
    for (const { PK, SK } of keys)
      if (SK === 'LATEST') reads.set(String(PK), (reads.get(String(PK)) ?? 0) + 1);
    return await table.documents.send(command);
  }) as Table['documents']['send'];
  return { table: { ...table, documents }, reads };
};

test('the last version of a page is read once in its visit, whatever the site answers', async () => {
  const which = paths.map((path) => `${path}-tagged`);
  const tracking = { formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }] };
  const visits = [
    { options: {}, changes: all(which, 'new') },
    // Not modified.
    { options: {}, changes: all(which, 'unchanged') },
    // Read again, since one page says something else, and each is compared with what was tracked.
    { options: tracking, changes: all(which, 'unchanged', { [which[2] ?? '']: 'modified' }) },
  ];
  for (const [round, { options, changes }] of visits.entries()) {
    if (round === 2) edition.set(which[2] ?? '', 7);
    const { table, reads } = countingVersions();
    expect((await run(which, { options, table })).changes).toEqual(changes);
    expect([...reads.values()]).toEqual(which.map(() => 1));
  }
});

/** The table, and how many pages of the job are open each time last versions are put apart from a transaction. */
const watchingVersions = (): { readonly table: Table; readonly open: number[] } => {
  const open: number[] = [];
  const { table } = stores;
  const documents = Object.create(table.documents) as Table['documents'];
  documents.send = (async (command: never) => {
    const asked: unknown = command;
    const writes = asked instanceof BatchWriteCommand ? (asked.input.RequestItems?.[table.name] ?? []) : [];
    if (writes.some(({ PutRequest: put }) => put?.Item?.['SK'] === 'LATEST'))
      open.push((await getJobItem(table, running))?.open ?? 0);
    return await table.documents.send(command);
  }) as Table['documents']['send'];
  return { table: { ...table, documents }, open };
};

test.each([1, 4, 12, 30])(
  'a job of %i pages is not over before the last version of each is put, so that the next job finds it',
  async (count) => {
    const which = Array.from({ length: count }, (_, index) => `/of-${count}-${index}`);
    const { table, open } = watchingVersions();
    expect((await run(which, { table })).changes).toEqual(all(which, 'new'));
    expect(open.filter((pages) => pages === 0)).toEqual([]);
    // Those of a few pages are put in the transaction that ends them.
    if (count > limits.endsWithVersionsMax) expect(open.length).toBeGreaterThan(0);
    expect((await run(which)).changes).toEqual(all(which, 'unchanged'));
  },
);
