import { afterAll, beforeAll, expect, test } from 'vitest';
import { envelopeSchema, type Envelope } from '../../lib/envelope/envelope.ts';
import type { Manifest } from '../../lib/source/manifest.ts';
import { resolveSources } from '../../lib/source/resolve-sources.ts';
import { sourceRequest } from '../../lib/source/source-request.ts';
import { getObject } from '../../lib/store/objects.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;
let edition = 1;

const pageOf = (path: string): string =>
  `<!doctype html><html lang="en"><head><title>Rule ${path}</title></head><body><main><h1>Rule ${path}</h1>
<p>Edition ${path === '/rules/5' ? edition : 1} of this rule says what a lender tells a borrower, and when ` +
  `it has to be told.</p>
<p><a href="/rules/5">Coverage</a> <a href="/rules/6/interp">Interpretation</a> <a href="/about">About</a>` +
  `</p></main></body></html>`;

beforeAll(async () => {
  [stores, site] = await Promise.all([
    startStores(),
    serveSite((path, response) => {
      if (path === '/robots.txt' || path === '/sitemap.xml') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(path));
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const manifest = (version: string, scrape: Record<string, unknown> = {}): Manifest => ({
  version,
  vertical: 'fthb',
  sources: [
    {
      id: 'reg-x',
      url: `${site.origin}/rules/`,
      method: 'crawl',
      regulatory_domain: 'RESPA',
      citation: '12 C.F.R. Part 1024',
      jurisdiction: 'federal',
      source_type: 'regulation',
      scrape_config: { include_patterns: ['/rules/*'], exclude_patterns: ['*/interp*'] },
      scrape,
      metadata: { agency: 'CFPB', corroboration_status: 'verified' },
    },
  ],
});

/** Runs the one source of a manifest; answers the envelopes of its pages by path, and what became of each. */
const run = async (
  of: Manifest,
): Promise<Map<string, { envelope: Envelope; change: string | undefined }>> => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 1,
  });
  const [source] = resolveSources(of);
  if (source === undefined) throw new Error('no source');
  const { kind, body } = sourceRequest(source, of);
  const submitted = await pipeline.submit(kind, body);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  expect(submitted.warning).toBeUndefined();
  const job = await pipeline.run(submitted.job.id);
  expect(job).toMatchObject({ source: 'reg-x', priority: 'low', status: 'completed' });
  const pages = (await pipeline.pages(job.id)).filter((page) => page.kind === 'page');
  const done = pages.filter(({ state }) => state === 'done');
  const read = await Promise.all(
    done.map(async (page) => {
      const text = await getObject(stores.envelopes, page.envelopeKey ?? '');
      const envelope = envelopeSchema.parse(JSON.parse(text ?? ''));
      return [new URL(page.url).pathname, { envelope, change: page.changeType }] as const;
    }),
  );
  return new Map(read);
};

test('from manifest to envelope: each page says which source it is of and what is known of that; runs are compared', async () => {
  const first = await run(manifest('1.0.0'));
  expect([...first.keys()].toSorted()).toEqual(['/rules/', '/rules/5']);
  for (const { envelope, change } of first.values()) {
    expect(change).toBe('new');
    expect(envelope.source).toMatchObject({
      manifest_id: 'reg-x',
      manifest_version: '1.0.0',
      regulatory_domain: 'RESPA',
      citation: '12 C.F.R. Part 1024',
      jurisdiction: 'federal',
      source_type: 'regulation',
      agency: 'CFPB',
      metadata: { corroboration_status: 'verified', agency: 'CFPB' },
    });
  }
  edition = 2;
  // Another version of the manifest asks for more of each page: no history begins anew with that.
  const second = await run(manifest('1.1.0', { formats: ['markdown', 'html'], onlyMainContent: false }));
  expect(second.get('/rules/')?.change).toBe('unchanged');
  const edited = second.get('/rules/5');
  expect(edited?.change).toBe('modified');
  expect(edited?.envelope.source.manifest_version).toBe('1.1.0');
  expect(edited?.envelope.integrity.previous_content_hash).toBe(
    first.get('/rules/5')?.envelope.integrity.content_hash,
  );
});
