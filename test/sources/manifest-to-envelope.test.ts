import { afterAll, beforeAll, expect, test } from 'vitest';
import { envelopeSchema, type Envelope } from '../../lib/envelope/envelope.ts';
import { firstVersion } from '../../lib/source/manifest.fixture.ts';
import { getObject } from '../../lib/store/objects.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody as Body } from '../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

/** The fields of `source` and `audit` that RORI's envelope has (version 1.0 of its specification, section 5.2). */
const sourceFields = [
  'manifest_id',
  'manifest_version',
  'url',
  'domain',
  'canonical_url',
  'regulatory_domain',
  'citation',
  'jurisdiction',
  'source_type',
  'agency',
] as const;

/** Fields of its audit record (section 8); `chain` is its `manifest_id`, and `error` is null where there is none. */
const auditFields = [
  'run_id',
  'timestamp',
  'url',
  'engine',
  'http_status',
  'content_hash',
  'content_changed',
  'response_time_ms',
  'credits_consumed',
  'retry_count',
  'staged_path',
] as const;

/** A manifest as RORI's specification writes it: the first version of the format, with nothing of ours. */
const roriManifest = (origin: string) => ({
  ...firstVersion,
  $schema: 'https://rori.dev/schemas/scrape-manifest-v1.json',
  sources: firstVersion.sources.map((source) => ({ ...source, url: `${origin}/1024/` })),
});

const day = 24 * 60 * 60_000;

test('manifest, due run, envelopes with every field of source and audit, change, feed, alert, audit: one way through', async () => {
  const { site, pages, asked, pipeline, ok } = await watchSite(stores, 'whole-way', undisturbed);
  const canonical = (path: string) => ({ head: `<link rel="canonical" href="${site.origin}${path}">` });
  try {
    pages.set('/1024/', {
      links: ['/1024/5/', '/1024/6/', '/1024/5/interp-1', '/news'],
      ...canonical('/1024/'),
    });
    pages.set('/1024/5/', { text: 'Coverage', ...canonical('/1024/5/') });
    pages.set('/1024/6/', { text: 'Booklets', ...canonical('/1024/6/') });
    pages.set('/1024/5/interp-1', {});
    pages.set('/news', {});
    await ok('POST', '/v2/sources/apply', { manifest: roriManifest(site.origin) });

    /** Lets the source's time come: nobody asks for a run but the heartbeat. */
    const runWhenDue = async (): Promise<Body> => {
      const { source } = await ok('GET', '/v2/sources/cfpb-reg-x');
      const due = Date.parse(String((source as Body)['nextDueAt']));
      expect(due).toBeGreaterThan(pipeline.now());
      await pipeline.beatOnce();
      expect((await ok('GET', '/v2/sources/cfpb-reg-x'))['source']).toMatchObject({ openRun: null });
      pipeline.skip(due - pipeline.now() + 1_000);
      await pipeline.beatOnce();
      const { openRun } = (await ok('GET', '/v2/sources/cfpb-reg-x'))['source'] as Body;
      await pipeline.run(String(openRun));
      await pipeline.settle(1);
      const { runs } = await ok('GET', '/v2/sources/cfpb-reg-x/runs');
      return (runs as Body[]).find(({ job }) => job === openRun) ?? {};
    };
    const readEnvelope = async (change: Body): Promise<Envelope> => {
      const text = await getObject(stores.envelopes, String(change['envelope']));
      return envelopeSchema.parse(JSON.parse(text ?? ''));
    };

    const first = await runWhenDue();
    expect(first).toMatchObject({ outcome: 'completed', trigger: 'scheduled', changes: { added: 3 } });
    expect(asked).not.toContain('/1024/5/interp-1');
    expect(asked).not.toContain('/news');
    const start = await ok('GET', '/v2/changes');
    const told = start['changes'] as Body[];
    expect(told.map(({ url }) => new URL(url as string).pathname)).toEqual([
      '/1024/',
      '/1024/5/',
      '/1024/6/',
    ]);
    for (const change of told) {
      const { source, audit, scrape, integrity } = await readEnvelope(change);
      for (const field of sourceFields) expect(source[field], field).toEqual(expect.stringMatching(/./));
      expect(source).toMatchObject({
        manifest_id: 'cfpb-reg-x',
        manifest_version: '1.0.0',
        url: change['url'],
        domain: '127.0.0.1',
        canonical_url: change['url'],
        regulatory_domain: 'RESPA',
        citation: '12 C.F.R. Part 1024',
        jurisdiction: 'federal',
        source_type: 'regulation',
        agency: 'CFPB',
        metadata: { corroboration_status: 'verified', update_source: 'Federal Register' },
      });
      expect(audit).toEqual({
        scrape_run_id: first['job'],
        scheduler_job_id: first['job'],
        operator: 'system',
        environment: 'development',
        team: 'whole-way',
      });
      expect(scrape).toMatchObject({ method: 'crawl', parent_crawl_id: first['job'], http_status: 200 });
      expect(integrity).toMatchObject({
        change_type: 'new',
        content_changed: true,
        previous_content_hash: null,
      });
    }

    pages.set('/1024/6/', { text: 'Booklets, amended', ...canonical('/1024/6/') });
    const second = await runWhenDue();
    expect(Date.parse(String(second['startedAt'])) - Date.parse(String(first['startedAt']))).toBeGreaterThan(
      6 * day,
    );
    expect(second['changes']).toEqual({ modified: 1 });
    const after = await ok('GET', `/v2/changes?since=${String(start['cursor'])}`);
    expect(after['changes']).toMatchObject([{ kind: 'modified', url: `${site.origin}/1024/6/` }]);
    const amended = await readEnvelope((after['changes'] as Body[])[0] ?? {});
    const before = await readEnvelope(told[2] ?? {});
    expect(amended.integrity).toMatchObject({
      change_type: 'modified',
      previous_content_hash: before.integrity.content_hash,
    });
    expect(amended.audit.scrape_run_id).toBe(second['job']);

    const alerts = (await ok('GET', '/v2/alerts'))['alerts'] as Body[];
    expect(alerts).toMatchObject([{ source: 'cfpb-reg-x', rule: 'changed', severity: 'info' }]);
    expect(pipeline.alerts.map(({ rule }) => rule)).toContain('changed');

    const { rows } = await ok('GET', '/v2/audit?source=cfpb-reg-x');
    const visits = (rows as Body[]).filter(({ action }) => action === 'page.visited');
    expect(visits).toHaveLength(6);
    for (const visit of visits) {
      for (const field of auditFields) expect(visit[field], field).not.toBeNull();
      expect(visit).toMatchObject({ chain: 'cfpb-reg-x', by: 'schedule', error: null });
    }
    const rewritten = visits.filter(({ content_changed: changed }) => changed === true);
    expect(rewritten.map(({ staged_path: path }) => `staged/${String(path)}`).toSorted()).toEqual(
      [...told, ...(after['changes'] as Body[])].map(({ envelope }) => String(envelope)).toSorted(),
    );
    expect(await ok('GET', '/v2/audit/verify')).toMatchObject({ intact: true });
  } finally {
    await site.close();
  }
});

test('a run that a person asks for says so in its envelopes', async () => {
  const { site, pages, ok, manifest, run } = await watchSite(stores, 'by-hand');
  try {
    pages.set('/', {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    const { job } = await run();
    const [change] = (await ok('GET', '/v2/changes'))['changes'] as Body[];
    const text = await getObject(stores.envelopes, String(change?.['envelope']));
    const { audit } = envelopeSchema.parse(JSON.parse(text ?? ''));
    expect(audit).toMatchObject({ scrape_run_id: job, scheduler_job_id: null, operator: 'manual' });
  } finally {
    await site.close();
  }
});
