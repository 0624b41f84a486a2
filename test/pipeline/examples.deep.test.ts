import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, type Launched } from '../../local/launch.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { serveSampleSite, type SampleSite } from '../../local/sample-site/serve-sample-site.ts';

const folder = join(import.meta.dirname, '../../docs/examples');
const run = promisify(execFile);

let dataDir: string;
let sample: SampleSite;
let gleaner: Launched;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-examples-'));
  sample = await serveSampleSite();
  const { host, port } = new URL(sample.url);
  gleaner = await launch({
    dataDir,
    port: 0,
    quiet: true,
    // The site, and receivers of webhooks on ports of their own.
    options: { allow: [`127.0.0.1/32:${port}`, '127.0.0.1/32'], hosts: onlyHosts({ [host]: { delay: 0 } }) },
  });
});
afterAll(async () => {
  await gleaner?.stop();
  await sample?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** What each example prints of the sample site. */
const printed: Readonly<Record<string, { readonly path: string; readonly says: readonly RegExp[] }>> = {
  'scrape.mjs': { path: '/visit.html', says: [/^# Plan your visit/m, /engine house/] },
  'crawl.mjs': { path: '/', says: [/\/visit\.html {2}.+ {2}\d+ characters/] },
  'extract.mjs': { path: '/shop/fen-walkers-map.html', says: [/"price":9.5/, /"currency":"GBP"/] },
  'webhook.mjs': { path: '/', says: [/^crawl\.started/, /^crawl\.page http/m, /^crawl\.completed/m] },
};

test('each program among the examples is run here', async () => {
  const programs = (await readdir(folder)).filter((name) => name.endsWith('.mjs'));
  expect(programs.toSorted()).toEqual(Object.keys(printed).toSorted());
});

test.each(Object.entries(printed))('the example %s does what it says', async (name, { path, says }) => {
  const { stdout } = await run(process.execPath, [join(folder, name), new URL(path, sample.url).href], {
    env: { ...process.env, GLEANER_URL: gleaner.url, GLEANER_KEY: gleaner.key },
  });
  for (const words of says) expect(stdout).toMatch(words);
});
