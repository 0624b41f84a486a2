import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { signatureHeaders } from '../../lib/deliver/webhook/webhook-signature.ts';
import { launch, type Launched } from '../../local/launch.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { callRoute } from '../harness/call-api.ts';
import { checkApi, findFaults, whatToDo, type CheckedApi } from '../harness/check-api.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

/** The whole stack from its template: what a receiver on loopback is told of a batch and of an extraction. */
let dataDir: string;
let gleaner: Launched;
let checked: CheckedApi;
let site: TestSite;

interface Told {
  readonly type: string;
  readonly id: string;
  readonly data: readonly Record<string, unknown>[];
  readonly error: string | null;
}
const told: { readonly headers: Record<string, unknown>; readonly text: string; readonly body: Told }[] = [];

const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Tide clock', sku: 'TC-1' };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-webhooks-'));
  site = await serveSite((path, response, request) => {
    if (path === '/hook') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        told.push({ headers: request.headers, text, body: JSON.parse(text) as Told });
        response.end('thanks');
      });
      return;
    }
    if (path === '/robots.txt' || path === '/gone') return void response.writeHead(404).end();
    const data = `<script type="application/ld+json">${JSON.stringify(product)}</script>`;
    const html = htmlPage(`Page ${path}`, []).replace('</head>', `${data}</head>`);
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const launched = await launch({
    dataDir,
    port: 0,
    quiet: true,
    options: { allow: [site.allow], hosts: onlyHosts({ [site.host]: { delay: 0 } }) },
  });
  checked = await checkApi(launched.url);
  gleaner = { ...launched, url: checked.url };
});

afterAll(async () => {
  await gleaner?.stop();
  await checked?.close();
  await site?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const api = async (
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown> & { readonly id: string }> =>
  (await callRoute(gleaner, method, path, body)).body;

const toldOf = (id: string): Told[] => told.map(({ body }) => body).filter((body) => body.id === id);
const typesOf = (id: string): string[] => toldOf(id).map(({ type }) => type);
const until = async (check: () => void): Promise<void> =>
  await vi.waitFor(check, { timeout: 240_000, interval: 100 });

test('a batch is told page by page; its log is paged through, and everything can be told again', async () => {
  const urls = ['one', 'two'].map((name) => `${site.origin}/${name}`);
  const { id } = await api('POST', '/v2/batch/scrape', { urls, webhook: `${site.origin}/hook` });
  const all = ['batch_scrape.started', 'batch_scrape.page', 'batch_scrape.page', 'batch_scrape.completed'];
  await until(() => expect(typesOf(id)).toEqual(all));
  const { secret } = await api('GET', '/v2/team/webhook-secret');
  for (const { headers, text } of told) {
    const at = Number(headers['webhook-timestamp']) * 1_000;
    const wanted = signatureHeaders(String(secret), String(headers['webhook-id']), at, text);
    expect(headers).toMatchObject(wanted);
  }
  const seen: unknown[] = [];
  let path: string | undefined = `/v2/webhooks/${id}?limit=3`;
  while (path !== undefined) {
    const answer = await api('GET', path);
    seen.push((answer['deliveries'] as unknown[]).length);
    path = (answer['next'] as string | undefined)?.slice(gleaner.url.length);
  }
  expect(seen).toEqual([3, 1]);
  const environment = { GLEANER_URL: gleaner.url, GLEANER_KEY: gleaner.key };
  const shown = await runCli(['webhooks', id], { environment });
  expect(shown.exitCode, shown.stderr).toBe(0);
  expect(shown.stdout.match(/^delivered {2}batch_scrape\.\w+ .* 1 try$/gm)).toHaveLength(4);
  const again = await runCli(['webhooks', id, '--redeliver', '--all', '--json'], { environment });
  expect(JSON.parse(again.stdout)).toEqual({ id, events: 4 });
  await until(() => expect(typesOf(id)).toEqual([...all, ...all]));
});

test('a cursor that no answer gave is refused, and one that an answer gave goes on behind it', async () => {
  const { id } = await api('POST', '/v2/batch/scrape', {
    urls: [`${site.origin}/four`],
    webhook: `${site.origin}/hook`,
  });
  await until(() => expect(typesOf(id)).toContain('batch_scrape.completed'));
  for (const cursor of ['zzz', '9', '1#5', '']) {
    const refused = await callRoute(
      gleaner,
      'GET',
      `/v2/webhooks/${id}?cursor=${encodeURIComponent(cursor)}`,
    );
    expect(refused, cursor).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('expected the cursor of an earlier answer') as string },
    });
  }
  const read: unknown[] = [];
  let path: string | undefined = `/v2/webhooks/${id}?limit=1`;
  while (path !== undefined) {
    const answer = await api('GET', path);
    read.push(...(answer['deliveries'] as { type: string }[]).map(({ type }) => type));
    path = (answer['next'] as string | undefined)?.slice(gleaner.url.length);
  }
  expect(read).toEqual(typesOf(id));
});

test('a redelivery names keys that have no effect, and ids that no event has', async () => {
  const { id } = await api('POST', '/v2/batch/scrape', {
    urls: [`${site.origin}/five`],
    webhook: { url: `${site.origin}/hook`, events: ['completed'] },
  });
  await until(() => expect(typesOf(id)).toEqual(['batch_scrape.completed']));
  const again = async (body: object): Promise<unknown> =>
    await api('POST', `/v2/webhooks/${id}/redeliver`, body);
  const [{ webhookId } = { webhookId: '' }] = (await api('GET', `/v2/webhooks/${id}`))['deliveries'] as {
    webhookId: string;
  }[];
  for (const [key, value] of [
    ['al', true],
    ['webhookids', [webhookId]],
  ] as const) {
    const warning = `These keys were accepted and have no effect here: ${key}`;
    expect(await again({ [key]: value })).toMatchObject({ success: true, events: 0, warning });
  }
  const warning = 'The job has no events with these webhookIds: nope';
  expect(await again({ webhookIds: ['nope', webhookId] })).toMatchObject({ events: 1, warning });
  // Whether it waits or was delivered by now: its event is known.
  expect(await again({ webhookIds: [webhookId] })).not.toHaveProperty('warning');
});

test('an extraction says at its end what it has answered', async () => {
  const { id } = await api('POST', '/v2/extract', {
    urls: [`${site.origin}/clock`],
    schema: {
      type: 'object',
      properties: { name: { type: 'string' }, sku: { type: 'string' }, mood: { type: 'string' } },
    },
    webhook: { url: `${site.origin}/hook`, events: ['extract.completed', 'failed'] },
  });
  await until(() => expect(typesOf(id)).toEqual(['extract.completed']));
  expect(JSON.stringify(toldOf(id)[0]?.data)).toContain('TC-1');
  expect(toldOf(id)[0]?.data[0]).toMatchObject({ success: true, extractId: id });
  const { warning } = await api('GET', `/v2/extract/${id}`);
  expect(warning).toContain('No model is configured');
  expect(toldOf(id)[0]?.data[0]).toMatchObject({ warning });
});

test('a crawl that failed says the same reason in its event and in its status', async () => {
  const { id } = await api('POST', '/v2/crawl', {
    url: `${site.origin}/gone`,
    webhook: { url: `${site.origin}/hook`, events: ['failed'] },
  });
  await until(() => expect(typesOf(id)).toEqual(['crawl.failed']));
  const { error } = await api('GET', `/v2/crawl/${id}`);
  expect(error).toMatch(/^HTTP_NOT_FOUND: Cannot fetch .* status 404/);
  expect(toldOf(id)[0]?.error).toBe(error);
});

test('a job without a webhook has no log, and one of somebody else is not there', async () => {
  const { id } = await api('POST', '/v2/batch/scrape', { urls: [`${site.origin}/three`] });
  expect(await api('GET', `/v2/webhooks/${id}`)).toMatchObject({ success: false, code: 'NOT_FOUND' });
  expect(await api('POST', `/v2/webhooks/${id}/redeliver`)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await api('GET', '/v2/webhooks/01a1fee7-2ee6-775b-9119-56ac43e2e1db')).toMatchObject({
    code: 'JOB_NOT_FOUND',
  });
});

test('every answer and every event was as the description of the API says', () => {
  expect(checked.answered.size).toBeGreaterThanOrEqual(5);
  expect(checked.problems, whatToDo).toEqual([]);
  expect(told.length).toBeGreaterThan(5);
  for (const { body } of told) expect(findFaults('WebhookEvent', body), whatToDo).toEqual([]);
});
