import { endFetched } from '../../store/frontier/end-fetched.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import { listPages } from '../../store/frontier/list-pages.ts';
import { skipPage } from '../../store/frontier/skip-page.ts';
import { getExtractSpec } from '../../store/jobs/extract-specs.ts';
import { outboxItem } from '../../store/webhooks/outbox.ts';
import { unansweredExtraction } from '../../extract/model/gathered-parts.ts';
import { failure, isFailureCode, type Failure } from '../../failure.ts';
import { isOpen, type ContentPage, type EndFacts, type Page } from '../../frontier/page.ts';
import { pageEvent } from '../../job/webhook-event.ts';
import type { Job } from '../../job/job.ts';
import { pageBucket, pageBuckets } from '../../keys/table-keys.ts';
import type { VersionItem } from '../../envelope/version-items.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import { storeExtraction, wantsElse } from '../page-version/store-extraction.ts';
import { seedPages } from '../submit-job/start-job.ts';
import { answerFetched, type AnswerFetchedDependencies } from './answer-fetched.ts';
import type { Log } from '../../log.ts';

/** What ending the open pages of a job needs. */
export interface CollectDependencies extends AnswerFetchedDependencies {
  readonly log: Log;
}

type FinishingJob = Extract<Job, { status: 'finishing' }>;

/** Pages that are ended at the same time: the draft of each may have some megabytes. */
const atOnce = 25;

/** Says why pages of a job are open when it ends. */
export const whyAbandoned = (job: FinishingJob): Failure => {
  // A completed job has no open page. Only sitemaps and reserves that were not needed can be open.
  if (job.outcome === 'completed' && job.code === undefined)
    return failure('LIMIT_REACHED', 'Not read: the job has the pages that its limit allows');
  const code = job.code !== undefined && isFailureCode(job.code) ? job.code : 'JOB_CANCELLED';
  return failure(code, `Not fetched: the job was over first (${job.outcome})`);
};

/** Says why no model is asked about pages that were fetched. */
export const whyUnasked = (job: FinishingJob): Failure =>
  failure(whyAbandoned(job).code, `The job was over before a model was asked (${job.outcome})`);

interface Delivered {
  readonly facts: EndFacts;
  readonly versions: readonly VersionItem[];
}

/** Writes the envelope of a page that waited for extraction, with what is known of it; null if there is nothing. */
const storeFetched = async (
  dependencies: CollectDependencies,
  job: FinishingJob,
  page: ContentPage,
  spec: ExtractSpec,
): Promise<Delivered | null> => {
  // A model's answer came after the job had ended, and its worker wrote the envelope.
  if (page.draftKey !== undefined && page.envelopeKey !== undefined) return { facts: {}, versions: [] };
  const why = whyUnasked(job);
  const order = job.request.extract?.order ?? '';
  const known = await answerFetched(dependencies, page, spec, { order, why });
  if (known === null) return null;
  const { fetched, concluded } = known;
  if (concluded.kind === 'failed' && !wantsElse(job)) return null;
  const extraction =
    concluded.kind === 'answered' ? concluded.extraction : unansweredExtraction(spec, concluded.failure);
  const kept = await storeExtraction(dependencies, job, page, fetched, extraction);
  return kept.kind === 'refused' ? null : { facts: kept.facts, versions: kept.items };
};

/**
 * Delivers a page that waited for extraction when its job ended, with what is known of it. Returns the page as it
 * ended, here or by another call; null if nothing can be delivered.
 */
const deliverFetched = async (
  dependencies: CollectDependencies,
  job: FinishingJob,
  page: ContentPage,
  spec: ExtractSpec,
): Promise<Page | null> => {
  const delivered = await storeFetched(dependencies, job, page, spec);
  if (delivered === null) return null;
  const { facts, versions } = delivered;
  const event = pageEvent(job, page.hash, job.endedAt);
  const puts = [...versions, ...(event === null ? [] : [outboxItem(job.id, event)])];
  if (!(await endFetched(dependencies.table, page, { facts, at: job.endedAt, puts }))) {
    const [now] = await findPages(dependencies.table, job.id, [page.hash]);
    return now ?? null;
  }
  const { askingUntil: _asking, reserved: _reserved, ...rest } = page;
  return { ...rest, ...facts, state: 'done', late: true, finishedAt: job.endedAt };
};

/** Ends a page that the job has abandoned. */
const endOpen = async (
  dependencies: CollectDependencies,
  job: FinishingJob,
  page: Page,
  spec: ExtractSpec | null,
): Promise<Page> => {
  // An extraction delivers answers, not pages: `finish-extraction.ts` reads what its pages say.
  if (spec !== null && job.kind !== 'extract' && page.kind === 'page' && page.state === 'fetched') {
    const delivered = await deliverFetched(dependencies, job, page, spec);
    if (delivered !== null) return delivered;
    dependencies.log('fetched page not delivered', { job: job.id, url: page.url });
  }
  const why = whyAbandoned(job);
  await skipPage(dependencies.table, page, why, job.endedAt);
  return { ...page, state: 'skipped', code: why.code, message: why.message, finishedAt: job.endedAt };
};

/** Returns the buckets that hold the job's pages: one for a scrape, whose only page is known by its address. */
const bucketsOf = (job: FinishingJob): readonly string[] =>
  job.kind === 'scrape' ? seedPages(job, [job.request.url]).map(({ hash }) => pageBucket(hash)) : pageBuckets;

const noBytes = new Uint8Array();

/**
 * Returns a page without what no result says: all pages of a job are in memory together, and this is more than half of
 * one (`npm run bench:finish`). A run of a source tells more of its visits, and an extraction and a map are made of it.
 */
const forResults = ({ kind, source }: FinishingJob, page: Page): Page => {
  if (source !== undefined || kind === 'extract' || kind === 'map') return page;
  const { requests: _requests, children: _children, by: _by, finishedBy: _finished, ...kept } = page;
  if (kept.kind === 'portion' || kept.kind === 'reserve') return { ...kept, portion: noBytes };
  if (kept.kind !== 'page') return kept;
  const { title: _title, language: _language, traps: _traps, ...slim } = kept;
  return slim;
};

/**
 * Reads every page and sitemap of the job. Those still open are ended, because the job has abandoned them: pages that
 * were fetched and waited for extraction are delivered with what is known of them, the others are skipped.
 */
export const collectPages = async (dependencies: CollectDependencies, job: FinishingJob): Promise<Page[]> => {
  const { extract } = job.request;
  // A job that was not ended early has no fetched page that waits.
  const spec =
    extract === undefined || job.code === undefined
      ? null
      : await getExtractSpec(dependencies.table, extract.order);
  const pages: Page[] = [];
  for await (const listed of listPages(dependencies.table, job.id, bucketsOf(job))) {
    for (let start = 0; start < listed.length; start += atOnce) {
      const some = listed.slice(start, start + atOnce);
      pages.push(
        ...(await Promise.all(
          some.map(async (page) =>
            forResults(job, isOpen(page.state) ? await endOpen(dependencies, job, page, spec) : page),
          ),
        )),
      );
    }
  }
  return pages;
};

/**
 * Returns the job with the pages that were delivered after it had ended: it counted them as abandoned. The write that
 * concludes the job counts them.
 */
export const withLatePages = (
  job: FinishingJob,
  pages: readonly Page[],
): { readonly job: FinishingJob; readonly late: number } => {
  const late = pages.filter((page) => page.kind === 'page' && page.late === true).length;
  const { done, finished, abandoned } = job;
  return {
    job: { ...job, done: done + late, finished: finished + late, abandoned: abandoned - late },
    late,
  };
};
