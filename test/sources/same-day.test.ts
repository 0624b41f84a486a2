import { afterAll, beforeAll, expect, test } from 'vitest';
import { envelopeSchema } from '../../lib/envelope/envelope.ts';
import { getObject } from '../../lib/store/objects.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody as Body, type WatchedPage } from '../harness/watch-site.ts';

const [hour, day] = [60 * 60_000, 24 * 60 * 60_000];

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const gone: WatchedPage = { status: 410 };
const [mill, fen]: readonly WatchedPage[] = [{ text: 'of the mill' }, { text: 'of the fen' }];

test('a page that changes back, goes and comes back on one day has an envelope for each of it', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'same-day');
  try {
    pages.set('/', { links: ['/a'] });
    pipeline.skip(day - (pipeline.now() % day));
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    for (const page of [mill, fen, mill, fen, gone, fen, gone, fen, mill]) {
      pages.set('/a', page ?? {});
      await run();
      pipeline.skip(hour);
    }
    expect(pipeline.now() % day).toBeLessThan(12 * hour);

    const { changes } = await ok('GET', '/v2/changes');
    const told = (changes as Body[]).filter(({ url }) => url === `${site.origin}/a`);
    const expected = 'added modified modified modified deleted restored deleted restored modified'.split(' ');
    expect(told.map(({ kind }) => kind)).toEqual(expected);
    const read = await Promise.all(
      told.map(async ({ envelope }) => {
        const text = await getObject(stores.envelopes, String(envelope));
        return envelopeSchema.parse(JSON.parse(text ?? '{}'));
      }),
    );
    expect(new Set(told.map(({ envelope }) => envelope)).size).toBe(expected.length);
    const words = [
      'of the mill',
      'of the fen',
      'of the mill',
      'of the fen',
      '',
      'of the fen',
      '',
      'of the fen',
      'of the mill',
    ];
    for (const [at, envelope] of read.entries()) {
      expect(envelope.content.body).toContain(words[at]);
      expect(envelope.content.body === '').toBe(words[at] === '');
      const [written, seen] = [envelope.scrape.timestamp, String(told[at]?.['at'])].map(Date.parse);
      expect(Math.floor((written ?? 0) / hour)).toBe(Math.floor((seen ?? 0) / hour));
      const before = read[at - 1]?.integrity.content_hash ?? null;
      expect(envelope.integrity.previous_content_hash).toBe(before);
    }
  } finally {
    await site.close();
  }
});
