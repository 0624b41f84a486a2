import { afterAll, beforeAll, expect, test } from 'vitest';
import { envelopeSchema } from '../../lib/envelope/envelope.ts';
import { getObject } from '../../lib/store/objects.ts';
import { undisturbed, type Disturbance } from '../harness/leaky-queues.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody as Body } from '../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

test('from manifest to deletion: applied, run, changed, gone, told once, and read as it was', async () => {
  const { site, pages, asked, pipeline, call, ok, manifest, run } = await watchSite(stores, 'path');
  try {
    pages.set('/', { links: ['/hub'] });
    pages.set('/hub', { links: ['/a', '/b', '/c', '/d'] });
    for (const name of ['/a', '/b', '/c', '/d']) pages.set(name, { text: 'first edition' });
    await ok('POST', '/v2/sources/apply', {
      manifest: manifest('1.0.0', { metadata: { agency: 'Harbour' } }),
    });

    const first = await run();
    expect(first).toMatchObject({
      outcome: 'completed',
      trigger: 'manual',
      manifestVersion: '1.0.0',
      isComplete: true,
    });
    expect(first['changes']).toEqual({ added: 6 });
    const start = await ok('GET', '/v2/changes');
    expect(start['changes']).toHaveLength(6);

    // The hub is out: what only it links to is asked for by itself, and nothing is told.
    pages.set('/hub', { status: 503 });
    pages.set('/b', { text: 'second edition' });
    asked.splice(0);
    pipeline.skip(24 * 60 * 60_000);
    const second = await run();
    expect(asked).toEqual(expect.arrayContaining(['/a', '/b', '/c', '/d']));
    expect(second['changes']).toEqual({ modified: 1 });
    expect(second['pages']).toMatchObject({ present: 5, unreachable: 1, deleted: 0 });
    expect([first['health'], second['health']]).toMatchObject([{ failed: 0 }, { failed: 1 }]);

    pages.set('/hub', { links: ['/a', '/b', '/c', '/d'] });
    pages.delete('/c');
    pipeline.skip(25 * 60 * 60_000);
    expect((await run())['changes']).toEqual({});
    pipeline.skip(25 * 60 * 60_000);
    const fourth = await run();
    expect(fourth['changes']).toEqual({ deleted: 1 });
    expect(fourth['pages']).toMatchObject({ present: 5, deleted: 1 });

    const told = await ok('GET', `/v2/changes?since=${start['cursor']}`);
    const lines = (told['changes'] as Body[]).map(({ kind, url }) => `${kind} ${new URL(url).pathname}`);
    expect(lines).toEqual(['modified /b', 'deleted /c']);
    const gone = (told['changes'] as Body[])[1];
    const text = await getObject(stores.envelopes, String(gone?.['envelope']));
    const envelope = envelopeSchema.parse(JSON.parse(text ?? ''));
    expect(envelope.integrity.change_type).toBe('deleted');
    expect(envelope.content.body).toBe('');
    expect(envelope.source).toMatchObject({
      manifest_id: 'guide',
      manifest_version: '1.0.0',
      agency: 'Harbour',
    });
    expect(envelope.integrity.previous_content_hash).not.toBe(envelope.integrity.content_hash);

    const url = encodeURIComponent(`${site.origin}/b`);
    const versions = await ok('GET', `/v2/versions?source=guide&url=${url}`);
    expect((versions['versions'] as Body[]).map(({ kind }) => kind)).toEqual(['modified', 'added']);
    const then = await ok('GET', `/v2/versions/at?source=guide&url=${url}&date=${String(first['endedAt'])}`);
    expect(then['markdown']).toContain('first edition');
    expect(then['nextDiffersAt']).not.toBeNull();
    const diff = await ok('GET', `/v2/versions/diff?source=guide&url=${url}`);
    expect(diff['text']).toContain('+');
    expect(diff['text']).toContain('second edition');

    const versionsOf = (path: string): string => `source=guide&url=${encodeURIComponent(site.origin + path)}`;
    const refused = async (path: string): Promise<unknown> => (await call('GET', path)).body['error'];
    expect(await refused(`/v2/versions/diff?${versionsOf('/a')}`)).toMatch(/only one version, added on 20/);
    expect(await refused(`/v2/versions/diff?${versionsOf('/c')}`)).toMatch(/only one version, added on 20/);
    expect(await refused(`/v2/versions/at?${versionsOf('/c')}&date=${String(fourth['endedAt'])}`)).toMatch(
      /it was deleted on 20/,
    );
    expect(await refused(`/v2/versions?${versionsOf('/z')}`)).toMatch(/no run of guide saw it by then/);

    const before = await ok('GET', `/v2/sources/guide/pages?at=${String(first['job'])}`);
    expect(before['total']).toBe(6);
    const deleted = await ok('GET', '/v2/sources/guide/pages?state=deleted');
    expect(deleted['pages']).toHaveLength(1);
    const between = await ok('GET', `/v2/sources/guide/diff?from=${String(first['job'])}`);
    expect(between['counts']).toEqual({ modified: 1, deleted: 1 });
    expect(await refused('/v2/sources/guide/diff?from=then')).toMatch(
      /expected a date, a moment, or the job of a run/,
    );

    pages.set('/c', { text: 'first edition' });
    pipeline.skip(25 * 60 * 60_000);
    expect((await run())['changes']).toEqual({ restored: 1 });
  } finally {
    await site.close();
  }
});

test('a page that nothing leads to any more is flagged, not while a page that may name it is out', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'unlinked');
  const unlinked = async (): Promise<string[]> => {
    const answer = await ok('GET', '/v2/sources/guide/pages?state=unlinked');
    return (answer['pages'] as Body[]).map(({ url }) => new URL(url as string).pathname);
  };
  const later = async (): Promise<Body> => {
    pipeline.skip(25 * 60 * 60_000);
    return await run();
  };
  try {
    pages.set('/', { links: ['/hub', '/a'] });
    pages.set('/hub', { links: ['/a', '/b'] });
    for (const path of ['/a', '/b']) pages.set(path, {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    expect((await later())['pages']).toMatchObject({ present: 4 });
    expect(await unlinked()).toEqual([]);

    // Who may name it cannot be asked: nothing follows.
    pages.set('/hub', { status: 503 });
    await later();
    expect(await unlinked()).toEqual([]);

    pages.set('/hub', { links: ['/a'] });
    const third = await later();
    expect(third['pages']).toMatchObject({ present: 4, unlinked: 1 });
    expect(await unlinked()).toEqual(['/b']);
    expect(third['changes']).toEqual({ modified: 1 });
    const since = async () =>
      (await ok('GET', '/v2/sources/guide/pages?prefix=' + site.origin + '/b'))['pages'];
    const [before] = (await since()) as Body[];
    await later();
    expect(await since()).toMatchObject([{ state: 'present', unlinkedSince: before?.['unlinkedSince'] }]);

    // Named by a page that only it leads to: by some page all the same.
    pages.set('/a', { links: ['/b'] });
    expect((await later())['pages']).toMatchObject({ present: 4 });
    expect(await unlinked()).toEqual([]);
  } finally {
    await site.close();
  }
});

test('each change stands in the feed once, in order, though messages come twice', async () => {
  const rough: Disturbance = { ...undisturbed, duplicate: 0.5 };
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'rough', rough);
  try {
    pages.set('/', { links: ['/a', '/b'] });
    pages.set('/a', {});
    pages.set('/b', {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    for (let edition = 1; edition <= 4; edition += 1) {
      pages.set('/a', { text: `edition ${edition}` });
      pipeline.skip(60 * 60_000);
      await run();
    }
    const lines: string[] = [];
    let cursor = '1.0';
    for (let turn = 0; turn < 20; turn += 1) {
      const read = await ok('GET', `/v2/changes?since=${cursor}&limit=1`);
      lines.push(...(read['changes'] as Body[]).map(({ kind, url }) => `${kind} ${new URL(url).pathname}`));
      cursor = String(read['cursor']);
    }
    expect(lines).toEqual(['added /', 'added /a', 'added /b', 'modified /a', 'modified /a', 'modified /a']);
    const backwards: string[] = [];
    for (let before: string | null = 'now'; before !== null;) {
      const read = await ok('GET', `/v2/changes?before=${before}&limit=2`);
      backwards.push(
        ...(read['changes'] as Body[]).map(({ kind, url }) => `${kind} ${new URL(url).pathname}`),
      );
      before = read['cursor'] as string | null;
    }
    expect(backwards).toEqual(lines.toReversed());
  } finally {
    await site.close();
  }
});

test('a source that its manifest keeps from running by itself is neither paused nor resumed, and says why', async () => {
  const { site, pages, pipeline, ok, call, manifest, run } = await watchSite(stores, 'unsteered');
  const steer = async (action: string) => {
    const { status, body } = await call('POST', `/v2/sources/guide/${action}`);
    return [status, String(body['code'])];
  };
  try {
    pages.set('/', { status: 404 });
    const refused = [400, 'BAD_REQUEST'];
    for (const [index, status, why] of [
      [0, 'proposed', 'its manifest only proposes it'],
      [1, 'retired', 'its manifest has retired it'],
      [2, 'paused', 'its manifest pauses it'],
    ] as const) {
      await ok('POST', '/v2/sources/apply', { manifest: manifest(`1.${index}.0`, { status }) });
      expect([await steer('pause'), await steer('resume')]).toEqual([refused, refused]);
      const { error } = (await call('POST', '/v2/sources/guide/resume')).body;
      expect(error).toBe(
        `Cannot resume the source guide: ${why}. To change that, change its status there and apply the manifest tides`,
      );
      const select = { ids: ['guide'] };
      const { results } = await ok('POST', '/v2/sources/bulk', { action: 'resume', select });
      expect(results).toMatchObject([{ source: 'guide', code: 'BAD_REQUEST', error }]);
      expect((await ok('GET', '/v2/sources/guide'))['source']).toMatchObject({ condition: status, why });
    }
    // It runs by name until it failed too often: then resuming it lets it run by name again.
    for (let failed = 0; failed < 5; failed += 1) {
      pipeline.skip(60 * 60_000);
      await run();
    }
    const { error, code } = (await call('POST', '/v2/sources/guide/run')).body;
    expect(code).toBe('SOURCE_PAUSED');
    expect(error).toMatch(/: npx gleaner sources resume guide, or POST \/v2\/sources\/guide\/resume$/);
    await ok('POST', '/v2/sources/guide/resume');
    expect((await ok('GET', '/v2/sources/guide'))['source']).toMatchObject({
      condition: 'paused',
      why: 'its manifest pauses it',
    });
    pipeline.skip(60 * 60_000);
    expect(await run()).toMatchObject({ visited: 1 });
  } finally {
    await site.close();
  }
});

test('what is due is run by the heartbeat, once, and not while a run is open, paused or failing', async () => {
  const { site, pages, pipeline, ok, call, manifest } = await watchSite(stores, 'due');
  try {
    pages.set('/', {});
    await ok('POST', '/v2/sources/apply', {
      manifest: manifest('1.0.0', { frequency: undefined, every: '12h' }),
    });
    const source = async (): Promise<Body> => (await ok('GET', '/v2/sources/guide'))['source'];
    const due = Date.parse(String((await source())['nextDueAt']));
    expect(due).toBeGreaterThan(pipeline.now());
    await pipeline.beatOnce();
    expect((await source())['openRun']).toBeNull();
    pipeline.skip(due - pipeline.now() + 60_000);
    await Promise.all([pipeline.beatOnce(), pipeline.beatOnce()]);
    const { openRun, nextDueAt } = await source();
    expect(openRun).not.toBeNull();
    expect(Date.parse(String(nextDueAt))).toBe(due + 12 * 60 * 60_000);
    expect((await call('POST', '/v2/sources/guide/run')).body).toMatchObject({ code: 'RUN_OPEN' });

    // Still open when it is due again: skipped, with the reason; and of many missed times one is left.
    pipeline.deliveries.splice(0);
    pipeline.skip(13 * 60 * 60_000);
    await pipeline.beatOnce();
    const { runs } = await ok('GET', '/v2/sources/guide/runs');
    expect((runs as Body[]).filter(({ outcome }) => outcome === 'skipped')).toMatchObject([
      { code: 'skipped_overlap', trigger: 'scheduled' },
    ]);
    await pipeline.run(openRun as string);
    expect((await source())['openRun']).toBeNull();

    await ok('POST', '/v2/sources/guide/pause', { why: 'rebuilt' });
    expect(await source()).toMatchObject({
      condition: 'paused',
      nextDueAt: null,
      paused: { why: 'rebuilt' },
    });
    pipeline.skip(49 * 60 * 60_000);
    await pipeline.beatOnce();
    expect((await source())['openRun']).toBeNull();
    await ok('POST', '/v2/sources/guide/resume');
    expect((await source())['condition']).toBe('active');
    expect((await source())['nextDueAt']).not.toBeNull();
  } finally {
    await site.close();
  }
});
