import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '../harness/acting.ts';
import type { Job } from '../../lib/job/job.ts';
import type { Selection } from '../../lib/request/redrive-request.ts';
import { previewRedrive } from '../../lib/steps/api/redrive/preview-redrive.ts';
import { redriveJob } from '../../lib/steps/api/redrive/redrive-job.ts';
import { readErrorPart } from '../../lib/steps/read-results/read-error-part.ts';
import { runByName } from '../../lib/steps/submit-job/run-by-name.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody as Body } from '../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const hour = 60 * 60_000;

test('a run ends once it cost what it may, none begins in a month whose dollars are spent, and both say why', async () => {
  const { site, pages, pipeline, ok, call, manifest, run } = await watchSite(stores, 'bounded');
  try {
    for (let depth = 0; depth < 60; depth += 1)
      pages.set(depth === 0 ? '/' : `/${depth}`, { links: [`/${depth + 1}`] });
    const limits = { dollars_per_run: 0.0001 };
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', { limits }) });
    const bounded = await run();
    expect(bounded).toMatchObject({ outcome: 'completed', code: 'BUDGET_EXHAUSTED', isComplete: false });
    expect(bounded['visited']).toBeLessThan(60);
    const alerts = (await ok('GET', '/v2/alerts'))['alerts'] as Body[];
    expect(alerts.map(({ id }) => id as string)).toContain('guide.budget');

    await ok('POST', '/v2/sources/apply', {
      manifest: manifest('1.1.0', { limits: { dollars_per_month: 0.000_001 } }),
    });
    const { source } = await ok('GET', '/v2/sources/guide');
    expect(source).toMatchObject({
      condition: 'active',
      why: expect.stringContaining('spent its month') as string,
    });
    expect((source as Body)['dollarsThisMonth']).toBeGreaterThan(0);
    // It does not run before the next month.
    const { nextDueAt, due } = source as Body;
    const month = new Date(pipeline.now()).toISOString().slice(0, 7);
    expect(String(nextDueAt).slice(0, 7) > month).toBe(true);
    expect(due[0]).toBe(nextDueAt);
    const refused = await call('POST', '/v2/sources/guide/run');
    expect([refused.status, refused.body['code']]).toEqual([422, 'BUDGET_EXHAUSTED']);
    pipeline.skip(25 * hour);
    await pipeline.beatOnce();
    const { runs } = await ok('GET', '/v2/sources/guide/runs');
    expect((runs as Body[])[0]).toMatchObject({ outcome: 'skipped', code: 'BUDGET_EXHAUSTED' });
  } finally {
    await site.close();
  }
});

test('a redrive of a run, and a request that names a source, begin only within the limits of that source', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'bounded-anyhow');
  try {
    pages.set('/', { links: ['/a'] });
    pages.set('/a', { status: 500 });
    const apply = async (version: string, limits: object) =>
      await ok('POST', '/v2/sources/apply', { manifest: manifest(version, { limits }) });
    const redrive = async (job: Job, include: Selection['include'] = ['failed']) => {
      const spec = { job, selection: { codes: [], include }, team: 'bounded-anyhow' };
      const preview = await actAs('api', () => previewRedrive(pipeline.submitting, spec));
      return { preview, done: await actAs('api', () => redriveJob(pipeline.submitting, spec)) };
    };
    const ask = async (kind: 'crawl' | 'batch' | 'scrape', id: string) => {
      const where = kind === 'batch' ? { urls: [`${site.origin}/`] } : { url: `${site.origin}/` };
      return await pipeline.submit(kind, { ...where, source: { id } }, undefined, { team: 'bounded-anyhow' });
    };
    const spent = { failure: { code: 'BUDGET_EXHAUSTED' } };

    await apply('1.0.0', { dollars_per_run: 5, dollars_per_month: 20, credits_per_run: 7 });
    const first = await getJob(stores.table, String((await run())['job']));
    if (first === null) throw new Error('Its run is there');
    const { done } = await redrive(first);
    expect(done).toMatchObject({ ok: true, repeated: false, job: { maxDollars: 5, maxCredits: 7 } });
    if (!done.ok) throw new Error('It is redriven');
    await pipeline.run(done.job.id);
    const asked = await ask('crawl', 'guide');
    expect(asked).toMatchObject({ ok: true, job: { maxDollars: 5, maxCredits: 7 } });
    if (asked.ok) await pipeline.run(asked.job.id);

    await apply('1.1.0', { dollars_per_run: 5, dollars_per_month: 0.000_001 });
    const again = await getJob(stores.table, done.job.id);
    if (again === null) throw new Error('The redrive is there');
    expect(await redrive(again)).toMatchObject({ preview: spent, done: { ok: false, ...spent } });
    for (const kind of ['crawl', 'batch', 'scrape'] as const)
      expect(await ask(kind, 'guide'), kind).toMatchObject({ ok: false, ...spent });
    // A redrive that was made before begins nothing.
    expect(await redrive(first)).toMatchObject({ preview: { kind: 'same' }, done: { repeated: true } });
    // No manifest lists it, so nothing bounds it.
    const unknown = await ask('crawl', 'nobody');
    expect(unknown).toMatchObject({ ok: true });
    expect(unknown.ok && 'maxDollars' in unknown.job).toBe(false);
  } finally {
    await site.close();
  }
});

test('the pages that a manifest allows bind its runs, whoever begins them and whatever limit they ask for', async () => {
  const team = 'bounded-pages';
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, team);
  try {
    const links = Array.from({ length: 12 }, (_, index) => `/${index}`);
    pages.set('/', { links });
    for (const link of links) pages.set(link, {});
    const apply = async (version: string, more: object) =>
      await ok('POST', '/v2/sources/apply', { manifest: manifest(version, { ...more }) });
    const ask = async (kind: 'crawl' | 'batch', body: object) =>
      await pipeline.submit(kind, { ...body, source: { id: 'guide' } }, undefined, { team });
    const lowered = 'limit: 4 pages in place of 12, which is what the manifest of the source guide allows';

    await apply('1.0.0', { crawl: { limit: 9 }, limits: { pages: 4 } });
    expect(await run()).toMatchObject({ outcome: 'completed', visited: 4 });
    pipeline.skip(hour);
    const named = await ask('crawl', { url: `${site.origin}/`, limit: 12 });
    expect(named).toMatchObject({ ok: true, job: { limit: 4 } });
    expect(named.ok && named.warning).toContain(lowered);
    if (!named.ok) throw new Error('It begins');
    await pipeline.run(named.job.id);
    expect(await getJob(stores.table, named.job.id)).toMatchObject({ status: 'completed', done: 4 });
    const fewer = await ask('crawl', { url: `${site.origin}/`, limit: 3 });
    expect(fewer).toMatchObject({ ok: true, job: { limit: 3 } });
    expect(fewer).not.toHaveProperty('warning');
    if (fewer.ok) await pipeline.run(fewer.job.id);

    const urls = links.map((link) => `${site.origin}${link}`);
    expect(await ask('batch', { urls })).toMatchObject({ ok: false, failure: { code: 'BAD_REQUEST' } });
    // A page that is named twice, or in two spellings, counts once.
    const four = urls.slice(0, 4);
    const few = await ask('batch', { urls: [...four, ...four, `${urls[0]}#top`] });
    expect(few).toMatchObject({ ok: true });
    if (few.ok) await pipeline.run(few.job.id);

    // A source that lists its pages is not bounded by a number; a crawl that names it is.
    await apply('2.0.0', { method: 'batch', url: undefined, urls, limits: { pages: 4 } });
    pipeline.skip(hour);
    expect(await run()).toMatchObject({ outcome: 'completed', visited: 12 });
    const crawl = await ask('crawl', { url: `${site.origin}/`, limit: 12 });
    expect(crawl).toMatchObject({ ok: true, job: { limit: 4 } });
    if (crawl.ok) await pipeline.run(crawl.job.id);
  } finally {
    await site.close();
  }
});

test('a redrive fetches as many pages as a run may, says so, and the next one of the same pages fetches others', async () => {
  const team = 'bounded-redrive';
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, team);
  try {
    const links = Array.from({ length: 5 }, (_, index) => `/${index}`);
    pages.set('/', { links });
    for (const link of links) pages.set(link, { status: 500 });
    const apply = async (version: string, most: number) =>
      await ok('POST', '/v2/sources/apply', { manifest: manifest(version, { limits: { pages: most } }) });
    await apply('1.0.0', 6);
    const job = await getJob(stores.table, String((await run())['job']));
    if (job === null) throw new Error('Its run is there');
    await apply('1.1.0', 3);
    const spec = { job, selection: { codes: [], include: ['failed' as const] }, team };
    const preview = async () => await actAs('api', () => previewRedrive(pipeline.submitting, spec));
    const redrive = async () => await actAs('api', () => redriveJob(pipeline.submitting, spec));

    for (const link of links) pages.set(link, {});
    expect(await preview()).toMatchObject({ kind: 'new', pages: 3, left: 2 });
    const first = await redrive();
    expect(first).toMatchObject({ ok: true, pages: 3, job: { limit: 3, redrive: { pages: 3, left: 2 } } });
    expect(await redrive()).toMatchObject({ ok: true, repeated: true });
    if (!first.ok) throw new Error('It is redriven');
    await pipeline.run(first.job.id);
    const second = await redrive();
    expect(second).toMatchObject({ ok: true, repeated: false, pages: 2, job: { redrive: { pages: 2 } } });
    if (!second.ok) throw new Error('It is redriven');
    await pipeline.run(second.job.id);
    const ended = await Promise.all([first, second].map(({ job: { id } }) => getJob(stores.table, id)));
    expect(ended.map((each) => each?.done)).toEqual([3, 2]);
    expect(await redrive()).toMatchObject({ ok: true, repeated: true, job: { id: second.job.id } });
  } finally {
    await site.close();
  }
});

test.each(['crawl', 'scrape', 'batch'])(
  'a run (%s) that could not pay for one page is told as failed, and does not count against its source',
  async (method) => {
    const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, `unpaid-${method}`);
    try {
      pages.set('/', {});
      const urls = { url: undefined, urls: [`${site.origin}/`, `${site.origin}/a`] };
      const own = { method, ...(method === 'batch' ? urls : {}) };
      const apply = async (version: string, limits: object) =>
        await ok('POST', '/v2/sources/apply', { manifest: manifest(version, { ...own, limits }) });
      await apply('1.0.0', { dollars_per_run: 0.000_000_01 });
      const unpaid = await run();
      expect(unpaid).toMatchObject({ outcome: 'failed', code: 'BUDGET_EXHAUSTED', health: { pages: 0 } });
      const told = { failedInRow: 0, lastRunOutcome: 'failed', lastRunCode: 'BUDGET_EXHAUSTED' };
      expect((await ok('GET', '/v2/sources/guide'))['source']).toMatchObject({
        condition: 'active',
        ...told,
      });
      expect(await ok('GET', '/v2/overview')).toMatchObject({
        sources: { failed: 1 },
        troubled: [{ id: 'guide', ...told }],
      });
      const [page] = await readErrorPart(stores.results, String(unpaid['job']), 0);
      expect(page?.error).toBe('Not delivered: the job had used up its budget');

      await apply('1.1.0', {});
      pipeline.skip(hour);
      await run();
      expect((await ok('GET', '/v2/sources/guide'))['source']).toMatchObject({
        lastRunOutcome: 'completed',
        lastRunCode: null,
      });
      expect(await ok('GET', '/v2/overview')).toMatchObject({ sources: { failed: 0 }, troubled: [] });
    } finally {
      await site.close();
    }
  },
);

test('a source whose host answers 429 is asked half as often, and says so', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'patient', {
    ...undisturbed,
  });
  try {
    pages.set('/', { links: ['/a'] });
    pages.set('/a', { status: 429 });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    const { source } = await ok('GET', '/v2/sources/guide');
    expect(source).toMatchObject({ slowdown: 2, why: expect.stringContaining('patience') as string });
    const [first, second] = ((source as Body)['due'] as string[]).map((at) => Date.parse(at));
    expect((second ?? 0) - (first ?? 0)).toBe(48 * hour);
    pages.set('/a', {});
    for (let calm = 0; calm < 2; calm += 1) {
      pipeline.skip(hour);
      await run();
    }
    expect((await ok('GET', '/v2/sources/guide'))['source']).toMatchObject({ slowdown: 1, why: null });
  } finally {
    await site.close();
  }
});

test('a source that fails five times tells the reason of the last one, in its state and in its alert', async () => {
  const { site, pages, pipeline, ok, call, manifest, run } = await watchSite(stores, 'broken');
  try {
    pages.set('/', { status: 403 });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    for (let failed = 0; failed < 5; failed += 1) {
      pipeline.skip(hour);
      await run();
    }
    const { source } = await ok('GET', '/v2/sources/guide');
    expect(source).toMatchObject({
      condition: 'failing',
      why: expect.stringContaining('HTTP_FORBIDDEN') as string,
      due: [],
      nextDueAt: null,
      watched: null,
    });
    const alerts = (await ok('GET', '/v2/alerts'))['alerts'] as Body[];
    const alert = alerts.find(({ id }) => id === 'guide.runs-failing');
    expect(alert?.['message']).toContain('HTTP_FORBIDDEN');
    expect((await call('POST', '/v2/sources/guide/run')).body['code']).toBe('SOURCE_PAUSED');
    await ok('POST', '/v2/sources/guide/resume');
    expect((await ok('GET', '/v2/sources/guide'))['source']).toMatchObject({
      condition: 'active',
      why: null,
    });
  } finally {
    await site.close();
  }
});

test('a run that reads no page is told as failed everywhere, and says nothing of how often its source changes', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'unread');
  try {
    pages.set('/a', { status: 404 });
    pages.set('/b', { status: 403 });
    const urls = [`${site.origin}/a`, `${site.origin}/b`];
    const batch = { url: undefined, method: 'batch', urls };
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', batch) });
    for (let failed = 1; failed <= 4; failed += 1) {
      pipeline.skip(hour);
      expect(await run()).toMatchObject({ outcome: 'failed', visited: 2, health: { pages: 0, failed: 2 } });
    }
    const { runs } = await ok('GET', '/v2/sources/guide/runs');
    expect((runs as Body[]).map(({ outcome }) => outcome as string)).toEqual(Array(4).fill('failed'));
    const { source } = await ok('GET', '/v2/sources/guide');
    expect(source).toMatchObject({ condition: 'active', failedInRow: 4, watched: null, usual: null });
    const alerts = (await ok('GET', '/v2/alerts'))['alerts'] as Body[];
    expect(alerts.map(({ id }) => id as string)).not.toContain('guide.fewer-pages');
    pages.set('/a', {});
    pipeline.skip(hour);
    expect(await run()).toMatchObject({ outcome: 'completed' });
    pipeline.skip(hour);
    expect(await run()).toMatchObject({ outcome: 'completed', changes: {} });
    expect((await ok('GET', '/v2/sources/guide'))['source']).toMatchObject({
      failedInRow: 0,
      watched: { checks: 2, changed: 1 },
    });
  } finally {
    await site.close();
  }
});

test('an event bus that refuses alerts holds up nothing that waits for the job, and is told by the next run', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'deaf');
  try {
    pages.set('/', {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    const alerts = pipeline.alerts;
    alerts.push = () => {
      throw new Error('EventBridge answered InternalFailure');
    };
    const first = await run();
    await pipeline.settle(2);
    expect(pipeline.announced.filter(({ id }) => id === first['job'])).toHaveLength(1);
    expect(alerts).toHaveLength(0);
    alerts.push = Array.prototype.push.bind(alerts);
    pages.set('/', { text: 'second edition' });
    pipeline.skip(hour);
    await run();
    await pipeline.settle(2);
    expect(alerts.map(({ rule }) => rule)).toContain('changed');
  } finally {
    await site.close();
  }
});

test('a schedule that invokes twice with one token starts one run; another one finds it open', async () => {
  const { site, pages, pipeline, ok, manifest } = await watchSite(stores, 'scheduler');
  try {
    pages.set('/', {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    const dependencies = { ...pipeline.submitting, sources: stores.sources };
    const invoke = async (token?: string) =>
      await actAs('submit-job', () =>
        runByName(dependencies, {
          team: 'scheduler',
          source: 'guide',
          ...(token === undefined ? {} : { token }),
        }),
      );
    const first = await invoke('schedule a 2026-01-01');
    if (first.kind !== 'started') throw new Error('It starts');
    expect(await invoke('schedule a 2026-01-01')).toEqual(first);
    expect(await invoke('schedule a 2026-01-08')).toEqual({ kind: 'open', job: first.job });
    await pipeline.run(first.job);
    expect(await invoke('schedule a 2026-01-01')).toEqual(first);
    pipeline.skip(hour);
    const next = await invoke();
    expect(next.kind).toBe('started');
    const unknown = await runByName(dependencies, { team: 'scheduler', source: 'nobody' });
    expect(unknown).toMatchObject({ kind: 'refused', failure: { code: 'SOURCE_NOT_FOUND' } });
    const { runs } = await ok('GET', '/v2/sources/guide/runs');
    expect((runs as Body[]).map(({ job, trigger }) => `${String(job)} ${String(trigger)}`)).toEqual([
      `${first.job} scheduled`,
    ]);
  } finally {
    await site.close();
  }
});

test('runs that a person starts count for the limits of the key, one by one and many at once', async () => {
  const limits = { openJobs: 2 };
  const { site, pipeline, call, ok } = await watchSite(stores, 'limited', undisturbed, [], undefined, {
    limits,
  });
  try {
    const sources = Array.from({ length: 4 }, (_, index) => ({
      id: `s-${index}`,
      url: `${site.origin}/${index}`,
      frequency: 'daily',
    }));
    await ok('POST', '/v2/sources/apply', { manifest: { version: '1.0.0', name: 'many', sources } });
    const target = { type: 'scrape', urls: [`${site.origin}/m`] };
    const monitor = { name: 'm', schedule: { cron: '0 9 * * *' }, targets: [target] };
    const { data } = await ok('POST', '/v2/monitor', monitor);
    const all = { action: 'run', select: { manifest: 'many' } };
    const results = (await ok('POST', '/v2/sources/bulk', all))['results'] as Body[];
    const tooMany = 'CONCURRENCY_LIMIT_EXCEEDED';
    expect(results.map(({ code }) => code as string | null)).toEqual([null, null, tooMany, tooMany]);
    for (const path of ['/v2/sources/s-3/run', `/v2/monitor/${String((data as Body)['id'])}/run`]) {
      const { status, body } = await call('POST', path);
      expect([status, body['code']], path).toEqual([429, tooMany]);
    }
    expect(await call('POST', '/v2/sources/bulk', all)).toMatchObject({
      status: 429,
      body: { code: tooMany },
    });
    // To pause begins nothing.
    await ok('POST', '/v2/sources/bulk', { ...all, action: 'pause' });
    await pipeline.run(String(results[0]?.['job']));
    await ok('POST', '/v2/sources/s-3/run');
  } finally {
    await site.close();
  }
});
