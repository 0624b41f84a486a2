import { expect, test } from 'vitest';
import { failure } from '../../failure.ts';
import { openSlot } from '../../fetch/politeness/slot.ts';
import type { FetchOutcome } from '../../fetch/tier/fetch-request.ts';
import { pageHash, pageSchema } from '../../frontier/page.ts';
import { newJob } from '../../job/new-job.ts';
import { completeScrapeOptions } from '../../request/scrape-options.ts';
import type { ScrapeOptions } from '../../request/job-spec.ts';
import { requestPage, type RequestingWorker } from './request-page.ts';

const url = 'https://example.com/start';
const page = pageSchema.parse({
  kind: 'page',
  job: 'j',
  hash: pageHash(url),
  url,
  state: 'admitted',
  depth: 0,
  position: 0,
  attempts: 0,
  admittedAt: 0,
  touchedAt: 0,
});

const busyAt: FetchOutcome = {
  kind: 'failed',
  failure: failure('HOST_BUSY', 'its host has no room'),
  url: 'https://example.com/next',
  ms: 1,
  redirects: ['https://example.com/next'],
};

/** Asks for the page where its host has no room for what it leads to. */
const meetsBusyHop = async (scrape: ScrapeOptions): Promise<FetchOutcome> => {
  const request = { url, scrape };
  const job = newJob({ id: 'j', kind: 'scrape', team: 't', request, limit: 1, now: 0 });
  const worker = { now: () => 0, sleep: async () => await Promise.resolve() } as unknown as RequestingWorker;
  const tier = {
    name: 'browser' as const,
    requestMs: 1,
    pagesAtOnce: 1,
    send: async () => await Promise.resolve(busyAt),
  };
  return await requestPage(worker, job, page, openSlot, null, tier);
};

test('a redirect that finds no room goes on where it led, but a page that is acted on begins anew', async () => {
  const plain = completeScrapeOptions({});
  expect(await meetsBusyHop(plain)).toMatchObject({ hopUrl: 'https://example.com/next' });
  const acting = { ...plain, actions: [{ type: 'click' as const, selector: 'a', all: false }] };
  expect(await meetsBusyHop(acting)).not.toHaveProperty('hopUrl');
});
