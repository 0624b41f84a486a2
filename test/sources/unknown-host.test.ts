import { lookup } from 'node:dns/promises';
import { expect, test, vi } from 'vitest';
import { startMemoryStores } from '../harness/memory/memory-pipeline.ts';
import { watchSite, type AnswerBody } from '../harness/watch-site.ts';

vi.mock('node:dns/promises', { spy: true });

const day = 24 * 60 * 60_000;

test('a host whose name is unknown for days loses no page; its pages are missing, and an alert says why', async () => {
  let isKnown = true;
  vi.mocked(lookup).mockImplementation((async (hostname: string) => {
    await Promise.resolve();
    if (hostname === 'tides.example' && isKnown) return [{ address: '127.0.0.1', family: 4 }];
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
  }) as never);
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(startMemoryStores(), 'nameless');
  try {
    pages.set('/', { links: ['/a'] });
    pages.set('/a', {});
    const url = `http://tides.example:${site.port}/`;
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', { url }) });
    expect((await run())['changes']).toEqual({ added: 2 });
    isKnown = false;
    site.hangUp();
    const asked = site.requests.length;
    let last: AnswerBody = {};
    for (let again = 0; again < 3; again += 1) {
      pipeline.skip(4 * day);
      last = await run();
      expect(last).toMatchObject({ changes: {}, held: 0 });
    }
    expect(site.requests).toHaveLength(asked);
    expect(last['pages']).toMatchObject({ present: 0, missing: 2, deleted: 0 });
    const { alerts } = await ok('GET', '/v2/alerts');
    expect((alerts as AnswerBody[]).map(({ id }) => String(id))).toContain('guide.source-moved');
    isKnown = true;
    pipeline.skip(day);
    await run();
    const { source } = await ok('GET', '/v2/sources/guide');
    expect(source).toMatchObject({ condition: 'active' });
    expect((await ok('GET', '/v2/sources/guide/pages?state=present'))['pages']).toHaveLength(2);
    const { changes } = await ok('GET', '/v2/changes');
    expect((changes as AnswerBody[]).map(({ kind }) => String(kind))).toEqual(['added', 'added']);
  } finally {
    await site.close();
  }
});
