import { PutCommand, ScanCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { apiKeyKey, jobKey } from '../../lib/keys/table-keys.ts';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFunction } from '../../functions/edge/http-function.ts';
import { makeOpenApiDocument } from '../../functions/openapi/make-document.ts';
import type { ApiDependencies } from '../../functions/handlers/dependencies.ts';
import { accountEndpoints } from '../../functions/endpoints/account.ts';
import { jobEndpoints } from '../../functions/endpoints/jobs.ts';
import { keyEndpoints } from '../../functions/endpoints/keys.ts';
import { scrapeEndpoints } from '../../functions/endpoints/scrape.ts';
import { enforceRateLimit, authenticator } from '../../lib/steps/api/admit-caller.ts';
import { concludeJob } from '../../lib/store/jobs/conclude-job.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import type { Table } from '../../lib/store/table.ts';
import { finishJob } from '../../lib/steps/finish-job/finish-job.ts';
import { endEarly } from '../../lib/steps/protocol/end-job.ts';
import { createSeenCache } from '../../lib/frontier/seen-cache.ts';
import type { Job } from '../../lib/job/job.ts';
import { apiKeyId, computeHmac, newApiKey } from '../../lib/request/keys/api-key.ts';
import { manageKeys } from '../../lib/steps/api/manage-keys.ts';
import { limits } from '../../lib/limits/limits.ts';
import { makeChecker, whatToDo } from '../harness/check-api.ts';
import { finishEnded } from '../../lib/steps/finish-job/finish-ended.fixture.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';
import { testSealing } from '../harness/test-sealing.ts';

/** The API's functions as they are, on a table and buckets of their own, under a clock that the test puts forward. */
let stores: PipelineStores;
let site: TestSite;
let pipeline: ReturnType<typeof startPipeline>;

beforeAll(async () => {
  [stores, site] = await Promise.all([
    startStores(),
    serveSite((path, response) => {
      if (path === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, []));
    }),
  ]);
  pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 1,
  });
});

/** The time at which the clock of the API stands, in a test for which it is not to run on by itself. */
let standsAt: number | null = null;
const now = (): number => standsAt ?? pipeline.now();
const pass = (ms: number): void => {
  if (standsAt !== null) standsAt += ms;
};

/** Runs a part of a test from the beginning of a minute on; time passes only by `pass` and by waiting. */
const withStandingClock = async (part: () => Promise<void>): Promise<void> => {
  standsAt = Math.ceil(pipeline.now() / 60_000) * 60_000;
  try {
    await part();
  } finally {
    standsAt = null;
  }
};

const silent = {
  announce: async () => await Promise.resolve(),
  announceAlert: async () => await Promise.resolve(),
};
afterAll(async () => {
  await stores?.stop();
  await site?.close();
});

const pepper = async (): Promise<string> => await Promise.resolve('pepper');
const keyLimits = { requestsPerMinute: 1_000, openJobs: 100 };

const dependencies = (): ApiDependencies => ({
  seal: testSealing.seal,
  table: stores.table,
  envelopes: stores.envelopes,
  results: stores.results,
  sources: stores.sources,
  queues: pipeline.queues,
  seen: createSeenCache(),
  now,
  random: Math.random,
  sleep: async (ms) => await Promise.resolve(pass(ms)),
  keyLimits,
  extractDialect: 'v1',
  pepper,
  log: () => {},
});

/** What was answered otherwise than the API's description says. */
const problems: string[] = [];
const check = makeChecker(makeOpenApiDocument());

interface Answer {
  readonly status: number;
  readonly body: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- answers of many routes
  readonly retryAfter: number;
}

/** One sandbox of the function `api`, with a memory of its own. */
const openSandbox = (table: Table = stores.table) => {
  const own = { ...dependencies(), table };
  const endpoints = [...jobEndpoints, ...scrapeEndpoints, ...keyEndpoints, ...accountEndpoints];
  const handler = httpFunction(endpoints, own, {
    authenticate: authenticator(stores.table, pepper, now),
    admit: async (caller, begins) => await enforceRateLimit(own, caller, begins),
  });
  return async (method: string, path: string, key: string, body?: unknown, remainingMs = 600_000) => {
    const [pathname = '', query] = path.split('?');
    const event = {
      httpMethod: method,
      path: pathname,
      resource: '/{proxy+}',
      pathParameters: { proxy: pathname.slice(1) },
      headers: { authorization: `Bearer ${key}`, host: 'api.example' },
      queryStringParameters: query === undefined ? null : Object.fromEntries(new URLSearchParams(query)),
      body: body === undefined ? null : JSON.stringify(body),
      requestContext: { path: pathname },
    } as unknown as APIGatewayProxyEvent;
    const endsAt = now() + remainingMs;
    const context = { getRemainingTimeInMillis: () => endsAt - now() } as unknown as Context;
    const answer = await handler(event, context);
    const sent = event.body ?? '';
    problems.push(...check({ method, path: pathname, sent, status: answer.statusCode, body: answer.body }));
    return {
      status: answer.statusCode,
      body: JSON.parse(answer.body) as Answer['body'],
      retryAfter: Number(answer.headers?.['retry-after'] ?? 0),
    } satisfies Answer;
  };
};

/** What an operator's function works with. */
const operator = {
  get table() {
    return stores.table;
  },
  pepper,
  putHeaderSecret: async () => await Promise.resolve(),
  sleep: async () => await Promise.resolve(),
};

/** The first key of a team, as an operator makes it. */
const firstKey = async (order: Record<string, unknown>): Promise<string> => {
  const answer = await manageKeys({ ...operator, now }, { action: 'create', ...order });
  if (!answer.success || !('key' in answer)) throw new Error(JSON.stringify(answer));
  return answer.key;
};

const crawl = { url: 'https://example.com/', limit: 1 };

/** Cancels a crawl and has it concluded. */
const put = async (id: string): Promise<void> => {
  const own = { ...dependencies(), sources: stores.sources, ...silent };
  await endEarly(own, { id, team: 'default' }, { outcome: 'cancelled', code: 'JOB_CANCELLED' });
  await finishEnded(own, id);
};

test('the first key of a team makes others, which are listed, used and revoked in that team alone', async () => {
  const ask = openSandbox();
  const admin = await firstKey({ team: 'first', name: 'me', scopes: ['read', 'write', 'admin'] });
  const stranger = await firstKey({ team: 'other', scopes: ['admin'] });
  const order = { name: 'ci', scopes: ['write', 'read'], requestsPerMinute: 60, openJobs: 5 };
  const made = await ask('POST', '/v2/keys', admin, order);
  expect(made).toMatchObject({ status: 200, body: { name: 'ci', team: 'first', scopes: ['read', 'write'] } });
  const { key, id } = made.body as { key: string; id: string };
  expect(key).toMatch(/^fc-[0-9a-f]{12}:/);

  const listed = (await ask('GET', '/v2/keys', admin)).body['keys'] as Record<string, unknown>[];
  expect(listed).toMatchObject([
    { name: 'me', limits: keyLimits, revokedAt: null },
    {
      id,
      name: 'ci',
      limits: { requestsPerMinute: 60, openJobs: 5 },
      lastUsedAt: null,
      usage: { jobs: 0, pages: 0 },
    },
  ]);
  const { Items } = await stores.table.documents.send(new ScanCommand({ TableName: stores.table.name }));
  expect(JSON.stringify(listed)).not.toMatch(/hmac/);
  expect(JSON.stringify(Items)).not.toContain(key.split(':')[1]);

  expect((await ask('GET', '/v2/keys', stranger)).body['keys']).toMatchObject([{ team: 'other' }]);
  expect(await ask('DELETE', `/v2/keys/${id}`, stranger)).toMatchObject({ status: 404 });
  expect(await ask('GET', `/v2/keys/${id}/usage`, stranger)).toMatchObject({ status: 404 });
  expect(await ask('DELETE', `/v2/keys/${id}`, admin)).toMatchObject({
    status: 200,
    body: { revoked: true },
  });
  const after = (await ask('GET', '/v2/keys', admin)).body['keys'] as Record<string, unknown>[];
  expect(after[1]).toMatchObject({ id, revokedAt: expect.stringMatching(/^20/) });
});

test.each([
  [{ name: 'x', scope: ['read'] }, /Unrecognized key: "scope"/],
  [{ name: 'x', scopes: ['reed'] }, /scopes\.0: .*"read", "write", "admin".*found "reed"/],
  [{ name: 'x', scopes: [] }, /scopes: /],
  [{ name: 'x', team: 'other' }, /"team"/],
  [{ name: 'x', key: 'fc-mine:1' }, /"key"/],
  [{ name: 'x', requestsPerMinute: 0 }, /requestsPerMinute: /],
])('an order for a key %j is refused, and says why', async (order, words) => {
  const admin = await firstKey({ team: 'strict', scopes: ['admin'] });
  const refused = await openSandbox()('POST', '/v2/keys', admin, order);
  expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  expect(refused.body['error']).toMatch(words);
});

test.each([
  [{}, { requestsPerMinute: 60, openJobs: 5 }],
  [
    { requestsPerMinute: 1_000, openJobs: 99 },
    { requestsPerMinute: 60, openJobs: 5 },
  ],
  [
    { requestsPerMinute: 10, openJobs: 2 },
    { requestsPerMinute: 10, openJobs: 2 },
  ],
])(
  'a key with limits makes no key beyond them, nor does one that it made, and says so: %j',
  async (order, given) => {
    const admin = await firstKey({ team: 'bound', scopes: ['admin'], requestsPerMinute: 60, openJobs: 5 });
    const ask = openSandbox();
    const spec = { name: 'x', scopes: ['admin'] };
    const made = await ask('POST', '/v2/keys', admin, { ...spec, ...order });
    const asked: Partial<typeof given> = order;
    const lowered = (['requestsPerMinute', 'openJobs'] as const).filter(
      (name) => asked[name] !== given[name],
    );
    expect(made).toMatchObject({ status: 200, body: { limits: given, lowered } });
    const next = await ask('POST', '/v2/keys', String(made.body['key']), { ...spec, requestsPerMinute: 999 });
    expect(next).toMatchObject({
      status: 200,
      body: { limits: given, lowered: ['requestsPerMinute', 'openJobs'] },
    });
  },
);

/** A key with limits, and keys that it and they made: a child of each admin key in turn. */
const family = async (
  team: string,
  order: Record<string, unknown>,
  generations: number,
): Promise<string[]> => {
  const ask = openSandbox();
  const keys = [await firstKey({ team, scopes: ['read', 'write', 'admin'], ...order })];
  while (keys.length <= generations) {
    const spec = { scopes: ['read', 'write', 'admin'], name: `child ${keys.length}` };
    keys.push(String((await ask('POST', '/v2/keys', keys.at(-1) ?? '', spec)).body['key']));
  }
  return keys;
};

test('keys have together no more requests than the key with limits that made them', async () => {
  const [root = '', child = '', grandchild = ''] = await family('rates', { requestsPerMinute: 3 }, 2);
  const ask = openSandbox();
  const brother = String(
    (await ask('POST', '/v2/keys', root, { name: 'x', requestsPerMinute: 1 })).body['key'],
  );
  const other = await firstKey({ team: 'rates', scopes: ['write'] });
  const status = async (key: string) => (await ask('POST', '/v2/crawl', key, {})).status;
  await withStandingClock(async () => {
    // The brother's own limit refuses it, and what it is refused is not counted for all.
    expect(await Promise.all([1, 2, 3].map(async () => await status(brother)))).toContain(429);
    expect([await status(child), await status(grandchild)]).toEqual([400, 400]);
    for (const key of [root, child, grandchild]) expect(await status(key)).toBe(429);
    expect(await status(other)).toBe(400);
    pass(60_000);
    expect(await status(grandchild)).toBe(400);
  });
});

test('keys have together no more jobs open than the key with limits that made them', async () => {
  const [root = '', child = '', grandchild = ''] = await family('open', { openJobs: 2 }, 2);
  const other = await firstKey({ team: 'open', scopes: ['write'] });
  const ask = openSandbox();
  const begin = async (key: string) => await ask('POST', '/v2/crawl', key, crawl);
  const first = await begin(grandchild);
  expect([first.status, (await begin(root)).status]).toEqual([200, 200]);
  for (const key of [root, child, grandchild])
    expect(await begin(key)).toMatchObject({ status: 429, body: { code: 'CONCURRENCY_LIMIT_EXCEEDED' } });
  expect((await begin(child)).body['error']).toContain('the key that made this one');
  expect((await begin(other)).status).toBe(200);
  await put(first.body['id'] as string);
  expect((await begin(root)).status).toBe(200);
  expect((await begin(grandchild)).status).toBe(429);
});

test('keys with limits that make one another go so deep, and no deeper', async () => {
  const keys = await family('deep', { openJobs: 2 }, limits.keyMakersMax);
  const next = await openSandbox()('POST', '/v2/keys', keys.at(-1) ?? '', { name: 'one too many' });
  expect(next).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(next.body['error']).toContain(`${limits.keyMakersMax + 1} keys with limits`);
});

test('a key does what its scopes say, and nothing else', async () => {
  const ask = openSandbox();
  const team = 'scopes';
  const asked = {
    read: ['GET', '/v2/team/queue-status'],
    write: ['POST', '/v2/crawl', crawl],
    admin: ['GET', '/v2/keys'],
  } as const;
  for (const scope of ['read', 'write', 'admin'] as const) {
    const key = await firstKey({ team, scopes: [scope] });
    for (const [needed, [method, path, body]] of Object.entries(asked)) {
      const { status, body: answer } = await ask(method, path, key, body);
      expect([scope, needed, status]).toEqual([scope, needed, scope === needed ? 200 : 403]);
      if (status === 403)
        expect(answer).toMatchObject({ code: 'FORBIDDEN', error: expect.stringContaining(needed) });
    }
  }
});

test('a key that is older than scopes reads and writes, is listed once it was used, and can be revoked', async () => {
  const key = newApiKey();
  const id = apiKeyId(key);
  const item = { id, hmac: computeHmac(key, 'pepper'), name: 'old', team: 'old', createdAt: 1 };
  await stores.table.documents.send(
    new PutCommand({ TableName: stores.table.name, Item: { ...apiKeyKey(id), ...item } }),
  );
  const admin = await firstKey({ team: 'old', name: 'new', scopes: ['admin'] });
  const ask = openSandbox();
  expect((await ask('GET', '/v2/concurrency-check', key)).status).toBe(200);
  expect((await ask('POST', '/v2/crawl', key, crawl)).status).toBe(200);
  expect((await ask('GET', '/v2/keys', key)).status).toBe(403);
  const used = new Date(pipeline.now()).toISOString().slice(0, 10);
  expect((await ask('GET', '/v2/keys', admin)).body['keys']).toMatchObject([
    { id, name: 'old', scopes: ['read', 'write'], lastUsedAt: expect.stringContaining(used) },
    { name: 'new' },
  ]);
  expect((await ask('DELETE', `/v2/keys/${id}`, admin)).status).toBe(200);
  expect((await openSandbox()('GET', '/v2/concurrency-check', key)).status).toBe(401);
});

test('a revoked key works for a minute where it was just seen, and nowhere else', async () => {
  const admin = await firstKey({ team: 'revoked', scopes: ['admin'] });
  const key = await firstKey({ team: 'revoked' });
  const [seen, other] = [openSandbox(), openSandbox()];
  const statusOf = async (ask: typeof seen) => (await ask('GET', '/v2/concurrency-check', key)).status;
  expect(await statusOf(seen)).toBe(200);
  expect((await other('DELETE', `/v2/keys/${apiKeyId(key)}`, admin)).status).toBe(200);
  expect([await statusOf(seen), await statusOf(other)]).toEqual([200, 401]);
  pipeline.skip(60_000);
  expect(await statusOf(seen)).toBe(401);
});

test('the last use of a key is noted once in a few minutes, whoever sees it', async () => {
  const key = await firstKey({ team: 'noted', scopes: ['read', 'admin'] });
  const lastUse = async (): Promise<string> =>
    (await openSandbox()('GET', '/v2/keys', key)).body['keys'][0].lastUsedAt as string;
  const first = await lastUse();
  pipeline.skip(limits.keyUseNotedMs / 2);
  expect(await lastUse()).toBe(first);
  pipeline.skip(limits.keyUseNotedMs);
  expect(Date.parse(await lastUse())).toBeGreaterThan(Date.parse(first) + limits.keyUseNotedMs);
});

test(
  'requests that begin work are counted over all functions, and beyond the limit told how long to wait; ' +
    'status is never',
  async () => {
    const key = await firstKey({ team: 'fast', requestsPerMinute: 3 });
    await withStandingClock(async () => {
      const ask = openSandbox();
      const sandboxes = [ask, openSandbox(), openSandbox()];
      const begun = await Promise.all(
        [...sandboxes, ...sandboxes, ...sandboxes].map((sandbox) => sandbox('POST', '/v2/crawl', key, crawl)),
      );
      expect(begun.map((answer) => answer.status).toSorted()).toEqual([200, 200, 200, ...Array(6).fill(429)]);
      const refused = begun.find((answer) => answer.status === 429);
      expect(refused?.body).toMatchObject({
        success: false,
        code: 'RATE_LIMIT_EXCEEDED',
        error: expect.stringMatching(
          /^Rate limit exceeded\. Consumed \(req\/min\): 3, Remaining \(req\/min\): 0\. .* retry after \d+s, resets at 20/,
        ),
      });
      const said = Number(/retry after (\d+)s/.exec(String(refused?.body['error']))?.[1]);
      expect([refused?.retryAfter, refused?.body['details'].retryAfterSeconds]).toEqual([said, said]);
      const id = begun.find((answer) => answer.status === 200)?.body['id'] as string;
      const asked = await Promise.all(Array.from({ length: 10 }, () => ask('GET', `/v2/crawl/${id}`, key)));
      expect(new Set(asked.map((answer) => answer.status))).toEqual(new Set([200]));
      pass(said * 1_000);
      expect((await ask('POST', '/v2/crawl', key, crawl)).status).toBe(200);
    });
  },
);

test('whoever comes back for a scrape is neither counted nor refused', async () => {
  const key = await firstKey({ team: 'patient', requestsPerMinute: 1 });
  const ask = openSandbox();
  const scrape = { url: `${site.origin}/slow` };
  const hurried = 2_600;
  await withStandingClock(async () => {
    const first = await ask('POST', '/v2/scrape', key, scrape, hurried);
    expect(first).toMatchObject({ status: 408, body: { details: { state: 'processing_continues' } } });
    expect((await ask('POST', '/v2/scrape', key, { url: `${site.origin}/another` })).status).toBe(429);
    expect((await ask('POST', '/v2/scrape', key, scrape, hurried)).status).toBe(408);
  });
  while (pipeline.deliveries.length > 0) await pipeline.settle(0);
  expect(await ask('POST', '/v2/scrape', key, scrape)).toMatchObject({ status: 200 });
});

test('whoever waits at a slow table is told to come back while API Gateway still holds the connection', async () => {
  const key = await firstKey({ team: 'late' });
  const documents = Object.create(stores.table.documents) as Table['documents'];
  documents.send = (async (command: never) => {
    pass(700);
    return await stores.table.documents.send(command);
  }) as Table['documents']['send'];
  const ask = openSandbox({ ...stores.table, documents });
  await withStandingClock(async () => {
    const began = now();
    const answer = await ask('POST', '/v2/scrape', key, { url: `${site.origin}/late` }, 29_000);
    expect(answer).toMatchObject({ status: 408, body: { details: { state: 'processing_continues' } } });
    expect(now() - began).toBeLessThan(29_000);
  });
});

test('a key has so many jobs open; another begins when one has ended', async () => {
  const key = await firstKey({ team: 'open', openJobs: 2 });
  const other = await firstKey({ team: 'open' });
  const ask = openSandbox();
  const ids = [];
  for (let index = 0; index < 2; index += 1) {
    ids.push((await ask('POST', '/v2/crawl', key, crawl)).body['id'] as string);
  }
  const refused = await ask('POST', '/v2/crawl', key, crawl);
  expect(refused).toMatchObject({
    status: 429,
    retryAfter: 60,
    body: { code: 'CONCURRENCY_LIMIT_EXCEEDED' },
  });
  expect(refused.body['error']).toMatch(
    /^Concurrency limit exceeded\. 2 .* of 2 .*openJobs.*retry after 60s/,
  );
  expect((await ask('POST', '/v2/crawl', other, crawl)).status).toBe(200);
  const counted = async () => (await ask('GET', '/v2/concurrency-check', key)).body['data'] as unknown;
  expect(await counted()).toEqual({ concurrency: 2, maxConcurrency: 2 });
  const { body: queue } = await ask('GET', '/v2/team/queue-status', key);
  expect(queue).toMatchObject({ jobsInQueue: 3, activeJobsInQueue: 3, waitingJobsInQueue: 0 });
  await put(ids[0] ?? '');
  expect(await counted()).toEqual({ concurrency: 1, maxConcurrency: 2 });
  expect((await ask('POST', '/v2/crawl', key, crawl)).status).toBe(200);
});

test('what a job took counts once for its key, however often and by how many its end is told', async () => {
  const key = await firstKey({ team: 'used', name: 'user', scopes: ['read', 'write', 'admin'] });
  const ask = openSandbox();
  const { body } = await ask('POST', '/v2/crawl', key, { url: `${site.origin}/`, limit: 5 });
  await pipeline.run(body['id'] as string);
  const own = { ...dependencies(), sources: stores.sources, ...silent };
  await finishJob(own, body['id'] as string);
  const many = await Promise.all(
    Array.from({ length: 12 }, async () => (await ask('POST', '/v2/crawl', key, crawl)).body['id'] as string),
  );
  await Promise.all(
    many.map((id) => endEarly(own, { id, team: 'default' }, { outcome: 'cancelled', code: 'JOB_CANCELLED' })),
  );
  await Promise.all([...many, ...many, ...many].map((id) => finishEnded(own, id)));
  pipeline.deliveries.splice(0);
  const listed = (await ask('GET', '/v2/keys', key)).body['keys'] as { usage: Record<string, unknown> }[];
  expect(listed[0]?.usage).toMatchObject({ jobs: 13, pages: 1, failed: 0, dollars: 0 });
  const credits = (await ask('GET', '/v2/team/credit-usage', key)).body['data'] as Record<string, number>;
  expect((credits['planCredits'] ?? 0) - (credits['remainingCredits'] ?? 0)).toBe(1);
  expect((await ask('GET', '/v2/team/queue-status', key)).body).toMatchObject({
    jobsInQueue: 0,
    mostRecentSuccess: expect.stringMatching(/^20/),
  });
});

/**
 * A table some of whose next transactions meet others on a part of theirs, which an emulator that has one at a time
 * cannot show.
 */
const contested = (times: number): Table => {
  const documents = Object.create(stores.table.documents) as Table['documents'];
  let left = times;
  documents.send = (async (command: never) => {
    if (!((command as unknown) instanceof TransactWriteCommand) || left === 0)
      return await stores.table.documents.send(command);
    left -= 1;
    const CancellationReasons = [{ Code: 'TransactionConflict' }, { Code: 'None' }];
    throw new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons });
  }) as Table['documents']['send'];
  return { ...stores.table, documents };
};

test('a job that begins or ends while others of its key do waits for its turn, and counts once', async () => {
  const key = await firstKey({ team: 'contested', scopes: ['read', 'write', 'admin'] });
  const ask = openSandbox(contested(3));
  const { status, body } = await ask('POST', '/v2/crawl', key, crawl);
  expect(status).toBe(200);
  const id = body['id'] as string;
  await endEarly(dependencies(), { id, team: 'default' }, { outcome: 'cancelled', code: 'JOB_CANCELLED' });
  const pauses: number[] = [];
  const sleep = async (ms: number) => await Promise.resolve(void pauses.push(ms));
  const own = { ...dependencies(), sources: stores.sources, ...silent };
  await finishEnded({ ...own, sleep, table: contested(3) }, id);
  expect(pauses).toHaveLength(3);
  expect((await getJob(stores.table, id))?.status).toBe('cancelled');
  expect((await ask('GET', '/v2/keys', key)).body['keys']).toMatchObject([{ usage: { jobs: 1 } }]);
  expect((await ask('GET', '/v2/concurrency-check', key)).body['data']).toMatchObject({ concurrency: 0 });
});

/** A job that is over, with counters of the test's choice. */
const concluded = async (team: string, keyId: string | undefined, counts: Partial<Job>, at: number) => {
  const submitted = await pipeline.submit('crawl', crawl);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const { id } = submitted.job;
  await endEarly(dependencies(), { id, team: 'default' }, { outcome: 'completed', code: 'JOB_DEADLINE' });
  await stores.table.documents.send(
    new UpdateCommand({
      TableName: stores.table.name,
      Key: jobKey(id),
      AttributeUpdates: Object.fromEntries(
        Object.entries(counts).map(([name, value]) => [name, { Action: 'PUT', Value: value }]),
      ),
    }),
  );
  const job = { ...((await getJob(stores.table, id)) as Job), team, keyId } as Job;
  const conclusion = await concludeJob(
    stores.table,
    job,
    { outcome: 'completed' },
    { now: at, ttl: 9_999_999_999 },
  );
  expect(conclusion).toBe('concluded');
};

test('usage is told by month and by key, in both versions of the API', async () => {
  const key = await firstKey({ team: 'months', name: 'user', scopes: ['read', 'admin'] });
  const id = apiKeyId(key);
  const now = pipeline.now();
  const last = new Date(now);
  last.setUTCDate(0);
  await concluded('months', id, { done: 7, failed: 1, inputTokens: 100, outputTokens: 10 }, last.getTime());
  await concluded('months', id, { done: 3, microdollars: 500_000 }, now);
  await concluded('months', undefined, { done: 4, inputTokens: 5, unpriced: 1 }, now);
  const ask = openSandbox();
  const data = async (path: string) => (await ask('GET', path, key)).body;
  const month = (at: number): string => new Date(at).toISOString().slice(0, 7);
  const [before, current] = [`${month(last.getTime())}-01T00:00:00.000Z`, `${month(now)}-01T00:00:00.000Z`];

  expect((await data('/v2/team/credit-usage/historical'))['periods']).toEqual([
    { startDate: before, endDate: current, creditsUsed: 7 },
    { startDate: current, endDate: expect.any(String), creditsUsed: 7 },
  ]);
  const perKey = await data('/v1/team/token-usage/historical?byApiKey=true');
  expect(perKey['periods']).toMatchObject([
    { startDate: before, apiKey: 'user', tokensUsed: 110 },
    { startDate: current, apiKey: 'user', tokensUsed: 0 },
    { startDate: current, apiKey: 'scheduled', tokensUsed: 5 },
  ]);
  expect((await data(`/v2/keys/${id}/usage`))['periods']).toMatchObject([
    { startDate: before, jobs: 1, pages: 7, failed: 1, inputTokens: 100, outputTokens: 10, dollars: 0 },
    { startDate: current, jobs: 1, pages: 3, dollars: 0.5 },
  ]);
  expect(await data('/v1/team/credit-usage')).toEqual({
    success: true,
    data: {
      remaining_credits: 999_999_993,
      plan_credits: 1_000_000_000,
      billing_period_start: current,
      billing_period_end: expect.stringMatching(/-01T00:00:00.000Z$/),
    },
  });
  expect((await data('/v2/team/token-usage'))['data']).toMatchObject({ remainingTokens: 999_999_995 });
  expect(await data('/v1/concurrency-check')).toEqual({ success: true, concurrency: 0, maxConcurrency: 100 });
});

test('every answer was as the description of the API says', () => {
  expect(problems, whatToDo).toEqual([]);
});
