import { expect, test } from 'vitest';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { rulesFor } from '../../fetch/robots/robots.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';
import type { Table } from '../../store/table.ts';
import { findForbidden } from './find-forbidden.ts';
import { createRobotsCache } from './robots-cache.ts';

const rules = (text: string): RobotsVerdict => ({ kind: 'rules', rules: rulesFor(text, 'Gleaner') });
const unreachable: RobotsVerdict = { kind: 'disallow-all', code: 'TIMEOUT', reason: 'It did not answer' };

const known: Readonly<Record<string, RobotsVerdict>> = {
  'rules.test': rules('User-agent: *\nDisallow: /no/'),
  'open.test': { kind: 'allow-all' },
  'gone.test': unreachable,
};

const cache = createRobotsCache(
  {} as Table,
  async () => await Promise.reject(new Error('not asked')),
  Date.now,
);
const robots = { ...cache, cached: async (host: string) => await Promise.resolve(known[host] ?? null) };
const jobWith = (crawl: object): Pick<RunningJob, 'request'> => ({ request: { crawl } }) as RunningJob;
const hosts = [...Object.keys(known), 'unknown.test'];

test('what is known of robots.txt says which URLs it forbids, and what is not known forbids nothing', async () => {
  const isForbidden = await findForbidden(robots, jobWith({}), hosts);
  const judged = ['rules.test/no/1', 'rules.test/yes', 'open.test/', 'gone.test/', 'unknown.test/no/1'];
  expect(judged.filter((url) => isForbidden(`https://${url}`))).toEqual(['rules.test/no/1', 'gone.test/']);
  const heedless = await findForbidden(robots, jobWith({ ignoreRobotsTxt: true }), hosts);
  expect(judged.filter((url) => heedless(`https://${url}`))).toEqual([]);
});

test('rules that take more work than an order is worth forbid nothing more', async () => {
  const { robotsBatchWorkMax } = limits;
  Object.assign(limits, { robotsBatchWorkMax: 1_000 });
  try {
    const isForbidden = await findForbidden(robots, jobWith({}), hosts);
    const urls = Array.from({ length: 2_000 }, (_, index) => `https://rules.test/no/${index}`);
    const judged = urls.map(isForbidden);
    expect([judged[0], judged.includes(true, 1_000)]).toEqual([true, false]);
  } finally {
    Object.assign(limits, { robotsBatchWorkMax });
  }
});
