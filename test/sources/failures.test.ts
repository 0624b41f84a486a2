import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody } from '../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const pathsOf = ({ failures }: AnswerBody): string[] =>
  (failures as { url: string }[]).map(({ url }) => new URL(url).pathname);

test('failures of all jobs are listed once, the newest job first, however small the parts are', async () => {
  const { site, pages, pipeline, ok, call, manifest, run } = await watchSite(stores, 'failing');
  try {
    const gone = Array.from({ length: 5 }, (_, index) => `/gone/${index}`);
    pages.set('/', { links: ['/a', '/closed', ...gone] });
    pages.set('/a', {});
    pages.set('/closed', { status: 403 });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    const first = await run();
    pipeline.skip(24 * 60 * 60_000);
    pages.set('/', { links: ['/a', ...gone.slice(0, 2)] });
    pages.set('/closed', {});
    const second = await run();

    const all = await ok('GET', '/v2/failures?limit=1000');
    const jobs = (all['failures'] as { job: string }[]).map(({ job }) => job);
    expect(all['cursor']).toBeNull();
    // Those of the second run stand before all of the first.
    expect(jobs).toEqual(jobs.toSorted((a, b) => Number(a === first['job']) - Number(b === first['job'])));
    expect(new Set(jobs)).toEqual(new Set([first['job'], second['job']]));
    const ofFirst = await ok('GET', `/v2/failures?job=${first['job']}`);
    expect(pathsOf(ofFirst).toSorted()).toEqual(['/closed', ...gone]);
    expect(ofFirst['failures'][0]).toMatchObject({
      source: 'guide',
      kind: 'crawl',
      host: site.host,
      retries: expect.any(Number),
      at: expect.stringMatching(/Z$/),
    });

    const parts: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const part: AnswerBody = await ok(
        'GET',
        `/v2/failures?limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      expect(part['failures'].length).toBeLessThanOrEqual(2);
      parts.push(...(part['failures'] as { job: string; id: string }[]).map(({ job, id }) => `${job} ${id}`));
      cursor = part['cursor'] as string | null;
    }
    expect(parts).toEqual(
      (all['failures'] as { job: string; id: string }[]).map(({ job, id }) => `${job} ${id}`),
    );

    expect(pathsOf(await ok('GET', '/v2/failures?status=403'))).toEqual(['/closed']);
    expect(new Set(pathsOf(await ok('GET', '/v2/failures?code=HTTP_NOT_FOUND')))).toEqual(new Set(gone));
    expect(pathsOf(await ok('GET', '/v2/failures?host=elsewhere.example'))).toEqual([]);
    expect(await call('GET', '/v2/failures?source=other')).toMatchObject({
      status: 404,
      body: { code: 'SOURCE_NOT_FOUND' },
    });
    expect(pathsOf(await ok('GET', '/v2/failures?since=2999-01-01'))).toEqual([]);
    for (const wrong of ['code=NONE', 'cursor=x', 'state=done', 'limit=1001', 'since=yesterday', 'job=1'])
      expect((await call('GET', `/v2/failures?${wrong}`)).status, wrong).toBe(400);
  } finally {
    await site.close();
  }
});

test('a job that runs is read from its pages, and one that has ended from its index', async () => {
  const { site, pages, pipeline, ok, manifest } = await watchSite(stores, 'seeking');
  try {
    pages.set('/', { links: ['/gone'] });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    // Nothing of it has ended yet.
    const { id } = await ok('POST', '/v2/sources/guide/run');
    expect(await ok('GET', '/v2/failures')).toMatchObject({ failures: [], cursor: null });
    await pipeline.run(id as string);
    expect(pathsOf(await ok('GET', '/v2/failures'))).toEqual(['/gone']);
  } finally {
    await site.close();
  }
});

test('the failure of a scrape is listed as that of a crawl is', async () => {
  const { site, pipeline, ok } = await watchSite(stores, 'scraping');
  try {
    const submitted = await pipeline.submit('scrape', { url: `${site.origin}/gone` }, undefined, {
      team: 'scraping',
    });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    await pipeline.run(submitted.job.id);
    expect(pathsOf(await ok('GET', `/v2/failures?job=${submitted.job.id}`))).toEqual(['/gone']);
  } finally {
    await site.close();
  }
});
