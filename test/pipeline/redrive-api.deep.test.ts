import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { pageHash } from '../../lib/frontier/page.ts';
import { launch, type Launched } from '../../local/launch.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { callRoute } from '../harness/call-api.ts';
import { checkApi, whatToDo, type CheckedApi } from '../harness/check-api.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

/** The whole stack from its template: a site that is down for a while, and what is redriven afterwards. */
let dataDir: string;
let gleaner: Launched;
let checked: CheckedApi;
let site: TestSite;
let down = true;
/** Answers that the site holds back. */
const hanging: ServerResponse[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-redrive-'));
  site = await serveSite((path, response) => {
    const links: Record<string, string[]> = { '/': ['/a', '/b', '/gone'], '/a': ['/', '/c'], '/b': ['/'] };
    if (path === '/a' && down) return void response.writeHead(403).end('no');
    if (path === '/gone') return void response.writeHead(410).end('gone');
    if (path === '/robots.txt') return void response.writeHead(404).end();
    if (path === '/hang') return void hanging.push(response.writeHead(200, { 'content-type': 'text/html' }));
    response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, links[path] ?? []));
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

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly id: string };
}

const api = async (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> => await callRoute(gleaner, method, path, body, headers);

const ended = async (path: string): Promise<Answer['body']> => {
  for (;;) {
    const { body } = await api('GET', path);
    if (body['status'] !== 'scraping') return body;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

const urlsOf = (body: Answer['body']): string[] =>
  (body['data'] as { metadata: { sourceURL: string } }[])
    .map(({ metadata }) => new URL(metadata.sourceURL).pathname)
    .toSorted();

test('a crawl is redriven after an outage: what failed, what lies behind it, and nothing else', async () => {
  down = true;
  const { body: first } = await api('POST', '/v2/crawl', { url: `${site.origin}/`, limit: 10 });
  expect(urlsOf(await ended(`/v2/crawl/${first.id}`))).toEqual(['/', '/b']);
  down = false;
  site.requests.splice(0);
  const order = { codes: ['HTTP_FORBIDDEN'] };
  const made = await api('POST', `/v2/crawl/${first.id}/redrive`, order);
  expect(made).toMatchObject({
    status: 200,
    body: {
      success: true,
      url: `${gleaner.url}/v2/crawl/${made.body.id}`,
      redriveOf: first.id,
      pages: 1,
    },
  });
  const second = await ended(`/v2/crawl/${made.body.id}`);
  expect(second).toMatchObject({ status: 'completed', completed: 2, total: 2, redriveOf: first.id });
  expect(urlsOf(second)).toEqual(['/a', '/c']);
  expect(site.requests.map(({ path }) => path).toSorted()).toEqual(['/a', '/c']);
  const { body: list } = await api('GET', '/v2/jobs');
  expect(list['jobs']).toContainEqual(expect.objectContaining({ id: made.body.id, redriveOf: first.id }));
  const again = await api('POST', `/v2/crawl/${first.id}/redrive`, order);
  expect(again.body).toMatchObject({ id: made.body.id, warning: expect.stringContaining('redriven before') });
});

test('the command line redrives a batch, and says of a job with nothing to redrive that there is nothing', async () => {
  const urls = [`${site.origin}/b`, `${site.origin}/gone`];
  const { body: first } = await api('POST', '/v2/batch/scrape', { urls });
  await ended(`/v2/batch/scrape/${first.id}`);
  const environment = { GLEANER_URL: gleaner.url, GLEANER_KEY: gleaner.key };
  const before = await runCli(['redrive', first.id, '--dry-run'], { environment });
  expect(before).toMatchObject({ exitCode: 0, stdout: 'HTTP_GONE  1\n' });
  const run = await runCli(['redrive', first.id, '--no-wait'], { environment });
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  const second = await ended(`/v2/batch/scrape/${run.stdout.trim()}`);
  expect(second).toMatchObject({
    status: 'completed',
    redriveOf: first.id,
    counts: { admitted: 1, failed: 1 },
  });
  const dry = await runCli(['redrive', first.id, '--dry-run'], { environment });
  expect(dry).toMatchObject({ exitCode: 0, stdout: '' });
  expect(dry.stderr).toContain(`was redriven so before, as ${run.stdout.trim()} with 1 page.`);
  const nothing = await runCli(['redrive', first.id, '--code', 'TIMEOUT'], { environment });
  expect(nothing.exitCode).toBe(3);
  expect(nothing.stderr).toContain('409 NOTHING_TO_REDRIVE');
  expect(nothing.stderr).toContain(`npx gleaner errors ${first.id}`);
  expect(nothing.stderr).toContain(`npx gleaner redrive ${first.id} --include abandoned`);
  expect(nothing.stderr).not.toMatch(/GET|POST/);
});

test('a job that runs, one that is not there and a body that is wrong are refused in the one shape of errors', async () => {
  const { body: running } = await api('POST', '/v2/crawl', { url: `${site.origin}/hang` });
  const path = `/v2/crawl/${running.id}/redrive`;
  const unknown = '/v2/crawl/01935a6e-7d2c-7abc-8def-0123456789ab/redrive';
  const cases: [string, unknown, number, string][] = [
    [path, undefined, 409, 'JOB_RUNNING'],
    [path, { codes: ['NO_SUCH_CODE'] }, 400, 'BAD_REQUEST'],
    [path.replace('crawl', 'batch/scrape'), {}, 404, 'JOB_NOT_FOUND'],
    [unknown, {}, 404, 'JOB_NOT_FOUND'],
  ];
  for (const [where, body, status, code] of cases) {
    const answer = await api('POST', where, body);
    expect(answer).toMatchObject({
      status,
      body: { success: false, code, error: expect.stringMatching(/.{20,}/) },
    });
  }
  expect((await api('GET', path)).status).toBe(405);
  await vi.waitFor(() => expect(hanging.length).toBe(1), { timeout: 240_000 });
  await api('DELETE', `/v2/crawl/${running.id}`);
  for (const response of hanging.splice(0)) response.end();
});

test('an idempotency key finds the redrive of its first use, and is refused for another', async () => {
  down = true;
  const { body: first } = await api('POST', '/v2/crawl', { url: `${site.origin}/`, limit: 10 });
  await ended(`/v2/crawl/${first.id}`);
  const key = { 'x-idempotency-key': 'redrive-once' };
  const send = (body: unknown): Promise<Answer> => api('POST', `/v2/crawl/${first.id}/redrive`, body, key);
  const [one, two] = await Promise.all([send({}), send({ include: ['failed'] })]);
  expect([one.status, two.status, one.body.id]).toEqual([200, 200, two.body.id]);
  expect(await send({ codes: ['HTTP_GONE'] })).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_KEY_REUSED' },
  });
});

/** Hands a message to `bury-dead-letters`, as its queue does; answers the messages that stay in the queue. */
const bury = async (messageId: string, body: string): Promise<string[]> => {
  const record = {
    messageId,
    receiptHandle: 'receipt',
    body,
    attributes: {
      ApproximateReceiveCount: '11',
      SentTimestamp: '1763712000000',
      SenderId: 'sender',
      ApproximateFirstReceiveTimestamp: String(Date.parse('2026-11-21T10:00:00Z')),
      DeadLetterQueueSourceArn: 'arn:aws:sqs:us-east-1:123456789012:fetch-normal',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:123456789012:dead-letters',
    awsRegion: 'us-east-1',
  };
  const outcome = await gleaner.invoke('bury-dead-letters', { Records: [record] });
  if (!outcome.ok) throw new Error(outcome.message);
  const { batchItemFailures } = JSON.parse(outcome.payload) as {
    batchItemFailures: { itemIdentifier: string }[];
  };
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
};

test('a dead letter is told by the errors of its job, and its page is redriven by its code', async () => {
  const url = `${site.origin}/hang`;
  const { body: job } = await api('POST', '/v2/batch/scrape', { urls: [`${site.origin}/b`, url] });
  const path = `/v2/batch/scrape/${job.id}`;
  await vi.waitFor(() => expect(hanging.length).toBe(1), { timeout: 240_000 });
  const pages = [pageHash(url)];
  // It came so often before that it is not sent again, though no worker died while it visited the page alone.
  const before = { receives: 99, firstReceivedAt: Date.parse('2026-11-21T10:00:00Z') };
  const letter = { v: 1, job: job.id, host: site.host, priority: 'normal', pages, before };
  expect(await bury('letter', JSON.stringify(letter))).toEqual([]);
  // Its worker lives after all: what it brings comes too late to count.
  for (const response of hanging.splice(0)) response.end(htmlPage('late', []));
  expect(await ended(path)).toMatchObject({ counts: { admitted: 2, done: 1, failed: 1 } });
  const { body } = await api('GET', `${path}/errors`);
  const deadLetter = {
    stage: 'fetch',
    queue: 'fetch-normal',
    receives: 110,
    attempts: 0,
    firstReceivedAt: '2026-11-21T10:00:00.000Z',
  };
  expect(body['errors']).toMatchObject([{ url, code: 'DEAD_LETTER', deadLetter }]);
  const redriven = await api('POST', `${path}/redrive`, { codes: ['DEAD_LETTER'] });
  expect(redriven.body).toMatchObject({ pages: 1, redriveOf: job.id });
  await vi.waitFor(() => expect(hanging.length).toBe(1), { timeout: 240_000 });
  for (const response of hanging.splice(0)) response.end(htmlPage('at last', []));
  expect(await ended(`/v2/batch/scrape/${redriven.body.id}`)).toMatchObject({ completed: 1, total: 1 });
});

test.each(['{"v":2,"token":"hunter2"}', 'hunter2'])(
  'a letter that nobody can read (%s) stays in its queue, is named in the log and counted, and its body is not logged',
  async (body) => {
    expect(await bury(`unreadable ${body.length}`, body)).toEqual([`unreadable ${body.length}`]);
    const log = await readFile(join(dataDir, 'logs/bury-dead-letters.log'), 'utf8');
    expect(log).toContain('"message":"dead letter unreadable"');
    expect(log).toContain(`unreadable ${body.length}`);
    expect(log).toContain('UnreadableDeadLetters');
    expect(log).not.toContain('hunter2');
  },
);

test('a submission that Lambda gave up is named in the log, without its request, and leaves its queue', async () => {
  const letter = {
    version: '1.0',
    requestContext: { requestId: 'given-up', condition: 'RetriesExhausted', approximateInvokeCount: 3 },
    requestPayload: { kind: 'crawl', source: 'weekly', request: { headers: { cookie: 'hunter3' } } },
    responsePayload: { errorMessage: 'SOURCE_PAUSED: it failed too often' },
  };
  expect(await bury('submission', JSON.stringify(letter))).toEqual([]);
  const log = await readFile(join(dataDir, 'logs/bury-dead-letters.log'), 'utf8');
  const line = log.split('\n').find((each) => each.includes('given-up')) ?? '';
  for (const part of ['"dead letter"', '"submit-job"', '"weekly"', 'SOURCE_PAUSED'])
    expect(line).toContain(part);
  expect(log).not.toContain('hunter3');
});

test('the command line runs a batch, lists what it did not get, and watches another while it runs', async () => {
  const environment = { GLEANER_URL: gleaner.url, GLEANER_KEY: gleaner.key };
  const [good, gone, slow] = ['/b', '/gone', '/hang'].map((path) => `${site.origin}${path}`);
  const ran = await runCli(['batch', '-', '--json'], { environment, stdin: `${good}\n${gone}\n` });
  expect(ran.exitCode).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({ metadata: { sourceURL: good } });
  const [id = ''] = /[0-9a-f-]{36}/.exec(ran.stderr) ?? [];
  const errors = await runCli(['errors', id], { environment });
  expect(errors.stdout).toMatch(/^CODE .*\nHTTP_GONE +http\S+\/gone +.*\n$/);
  const { body: running } = await api('POST', '/v2/batch/scrape', { urls: [good, slow] });
  const watching = runCli(['watch', running.id], {
    environment,
    onStdout: (text) => {
      // The first page is there while the second still hangs.
      if (text.includes(good ?? ''))
        for (const response of hanging.splice(0)) response.end(htmlPage('late', []));
    },
  });
  expect(await watching).toMatchObject({ exitCode: 0, stdout: `${good}\n${slow}\n` });
});

test('every answer was as the description of the API says', () => {
  expect(checked.answered.size).toBeGreaterThanOrEqual(7);
  expect(checked.problems, whatToDo).toEqual([]);
});
