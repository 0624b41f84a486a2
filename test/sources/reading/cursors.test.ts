import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeEntryKey } from '../../../lib/keys/table-keys.ts';
import { eraseLine, joinLines, splitLines } from '../../../lib/source/audit/line-hashes.ts';
import { getObjectBytes, putObject } from '../../../lib/store/objects.ts';
import { listFeed } from '../../../lib/store/sources/change-feed.ts';
import { undisturbed } from '../../harness/leaky-queues.ts';
import { startStores, type PipelineStores } from '../../harness/pipeline.ts';
import { watchSite, type AnswerBody as Body } from '../../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const hour = 60 * 60_000;

/** The place after so many entries, less one: with a mark of the run of the last of them. */
const place = (seq: number, line = 0): string =>
  expect.stringMatching(new RegExp(String.raw`^${seq}\.${line}\.[0-9a-f]{8}$`)) as string;

const paths = (changes: unknown): string[] =>
  (changes as Body[]).map(({ kind, url }) => `${String(kind)} ${new URL(String(url)).pathname}`);

test('a cursor that is no place in the feed is refused, and one at its end waits', async () => {
  const { site, pages, pipeline, call, ok, manifest, run } = await watchSite(stores, 'beyond', undisturbed);
  const refused = async (query: string): Promise<Body> => {
    const { status, body } = await call('GET', `/v2/changes?${query}`);
    expect([query, status]).toEqual([query, 400]);
    return body;
  };
  try {
    // Before the first change the feed is empty: its beginning is its end.
    expect(await ok('GET', '/v2/changes?since=1.0')).toMatchObject({ changes: [], cursor: '1.0' });
    expect((await refused('since=2.0'))['code']).toBe('CURSOR_UNKNOWN');

    pages.set('/', { links: ['/a', '/b'] });
    pages.set('/a', {});
    pages.set('/b', {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    pages.set('/a', { text: 'second edition' });
    pipeline.skip(hour);
    await run();

    expect(await ok('GET', '/v2/changes?since=3.0')).toMatchObject({ changes: [], cursor: '3.0' });
    expect(await ok('GET', '/v2/changes?since=2.1')).toMatchObject({ changes: [], cursor: place(3) });
    const beyond = await refused('since=40.0');
    expect(beyond).toMatchObject({ success: false, code: 'CURSOR_UNKNOWN', details: { newest: place(3) } });
    expect(beyond['error']).toMatch(
      new RegExp(
        String.raw`^Cannot read changes since 40\.0: the feed of your team ends at 3\.0\.[0-9a-f]{8}\. The place ` +
          'is of another deployment, or of a state before this one was restored. Begin again without since, or at ' +
          String.raw`3\.0\.[0-9a-f]{8} to wait for what comes$`,
      ),
    );
    for (const query of ['since=3.1', 'since=2.2', 'since=1.4', 'before=40.0', 'before=3.1', 'before=2.2'])
      expect(await refused(query)).toMatchObject({ code: 'CURSOR_UNKNOWN', details: { newest: place(3) } });
    expect((await refused('before=2.2'))['error']).toContain(
      'entry 2 of the feed of your team has 1 change.',
    );
    expect(paths((await ok('GET', '/v2/changes?before=3.0'))['changes'])).toEqual([
      'modified /a',
      'added /b',
      'added /a',
      'added /',
    ]);

    // What is no cursor at all is refused as any query that cannot be read.
    for (const query of ['since=yesterday', 'since=', 'since=3', 'since=-1.0', 'before=then'])
      expect(await refused(query)).toMatchObject({
        code: 'BAD_REQUEST',
        error: expect.stringContaining('the cursor of an earlier answer') as string,
      });

    pages.set('/b', { text: 'second edition' });
    pipeline.skip(hour);
    await run();
    expect(paths((await ok('GET', '/v2/changes?since=3.0'))['changes'])).toEqual(['modified /b']);
  } finally {
    await site.close();
  }
});

test('a feed that was restored and has grown past an old cursor knows that its changes were of another run', async () => {
  const { site, pages, pipeline, call, ok, manifest, run } = await watchSite(stores, 'regrown', undisturbed);
  try {
    pages.set('/', { links: ['/a'] });
    pages.set('/a', {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    const { cursor: first } = await ok('GET', '/v2/changes');
    const { cursor: middle } = await ok('GET', '/v2/changes?limit=1');
    const { cursor: back } = await ok('GET', '/v2/changes?before=now&limit=1');
    expect([first, middle, back]).toEqual([place(2), place(1, 1), place(1, 1)]);
    // Each change tells its own place, whichever way the feed is read.
    const { changes: told } = await ok('GET', '/v2/changes');
    const { changes: backwards } = await ok('GET', '/v2/changes?before=now');
    expect((backwards as Body[]).toReversed()).toEqual(told);
    for (const [index, { cursor }] of (told as Body[]).entries())
      expect((await ok('GET', `/v2/changes?since=${String(cursor)}`))['changes']).toEqual(
        (told as Body[]).slice(index + 1),
      );
    pages.set('/a', { text: 'second edition' });
    pipeline.skip(hour);
    await run();
    expect(paths((await ok('GET', `/v2/changes?since=${String(first)}`))['changes'])).toEqual([
      'modified /a',
    ]);
    expect(paths((await ok('GET', `/v2/changes?since=${String(middle)}`))['changes'])).toEqual([
      'added /a',
      'modified /a',
    ]);

    // The state of before the first run is restored, and another run ends.
    const [entry] = await listFeed(stores.table, 'regrown', 1, 1);
    await stores.table.documents.send(
      new UpdateCommand({
        TableName: stores.table.name,
        Key: changeEntryKey('regrown', 1),
        UpdateExpression: 'SET job = :other',
        ExpressionAttributeValues: { ':other': `${entry?.job.slice(0, -4)}beef` },
      }),
    );
    for (const query of [`since=${String(first)}`, `since=${String(middle)}`, `before=${String(back)}`]) {
      const { status, body } = await call('GET', `/v2/changes?${query}`);
      expect([query, status, body]).toMatchObject([query, 400, { code: 'CURSOR_UNKNOWN' }]);
      expect(body['error']).toContain('entry 1 of the feed of your team is of another run than this place');
    }
    // A cursor of an earlier release has no mark.
    expect(paths((await ok('GET', '/v2/changes?since=2.0'))['changes'])).toEqual(['modified /a']);
    expect(paths((await ok('GET', '/v2/changes?before=1.1'))['changes'])).toEqual(['added /']);
  } finally {
    await site.close();
  }
});

test('changes whose file is gone are told as lost, once, forwards and backwards', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'lost', undisturbed);
  try {
    pages.set('/', { links: ['/a', '/b'] });
    pages.set('/a', {});
    pages.set('/b', {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    const { cursor: middle } = await ok('GET', '/v2/changes?limit=1');
    pages.set('/a', { text: 'second edition' });
    pipeline.skip(hour);
    await run();
    const [entry] = await listFeed(stores.table, 'lost', 1, 1);
    if (entry === undefined) throw new Error('the feed is empty');
    const { client, bucket: Bucket } = stores.sources;
    await client.send(new DeleteObjectCommand({ Bucket, Key: entry.key }));
    const lost = {
      source: 'guide',
      run: entry.job,
      at: new Date(entry.at).toISOString(),
      changes: 3,
      code: 'VERSION_GONE',
      error: expect.stringContaining('Cannot read 3 changes of the source guide') as string,
    };
    const all = await ok('GET', '/v2/changes');
    expect([paths(all['changes']), all['lost']]).toEqual([['modified /a'], [lost]]);
    expect((await ok('GET', `/v2/changes?since=${String(all['cursor'])}`))['lost']).toBeUndefined();
    expect((await ok('GET', `/v2/changes?since=${String(middle)}`))['lost']).toMatchObject([{ changes: 2 }]);
    expect((await ok('GET', '/v2/changes?before=now'))['lost']).toEqual([lost]);
    expect((await ok('GET', `/v2/changes?before=${String(middle)}`))['lost']).toMatchObject([{ changes: 1 }]);
    expect((await ok('GET', '/v2/changes?source=guide'))['lost']).toHaveLength(1);

    // A file that was cut off holds some of them.
    const kept = joinLines([JSON.stringify({ kind: 'added', url: 'https://fen.example/', at: entry.at })]);
    await putObject(stores.sources, entry.key, kept, 'application/gzip');
    expect((await ok('GET', '/v2/changes'))['lost']).toMatchObject([{ changes: 2 }]);
  } finally {
    await site.close();
  }
});

test('a reader in the middle of a run passes over no change because an earlier one is erased', async () => {
  const { site, pages, ok, manifest, run } = await watchSite(stores, 'erased', undisturbed);
  try {
    pages.set('/', { links: ['/a', '/b'] });
    pages.set('/a', {});
    pages.set('/b', {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    const { changes, cursor } = await ok('GET', '/v2/changes?limit=2');
    expect([paths(changes), cursor]).toEqual([['added /', 'added /a'], place(1, 2)]);
    const [entry] = await listFeed(stores.table, 'erased', 1, 1);
    const key = entry?.key ?? '';
    const lines = splitLines((await getObjectBytes(stores.sources, key)) ?? new Uint8Array());
    const erased = joinLines(lines.map((line, at) => (at === 1 ? eraseLine(line) : line)));
    await putObject(stores.sources, key, erased, 'application/gzip');
    expect(paths((await ok('GET', '/v2/changes?since=1.2'))['changes'])).toEqual(['added /b']);
    expect(paths((await ok('GET', '/v2/changes?before=1.2'))['changes'])).toEqual(['added /']);
  } finally {
    await site.close();
  }
});

test('a list of pages that is read in parts stays that of one run, though another run ends meanwhile', async () => {
  const { site, pages, pipeline, call, ok, manifest, run } = await watchSite(stores, 'parts', undisturbed);
  const slice = async (query: string): Promise<Body> => await ok('GET', `/v2/sources/guide/pages?${query}`);
  try {
    pages.set('/', { links: ['/b', '/c', '/d'] });
    for (const path of ['/b', '/c', '/d']) pages.set(path, {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    const first = await slice('limit=2');
    pages.set('/', { links: ['/a', '/b', '/c', '/d'] });
    pages.set('/a', {});
    pipeline.skip(hour);
    await run();

    const second = await slice(`limit=2&cursor=${String(first['cursor'])}`);
    expect(second['run']).toBe(first['run']);
    const seen = [...(first['pages'] as Body[]), ...(second['pages'] as Body[])].map(
      ({ url }) => new URL(String(url)).pathname,
    );
    expect(seen).toEqual(['/', '/b', '/c', '/d']);
    expect(second['cursor']).toBeNull();
    expect((await slice(''))['total']).toBe(5);

    const run1 = String(first['run']);
    for (const [cursor, code] of [
      [`9.${run1}`, 'CURSOR_UNKNOWN'],
      [`2.${run1.replaceAll(/[0-9a-f]/g, '1')}`, 'CURSOR_UNKNOWN'],
      ['9', 'CURSOR_UNKNOWN'],
      ['there', 'BAD_REQUEST'],
    ])
      expect((await call('GET', `/v2/sources/guide/pages?cursor=${cursor}`)).body).toMatchObject({ code });
  } finally {
    await site.close();
  }
});

test('a cursor of a chain that is not there is refused by the audit, and not taken for its end', async () => {
  const { site, pages, call, ok, manifest, run } = await watchSite(stores, 'chains', undisturbed);
  try {
    pages.set('/', {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    const { rows, cursor } = await ok('GET', '/v2/audit?limit=1');
    expect(rows).toHaveLength(1);
    expect((await ok('GET', `/v2/audit?cursor=${String(cursor)}`))['rows']).not.toEqual([]);
    for (const path of [
      '/v2/audit?cursor=zebra.1.0',
      '/v2/audit?cursor=guide.900.0',
      '/v2/audit/csv?cursor=zebra.1.0',
      '/v2/audit/verify?cursor=zebra',
    ])
      expect([path, (await call('GET', path)).body]).toMatchObject([path, { code: 'CURSOR_UNKNOWN' }]);
    expect((await ok('GET', '/v2/audit/verify?cursor=guide'))['chains']).toHaveLength(1);
  } finally {
    await site.close();
  }
});
