/**
 * What a page costs as a job grows: one job over a generated web of 1,000, 10,000 and 100,000 pages. See README.md
 * beside this file for its traps.
 *
 *   npm run bench:scale -- [--pages 1000,10000] [--hosts 200] [--limit N] [--keep FILE]
 *
 * A limit decides how many shards a job's counters are spread over, whatever the web holds; without one it is just
 * above the web.
 */
import { appendFile, readFile } from 'node:fs/promises';
import { commandArguments } from '../../test/command-line/command-arguments.ts';
import { measureCrawl, type Measurement } from './measure-crawl.ts';
import { report } from './report.ts';
import { wholeNumber } from './whole-number.ts';

const { values } = commandArguments('npm run bench:scale', {
  options: {
    pages: { type: 'string', default: '1000,10000' },
    hosts: { type: 'string', default: '200' },
    limit: { type: 'string' },
    keep: { type: 'string' },
  },
});
const sizes = values.pages === '' ? [] : values.pages.split(',').map((size) => wholeNumber(size, 500_000));
const hosts = wholeNumber(values.hosts, 200);

const limitOf = (pages: number): number =>
  values.limit === undefined ? pages + 10 : wholeNumber(values.limit, 500_000);

const earlier = async (path: string): Promise<Measurement[]> => {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Measurement);
};

const measured = values.keep === undefined ? [] : await earlier(values.keep);
for (const pages of sizes) {
  const measurement = await measureCrawl({ pages, hosts, limit: limitOf(pages) }, (done, seconds) => {
    process.stderr.write(`\r${done} of ${pages} pages, ${(done / seconds).toFixed(1)} a second `);
  });
  process.stderr.write('\n');
  measured.push(measurement);
  if (values.keep !== undefined) await appendFile(values.keep, `${JSON.stringify(measurement)}\n`);
}
// Of a size that was measured twice, the last counts.
const last = new Map(measured.map((measurement) => [measurement.pages, measurement]));
process.stdout.write(report([...last.values()].toSorted((a, b) => a.pages - b.pages)));
