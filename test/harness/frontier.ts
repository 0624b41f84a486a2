import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createSeenCache } from '../../lib/frontier/seen-cache.ts';
import { pageHash, type NewPage, type Page } from '../../lib/frontier/page.ts';
import { newJobId } from '../../lib/job/job-id.ts';
import type { Job, RunningJob } from '../../lib/job/job.ts';
import { newJob } from '../../lib/job/new-job.ts';
import { completeScrapeOptions } from '../../lib/request/scrape-options.ts';
import { finishPage } from '../../lib/steps/protocol/finish-page.ts';
import type { FinishDependencies, FinishRequest } from '../../lib/steps/protocol/frontier-step.ts';
import { listPages } from '../../lib/store/frontier/list-pages.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { putJob } from '../../lib/store/jobs/put-job.ts';
import { releaseSeeding } from '../../lib/store/jobs/release-seeding.ts';
import type { Table } from '../../lib/store/table.ts';

/** A worker of its own: nothing that another has seen is known to it. It does not pause. */
export const frontierWorker = (table: Table): FinishDependencies => ({
  table,
  seen: createSeenCache(),
  now: Date.now,
  random: Math.random,
  sleep: async () => {},
});

/** A page by its name: a seed, or a child of the page with the hash `parent`. */
export const pageNamed = (name: string, parent?: string): NewPage => ({
  kind: 'page',
  hash: pageHash(name),
  url: `https://example.com/${name}`,
  depth: parent === undefined ? 0 : 1,
  position: 0,
  ...(parent === undefined ? {} : { parent }),
});

/** A running job whose seeds are admitted; its counters are in `cells` shards, or on the job where none are told. */
export const startedJob = async (
  table: Table,
  limit: number,
  seeds: readonly NewPage[],
  { kind = 'crawl', cells }: { readonly kind?: Job['kind']; readonly cells?: number | undefined } = {},
): Promise<RunningJob> => {
  const now = Date.now();
  const request = { url: 'https://example.com/', scrape: completeScrapeOptions({}) };
  const made = newJob({ id: newJobId(now), kind, team: 'default', request, limit, now });
  const job = cells === undefined ? made : { ...made, cells };
  await putJob(table, { ...job, seeding: true });
  await finishPage(frontierWorker(table), { job, children: seeds, token: 'seed' });
  await releaseSeeding(table, job.id);
  return job;
};

/** The step by which a page ends with its links. */
export const endRequest = (
  job: FinishRequest['job'],
  { kind, hash, url }: NewPage,
  children: readonly NewPage[],
  token: string = randomUUID(),
): FinishRequest => ({ job, page: { kind, hash, url, from: 'admitted', to: 'done' }, children, token });

/** All pages of a job. */
export const readJobPages = async (table: Table, job: string): Promise<Page[]> => {
  const pages: Page[] = [];
  for await (const portion of listPages(table, job)) pages.push(...portion);
  return pages;
};

/** Expects a job's counters to be what its pages say; answers both. */
export const expectCountsToEqualItems = async (
  table: Table,
  id: string,
): Promise<{ readonly job: Job; readonly pages: Page[] }> => {
  const job = (await getJob(table, id)) as Job;
  const pages = await readJobPages(table, id);
  const count = (...states: Page['state'][]): number =>
    pages.filter(({ state }) => states.includes(state)).length;
  expect({ admitted: job.admitted, open: job.open, done: job.done, finished: job.finished }).toEqual({
    admitted: pages.filter(({ kind }) => kind === 'page').length,
    open: count('admitted', 'fetched'),
    done: count('done'),
    finished: count('done', 'failed', 'blocked', 'skipped'),
  });
  return { job, pages };
};
