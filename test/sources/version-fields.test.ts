import { expect, test } from 'vitest';
import type { Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import { noModelUsage } from '../../lib/extract/model/page-extraction.ts';
import { hashSpec } from '../../lib/request/extract-spec.ts';
import { startMemoryStores } from '../harness/memory/memory-pipeline.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { watchSite } from '../harness/watch-site.ts';

/** Answers with what stands in the title of the page: `Page /fares <fare> <zone>`. */
const answer: Extractor = async ({ metadata }, spec) => {
  const [, , fare = '', zone = ''] = (metadata.title ?? '').split(' ');
  const extraction = {
    order: hashSpec(spec),
    value: { fare, zone },
    answers: {},
    open: [],
    fields: 2,
    free: 2,
    model: null,
    raw: [],
    usage: noModelUsage,
    cached: false,
    warnings: [],
  };
  return await Promise.resolve({ kind: 'answered', extraction });
};

const asking = (...names: readonly string[]) => {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return { scrape: { formats: ['markdown', { type: 'json', schema: { type: 'object', properties } }] } };
};

test('two versions differ in the fields whose answers differ; versions that were asked otherwise tell none', async () => {
  const stores = startMemoryStores();
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(
    stores,
    'fields',
    undisturbed,
    [],
    undefined,
    {
      answer,
    },
  );
  try {
    const fieldsNow = async (text: string): Promise<unknown> => {
      pages.set('/', { text });
      pipeline.skip(25 * 60 * 60_000);
      await run();
      const url = encodeURIComponent(`${site.origin}/`);
      return (await ok('GET', `/v2/versions/diff?source=guide&url=${url}`))['fields'];
    };
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', asking('fare', 'zone')) });
    pages.set('/', { text: '2.40 A' });
    await run();
    expect(await fieldsNow('2.60 A')).toEqual({ fare: { previous: '2.40', current: '2.60' } });
    expect(await fieldsNow('2.80 B')).toEqual({
      fare: { previous: '2.60', current: '2.80' },
      zone: { previous: 'A', current: 'B' },
    });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.1.0', asking('fare', 'zone', 'day')) });
    expect(await fieldsNow('3.00 B')).toBeNull();
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.2.0') });
    expect(await fieldsNow('3.20 B')).toBeNull();
  } finally {
    await site.close();
  }
});
