import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { envelopeSchema } from '../../lib/envelope/envelope.ts';
import { callRoute, type ApiJson } from '../harness/call-api.ts';
import { oldUrls, oldPages, serveOldWorld, startOldWorld } from './old-world.ts';
import { unpackExport } from './pack.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const releases = readdirSync(fixtures)
  .filter((name) => name.endsWith('.jsonl.gz'))
  .map((name) => name.replace(/\.jsonl\.gz$/, ''));

test.each(releases)(
  'what a stack of %s left open goes on with this one, and ends with exact counts',
  async (release) => {
    const text = readFileSync(join(fixtures, `${release}.json`), 'utf8');
    const { jobs } = JSON.parse(text) as { jobs: Readonly<Record<string, string>> };
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-upgrade-'));
    const world = await serveOldWorld();
    const dataDir = join(folder, 'data');
    try {
      await unpackExport(join(fixtures, `${release}.jsonl.gz`), join(folder, 'export'), Date.now());
      const imported = await runCli(['import', join(folder, 'export'), '--data', dataDir]);
      expect(imported).toMatchObject({ exitCode: 0 });
      const gleaner = await startOldWorld(world, dataDir, 0);
      try {
        const told = async (path: string): Promise<ApiJson> => (await callRoute(gleaner, 'GET', path)).body;
        const over = { timeout: 290_000, interval: 500 };
        await expect
          .poll(() => told(`/v2/crawl/${jobs['crawl']}`), over)
          .toMatchObject({ status: 'completed', completed: oldPages, total: oldPages });
        await expect
          .poll(() => told(`/v2/batch/scrape/${jobs['batch']}`), over)
          .toMatchObject({ status: 'completed', completed: oldUrls.length, total: oldUrls.length });
        await expect
          .poll(() => told(`/v2/extract/${jobs['extract']}`), over)
          .toMatchObject({ status: 'completed', data: { title: expect.stringContaining('Page /batch/') } });
        await expect
          .poll(async () => (await told('/v2/sources/tree/runs')).runs, over)
          .toMatchObject([{ job: jobs['run'], outcome: 'completed' }]);
        await expect
          .poll(() => world.told.filter(({ type }) => type === 'batch_scrape.completed').length, over)
          .toBeGreaterThan(0);
        // An envelope that the old release wrote is one that this release reads.
        const staged = join(dataDir, 's3', 'envelopes', 'staged');
        const files = readdirSync(staged, { recursive: true, encoding: 'utf8' }).filter(
          (name) => name.endsWith('.json') && !name.startsWith('_index'),
        );
        expect(files.length).toBeGreaterThan(oldPages);
        for (const name of files) envelopeSchema.parse(JSON.parse(readFileSync(join(staged, name), 'utf8')));
      } finally {
        await gleaner.stop();
      }
    } finally {
      await world.site.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
