import { expect, test } from 'vitest';
import { pageHash } from '../../lib/frontier/page.ts';
import { findLatest } from '../../lib/store/frontier/find-latest.ts';
import { getObject } from '../../lib/store/objects.ts';
import { startMemoryStores } from '../harness/memory/memory-pipeline.ts';
import { watchSite, type AnswerBody as Body } from '../harness/watch-site.ts';

const day = 25 * 60 * 60_000;

const pathOf = ({ url }: Body): string => new URL(String(url)).pathname;

const toldBy = async (ok: (method: string, path: string) => Promise<Body>): Promise<string[]> => {
  const { changes } = await ok('GET', '/v2/changes?limit=100');
  return (changes as Body[]).map((change) => `${change['kind']} ${pathOf(change)}`);
};

test('a crawl tells the pages of a site whose links leave out the last slash, and their changes', async () => {
  const { site, pages, pipeline, ok, call, manifest, run } = await watchSite(startMemoryStores(), 'slashes');
  const told = (): Promise<string[]> => toldBy(ok);
  try {
    pages.set('/', { to: '/docs/' });
    pages.set('/docs/', { links: ['/docs/x', '/docs/y', '/old'] });
    pages.set('/old', { to: '/docs/x/' });
    for (const name of ['x', 'y']) {
      pages.set(`/docs/${name}`, { to: `/docs/${name}/` });
      pages.set(`/docs/${name}/`, { text: 'first edition' });
    }
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    const first = await run();
    expect(first).toMatchObject({ changes: { added: 3 }, pages: { present: 3, moved: 1 } });
    expect((await told()).toSorted()).toEqual(['added /', 'added /docs/x', 'added /docs/y']);
    const alerts = (await ok('GET', '/v2/alerts'))['alerts'] as Body[];
    expect(alerts.find(({ rule }) => rule === 'source-moved')?.['message']).toBe(
      `${site.origin}/ leads to ${site.origin}/docs/ for good`,
    );

    pages.set('/docs/x/', { text: 'second edition' });
    pipeline.skip(day);
    expect((await run())['changes']).toEqual({ modified: 1 });
    expect(await told()).toContain('modified /docs/x');
    const url = encodeURIComponent(`${site.origin}/docs/x`);
    const diff = await ok('GET', `/v2/versions/diff?source=guide&url=${url}`);
    expect(diff['text']).toContain('second edition');
    const old = encodeURIComponent(`${site.origin}/old`);
    const { body } = await call('GET', `/v2/versions?source=guide&url=${old}`);
    expect(body['error']).toContain(
      `it leads to ${site.origin}/docs/x/ for good, and had no page of its own`,
    );

    const { pages: listed } = await ok('GET', '/v2/sources/guide/pages');
    const movedTo = (listed as Body[]).map((page) => [pathOf(page), page['movedTo']]);
    expect(Object.fromEntries(movedTo)).toMatchObject({
      '/': `${site.origin}/docs/`,
      '/docs/y': `${site.origin}/docs/y/`,
    });
  } finally {
    await site.close();
  }
});

test('a page that moves is told, and then read at its new address, though links go on to name the old one', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(startMemoryStores(), 'moving');
  const next = async (): Promise<Body> => {
    pipeline.skip(day);
    return await run();
  };
  try {
    pages.set('/', { links: ['/mill', '/fen', '/weir', '/lock'] });
    for (const path of ['/mill', '/fen', '/weir', '/lock']) pages.set(path, {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    pages.set('/mill', { to: '/mills/old' });
    pages.set('/mills/old', { text: 'first edition' });
    await next();
    const { pages: missing } = await ok('GET', '/v2/sources/guide/pages?state=missing');
    expect(missing).toMatchObject([{ url: `${site.origin}/mill`, movedTo: `${site.origin}/mills/old` }]);
    expect((await next())['changes']).toEqual({ moved: 1 });
    const found = await next();
    expect(found).toMatchObject({ changes: { added: 1 }, pages: { present: 5, moved: 1 } });
    expect(found['pages']).not.toHaveProperty('unlinked');
    pages.set('/mills/old', { text: 'second edition' });
    await next();
    expect((await toldBy(ok)).slice(5)).toEqual(['moved /mill', 'added /mills/old', 'modified /mills/old']);
  } finally {
    await site.close();
  }
});

test.each([
  ['is gone', '/old'],
  ['leads to a page that is gone', '/mill'],
] as const)('of an old address that %s a corpus keeps no text', async (title, path) => {
  const stores = startMemoryStores();
  const team = title.replaceAll(' ', '-');
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, team);
  const lastOf = async (address: string): Promise<unknown> => {
    const hash = pageHash(`${site.origin}${address}`);
    const latest = (await findLatest(stores.table, `source:${team}:guide`, [hash])).get(hash);
    const envelope = JSON.parse(
      (await getObject(stores.envelopes, latest?.envelopeKey ?? '')) ?? '{}',
    ) as Body;
    return [envelope['integrity']?.change_type, envelope['content']?.body === ''];
  };
  try {
    pages.set('/', { links: ['/mill', '/old', '/fen', '/weir'] });
    for (const there of ['/mill', '/fen', '/weir']) pages.set(there, { text: 'wind' });
    pages.set('/old', { to: '/mill' });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    expect(await run()).toMatchObject({ pages: { present: 4, moved: 1 } });
    expect(await lastOf('/old')).toEqual(['new', false]);
    pages.delete(path);
    for (const expected of [
      ['new', false],
      ['deleted', true],
      ['deleted', true],
    ]) {
      pipeline.skip(day);
      await run();
      expect(await lastOf('/old')).toEqual(expected);
    }
    expect((await toldBy(ok)).filter((told) => told.endsWith('/old'))).toEqual([]);

    pages.set('/mill', { text: 'water' }).set('/old', { to: '/mill' });
    pipeline.skip(day);
    await run();
    expect(await lastOf('/old')).toEqual(['modified', false]);
  } finally {
    await site.close();
  }
});

test('of the URLs that a source lists, those that are moved, gone or refused open alerts until they are corrected', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(startMemoryStores(), 'listed');
  const alerts = async (): Promise<unknown> => {
    const told = (await ok('GET', '/v2/alerts'))['alerts'] as Body[];
    return told.flatMap(({ rule, severity, message, state }) =>
      state === 'open' && /blocked|moved/.test(String(rule)) ? [`${severity} ${rule}: ${message}`] : [],
    );
  };
  const lists = (...paths: string[]) => ({
    method: 'batch',
    url: undefined,
    urls: paths.map((path) => site.origin + path),
  });
  try {
    pages.set('/mill', {}).set('/old', { to: '/mill' }).set('/closed', { status: 403 });
    const all = lists('/mill', '/old', '/closed', '/zz');
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', all) });
    await run();
    expect(await alerts()).toEqual([
      `warning source-blocked: ${site.origin}/closed was refused (HTTP_FORBIDDEN): the site may have blocked us`,
      `warning source-moved: ${site.origin}/old leads to ${site.origin}/mill for good; ` +
        '2 of its URLs are not there or lead elsewhere',
    ]);
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.1', lists('/mill')) });
    pipeline.skip(day);
    await run();
    expect(await alerts()).toEqual([]);
  } finally {
    await site.close();
  }
});
