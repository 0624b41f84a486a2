import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditRecordKey, auditVisitsKey } from '../../lib/source/audit/audit-record.ts';
import { joinLines, splitLines } from '../../lib/source/audit/line-hashes.ts';
import { getObjectBytes, putObject } from '../../lib/store/objects.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody as Body } from '../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

test('who did what is on record, with each visit; what is tampered with in the bucket is found', async () => {
  const { site, pages, pipeline, call, ok, manifest, run } = await watchSite(stores, 'audited');
  try {
    pages.set('/', { links: ['/a', '/gone'] });
    pages.set('/a', { text: 'first edition' });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    const first = await run();
    pages.set('/a', { text: 'second edition' });
    pipeline.skip(24 * 60 * 60_000);
    await run();
    await ok('POST', '/v2/sources/guide/pause', { why: 'rebuilt' });
    await ok('POST', '/v2/sources/guide/resume');

    const all = (await ok('GET', '/v2/audit'))['rows'] as Body[];
    const actions = all
      .filter(({ action }) => action !== 'page.visited')
      .map(({ chain, action, by }) => `${String(chain)} ${String(action)} ${String(by)}`);
    expect(actions).toEqual([
      '_team manifest.applied key-audited',
      'guide run.ended key-audited',
      'guide run.ended key-audited',
      'guide source.paused key-audited',
      'guide source.resumed key-audited',
    ]);
    const visits = all.filter(({ action, run_id: id }) => action === 'page.visited' && id === first['job']);
    const told = visits.map(({ url, http_status: status, error }) => [new URL(url).pathname, status, error]);
    expect(told).toEqual([
      ['/', 200, null],
      ['/a', 200, null],
      ['/gone', 404, 'HTTP_NOT_FOUND'],
    ]);
    for (const { timestamp, requests, response_time_ms: ms, retry_count: retries } of visits) {
      expect(Date.parse(timestamp as string)).toBeGreaterThan(0);
      expect(requests).toBeGreaterThan(0);
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(retries).toBe(0);
    }

    // Read by status, date and in parts: the same rows, each once.
    const failed = await ok('GET', '/v2/audit?source=guide&status=404');
    expect((failed['rows'] as Body[]).map(({ url }) => new URL(url as string).pathname)).toEqual([
      '/gone',
      '/gone',
    ]);
    const early = await ok('GET', `/v2/audit?source=guide&to=${String(first['endedAt'])}`);
    expect((early['rows'] as Body[]).filter(({ action }) => action === 'run.ended')).toHaveLength(1);
    const parts: Body[] = [];
    let cursor: string | null = null;
    let csv = '';
    do {
      const more = cursor === null ? '' : `&cursor=${cursor}`;
      const part = await ok('GET', `/v2/audit?limit=2${more}`);
      csv += String((await ok('GET', `/v2/audit/csv?limit=2${more}`))['text']);
      parts.push(...(part['rows'] as Body[]));
      cursor = part['cursor'] as string | null;
    } while (cursor !== null);
    expect(parts).toEqual(all);
    expect(csv.trimEnd().split('\r\n')).toHaveLength(all.length + 1);
    expect((await call('GET', '/v2/audit?cursor=nonsense')).status).toBe(400);

    const verdict = async () => await ok('GET', '/v2/audit/verify');
    expect(await verdict()).toMatchObject({ intact: true, cursor: null });
    const name = { team: 'audited', chain: 'guide' };
    const visitsKey = auditVisitsKey(name, String(first['job']));
    const bytes = (await getObjectBytes(stores.sources, visitsKey)) ?? new Uint8Array();
    const lines = splitLines(bytes);
    const forged = lines.map((line) => line.replace('"http_status":404', '"http_status":200'));
    await putObject(stores.sources, visitsKey, joinLines(forged), 'application/gzip');
    expect((await verdict())['intact']).toBe(false);
    await putObject(stores.sources, visitsKey, bytes, 'application/gzip');
    expect((await verdict())['intact']).toBe(true);

    const extra = auditRecordKey(name, 99);
    const { client, bucket: Bucket } = stores.sources;
    await putObject(stores.sources, extra, '{}', 'application/json');
    expect(JSON.stringify(await verdict())).toContain('inserted');
    await client.send(new DeleteObjectCommand({ Bucket, Key: extra }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: auditRecordKey(name, 2) }));
    const found = (await verdict())['chains'] as Body[];
    // What the record vouched for is vouched for by nobody now.
    expect(found.find(({ chain }) => chain === 'guide')?.['findings']).toMatchObject([
      { kind: 'missing', key: auditRecordKey(name, 2) },
      { kind: 'inserted' },
    ]);
  } finally {
    await site.close();
  }
});
