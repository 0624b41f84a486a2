import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { monitorEndpoints } from '../../functions/endpoints/monitor.ts';
import { scrapeEndpoints } from '../../functions/endpoints/scrape.ts';
import { freshPace, type Pace } from '../../lib/fetch/politeness/pace.ts';
import { createSeenCache } from '../../lib/frontier/seen-cache.ts';
import { limits } from '../../lib/limits/limits.ts';
import { usualScopes } from '../../lib/request/keys/scopes.ts';
import { readProgress } from '../../lib/steps/api/read-progress.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { putPace } from '../../lib/store/hosts/pace.ts';
import type { ApiJson } from '../harness/call-api.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';

/** What callers are told of a host that asked one team, or all of them, to wait. */
let stores: PipelineStores;
let host: string;
let hosts = 0;
beforeAll(async () => {
  stores = await startStores();
});
beforeEach(() => {
  hosts += 1;
  host = `paused-${hosts}.test`;
});
afterAll(() => stores.stop());

const minute = 60_000;

const startTeams = () => {
  const pipeline = startPipeline(stores, {
    allow: [],
    hosts: {},
    disturbance: undisturbed,
    seed: 1,
    realTime: true,
  });
  const touched = {
    ...pipeline.delivering,
    queues: pipeline.queues,
    sources: stores.sources,
    seen: createSeenCache(),
    extractDialect: 'v2',
    keyLimits: { requestsPerMinute: 100, openJobs: 10 },
    log: () => {},
  } as const;
  const ask = async (
    team: string,
    method: string,
    path: string,
    { body = null, parameters = {} }: { readonly body?: object | null; readonly parameters?: object } = {},
  ) => {
    const endpoint = [...scrapeEndpoints, ...monitorEndpoints].find(
      (one) => one.method === method && one.path === path,
    );
    const answer = await endpoint?.handler(touched, {
      method,
      path,
      parameters: { ...parameters },
      query: {},
      headers: {},
      baseUrl: 'https://x',
      ownUrl: 'https://x',
      remainingMs: () => 2_600,
      body: body === null ? null : JSON.stringify(body),
      bytes: null,
      caller: { team, keyId: 'k', scopes: usualScopes, limits: {}, makers: [] },
    });
    const told: ApiJson = JSON.parse(answer?.body ?? '{}');
    return { retryAfter: answer?.headers?.['retry-after'], body: told };
  };
  const pauseHost = async (pause: Partial<Pace>): Promise<void> => {
    expect(
      await putPace(stores.table, host, { ...freshPace, ...pause, version: 1 }, pipeline.now()),
    ).toBeNull();
  };
  return { pipeline, ask, pauseHost };
};

test('a host is told as paused until the moment that holds for the team that asks', async () => {
  const { pipeline, ask, pauseHost } = startTeams();
  const now = pipeline.now();
  await pauseHost({ pausedUntil: now + minute, told: { patient: now + 15 * minute, early: now + 1 } });
  const pausedFor = async (team: string): Promise<number> => {
    const { body } = await ask(team, 'GET', '/v2/hosts/{host}', { parameters: { host } });
    return Date.parse(body['pausedUntil'] ?? '');
  };
  expect(await pausedFor('patient')).toBe(now + 15 * minute);
  expect(await pausedFor('early')).toBe(now + minute);
  expect(await pausedFor('other')).toBe(now + minute);
});

test('a pause that holds for one team alone is told to that team, and to no other', async () => {
  const { pipeline, ask, pauseHost } = startTeams();
  const now = pipeline.now();
  await pauseHost({ told: { patient: now + 5 * minute } });
  const told = async (team: string) =>
    (await ask(team, 'GET', '/v2/hosts/{host}', { parameters: { host } })).body['pausedUntil'];
  expect(await told('patient')).toBe(new Date(now + 5 * minute).toISOString());
  expect(await told('other')).toBeUndefined();
});

test('the progress of a job shows the pause that holds for its team', async () => {
  const { pipeline, pauseHost } = startTeams();
  const now = pipeline.now();
  await pauseHost({ pausedUntil: now + minute, told: { default: now + 10 * minute } });
  const submitted = await pipeline.submit('crawl', { url: `https://${host}/` });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await getJob(stores.table, submitted.job.id);
  if (job === null) throw new Error('The job is gone');
  const { hosts: shown } = await readProgress(stores.table, job, now);
  expect(shown.map((one) => one.pausedUntil)).toEqual([new Date(now + 10 * minute).toISOString()]);
});

test.each([
  ['a host that is not paused', 0, limits.askAgainSeconds],
  ['a pause of two minutes', 2 * minute, 120],
  ['a pause longer than the answer waits for its caller', 15 * minute, limits.askAgainSecondsMax],
])('a caller whose page is not there is told when it is tried next: %s', async (_, pauseMs, wanted) => {
  const { pipeline, ask, pauseHost } = startTeams();
  if (pauseMs > 0) await pauseHost({ told: { default: pipeline.now() + pauseMs } });
  const held = await ask('default', 'POST', '/v2/scrape', { body: { url: `https://${host}/` } });
  const { retryAfterSeconds, id } = held.body['details'];
  // Some seconds may pass on a busy machine.
  expect(retryAfterSeconds).toBeLessThanOrEqual(wanted);
  expect(retryAfterSeconds).toBeGreaterThanOrEqual(Math.max(limits.askAgainSeconds, wanted - 60));
  expect(Number.isInteger(retryAfterSeconds)).toBe(true);
  expect(held.retryAfter).toBe(String(retryAfterSeconds));
  expect(held.body['error']).toContain(`again in ${retryAfterSeconds} seconds`);
  const again = await ask('default', 'GET', '/v2/scrape/{id}', { parameters: { id } });
  const { retryAfterSeconds: later } = again.body['details'];
  expect([again.body['code'], again.retryAfter]).toEqual(['JOB_RUNNING', String(later)]);
  expect(later).toBeLessThanOrEqual(retryAfterSeconds);
  expect(later).toBeGreaterThanOrEqual(Math.max(limits.askAgainSeconds, wanted - 120));
});
