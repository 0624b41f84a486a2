import { endLate } from '../../store/frontier/end-late.ts';
import { pageExtractionItem, type PageAnswerItem } from '../../store/frontier/page-extractions.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import { listPages } from '../../store/frontier/list-pages.ts';
import { skipPage } from '../../store/frontier/skip-page.ts';
import { getExtractSpec } from '../../store/jobs/extract-specs.ts';
import { outboxItem } from '../../store/webhooks/outbox.ts';
import { unansweredExtraction } from '../../extract/model/gathered-parts.ts';
import { failure, type Failure } from '../../failure.ts';
import { isOpen, type ContentPage, type EndFacts, type OpenState, type Page } from '../../frontier/page.ts';
import { endCode } from '../../job/end-code.ts';
import { pageEvent } from '../../job/webhook-event.ts';
import type { Job } from '../../job/job.ts';
import { pageBucket, pageBuckets } from '../../keys/table-keys.ts';
import { countFields } from '../../envelope/extract-spending.ts';
import type { VersionItem } from '../../envelope/version-items.ts';
import type { Extraction } from '../../extract/model/page-extraction.ts';
import type { LatePages } from '../../store/jobs/conclude-job.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import { storeExtraction, wantsElse } from '../page-version/store-extraction.ts';
import { seedPages } from '../submit-job/start-job.ts';
import { answerFetched, hasWaited, type AnswerFetchedDependencies } from './answer-fetched.ts';
import { endUnseeded, type EndUnseededDependencies } from './end-unseeded.ts';
import type { Log } from '../../log.ts';

/** What ending the open pages of a job needs. */
export interface CollectDependencies extends AnswerFetchedDependencies, EndUnseededDependencies {
  readonly log: Log;
}

type FinishingJob = Extract<Job, { status: 'finishing' }>;

/** Pages that are ended at the same time: the draft of each may have some megabytes. */
const atOnce = 25;

/**
 * Says what became of a page that is open when its job ends. Of an admitted page only requests that are to be
 * repeated are noted: a worker may also be fetching it, and come too late to deliver it.
 */
const whatBecame = (page: Page): string => {
  if (page.state === 'fetched') return 'Fetched, but not answered';
  if (page.kind !== 'page') return 'Not read';
  const isRequested = (page.requests ?? []).length > 0 || page.hopUrl !== undefined;
  return isRequested ? 'Requested, but not delivered' : 'Not delivered';
};

/**
 * Says why a job was over before it came to all of its pages. It does not name the outcome of a job that something else
 * than a person or a failure ended: the pages decide that only now, and a job without a page of content fails.
 */
const whyOver = (job: FinishingJob): string => {
  const code = endCode(job);
  if (code === 'JOB_DEADLINE') {
    const hours = Math.round((job.deadline - job.createdAt) / 3_600_000);
    return `the job reached its deadline, ${hours} hours after it was made`;
  }
  if (code === 'BUDGET_EXHAUSTED') return 'the job had used up its budget';
  if (code === 'ANSWER_COMPLETE') return 'the job had found a value for every field';
  return job.outcome === 'completed' ? 'the job was over first' : `the job was over first (${job.outcome})`;
};

/** Says why a page of a job that is over has not ended. `what` says what became of it. */
const whyAbandoned = (job: FinishingJob, what: string): Failure => {
  // A completed job has no open page. Only sitemaps and reserves that were not needed can be open.
  if (job.outcome === 'completed' && job.code === undefined)
    return failure('LIMIT_REACHED', 'Not read: the job has the pages that its limit allows');
  return failure(endCode(job), `${what}: ${whyOver(job)}`);
};

/** Says why no model is asked about pages that were fetched. */
const whyUnasked = (job: FinishingJob): Failure =>
  failure(endCode(job), `No model was asked: ${whyOver(job)}`);

type FetchedContentPage = ContentPage & { readonly state: 'fetched' };

const isFetched = (page: Page | undefined): page is FetchedContentPage =>
  page?.kind === 'page' && page.state === 'fetched';

interface Delivered {
  readonly facts: EndFacts;
  /**
   * When it is delivered (milliseconds since the epoch), and not when its job ended: who reads results in the order in
   * which they come has read on by then.
   */
  readonly at: number;
  readonly items: readonly (VersionItem | PageAnswerItem)[];
}

/** Says whether what a page answers by itself may still be wanted: not if a value was found for every field. */
const isWanted = ({ kind, code }: FinishingJob, page: ContentPage): boolean =>
  kind !== 'extract' || code !== 'ANSWER_COMPLETE' || hasWaited(page);

/** Makes the item by which an extraction delivers the answer of a page, as other pages end. */
const answerItems = (
  job: FinishingJob,
  { hash, url, status }: ContentPage,
  { raw: _raw, ...extraction }: Extraction,
  { envelopeKey, at }: { readonly envelopeKey: string; readonly at: number },
): PageAnswerItem[] => {
  if (job.kind !== 'extract') return [];
  const ofPage = { page: hash, url, at, ...(status === undefined ? {} : { status }) };
  return [pageExtractionItem(job.id, { ...ofPage, extraction, envelopeKey }, job.ttl)];
};

/** Writes the envelope of a page that waited for extraction, with what is known of it; null if there is nothing. */
const storeFetched = async (
  dependencies: CollectDependencies,
  job: FinishingJob,
  page: ContentPage,
  spec: ExtractSpec,
): Promise<Delivered | null> => {
  // A model's answer came after the job had ended, and its worker wrote the envelope, told the answer and counted it.
  if (page.draftKey !== undefined && page.envelopeKey !== undefined)
    return { facts: {}, at: dependencies.now(), items: [] };
  if (!isWanted(job, page)) return null;
  const why = whyUnasked(job);
  const order = job.request.extract?.order ?? '';
  const known = await answerFetched(dependencies, page, spec, { order, why });
  if (known === null) return null;
  const { fetched, concluded } = known;
  if (concluded.kind === 'failed' && !wantsElse(job)) return null;
  const extraction =
    concluded.kind === 'answered' ? concluded.extraction : unansweredExtraction(spec, concluded.failure);
  // An extraction delivers answers: a page without any is none of its results.
  if (job.kind === 'extract' && Object.keys(extraction.answers).length === 0) return null;
  const kept = await storeExtraction(dependencies, job, page, fetched, extraction);
  if (kept.kind === 'refused') return null;
  const facts = { ...kept.facts, lateFields: countFields(extraction) };
  const at = dependencies.now();
  const answers = answerItems(job, page, extraction, { envelopeKey: kept.key, at });
  return { facts, at, items: [...kept.items, ...answers] };
};

/**
 * Delivers a page that waited for extraction when its job ended, with what is known of it. Returns the page as it
 * ended, here or by another call; null if nothing can be delivered.
 */
const deliverFetched = async (
  dependencies: CollectDependencies,
  job: FinishingJob,
  page: FetchedContentPage,
  spec: ExtractSpec,
): Promise<Page | null> => {
  const delivered = await storeFetched(dependencies, job, page, spec);
  if (delivered === null) return null;
  const { facts, at, items } = delivered;
  const event = pageEvent(job, page.hash, at);
  const puts = [...items, ...(event === null ? [] : [outboxItem(job.id, event)])];
  if (!(await endLate(dependencies.table, page, { to: 'done', facts, at, puts }))) {
    const [now] = await findPages(dependencies.table, job.id, [page.hash]);
    // A model's answer came since the page was read: it is delivered. It comes once.
    if (isFetched(now) && now.envelopeKey !== page.envelopeKey)
      return await deliverFetched(dependencies, job, now, spec);
    return now ?? null;
  }
  const { askingUntil: _asking, reserved: _reserved, ...rest } = page;
  return { ...rest, ...facts, state: 'done', late: true, finishedAt: at };
};

const isOpenPage = (page: Page): page is Page & { readonly state: OpenState } => isOpen(page.state);

/** Ends a page that the job has abandoned. Returns it as it ended, here or by the worker that had fetched it. */
const endOpen = async (
  dependencies: CollectDependencies,
  job: FinishingJob,
  page: Page & { readonly state: OpenState },
  spec: ExtractSpec | null,
): Promise<Page> => {
  if (spec !== null && isFetched(page)) {
    const delivered = await deliverFetched(dependencies, job, page, spec);
    if (delivered !== null) return delivered;
    dependencies.log('fetched page not delivered', { job: job.id, url: page.url });
  }
  const why = whyAbandoned(job, whatBecame(page));
  if (!(await skipPage(dependencies.table, page, why, job.endedAt))) {
    const [now] = await findPages(dependencies.table, job.id, [page.hash]);
    if (now !== undefined) return isOpenPage(now) ? await endOpen(dependencies, job, now, spec) : now;
  }
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
 * were fetched and waited for extraction are delivered with what is known of them, the others are skipped unless their
 * worker delivers them meanwhile (`end-late-page.ts`), and so are first pages that were not admitted yet.
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
            forResults(job, isOpenPage(page) ? await endOpen(dependencies, job, page, spec) : page),
          ),
        )),
      );
    }
  }
  const unseeded = await endUnseeded(dependencies, job, pages, whyAbandoned(job, 'Not fetched'));
  pages.push(...unseeded.map((page) => forResults(job, page)));
  return pages;
};

/**
 * Returns the job with the pages that changed its counters after it had ended: those that were delivered, which it
 * counted as abandoned, and first pages that it had not admitted. The write that concludes the job counts them.
 */
export const withLatePages = (
  job: FinishingJob,
  pages: readonly Page[],
): { readonly job: FinishingJob; readonly late: LatePages } => {
  let count = 0;
  let unchanged = 0;
  let unseeded = 0;
  const fields = { fieldsAsked: 0, fieldsAnswered: 0, fieldsFree: 0 };
  for (const page of pages) {
    if (page.kind !== 'page') continue;
    if (page.unseeded === true) unseeded += 1;
    if (page.late !== true) continue;
    count += 1;
    if (page.changeType === 'unchanged') unchanged += 1;
    fields.fieldsAsked += page.lateFields?.fieldsAsked ?? 0;
    fields.fieldsAnswered += page.lateFields?.fieldsAnswered ?? 0;
    fields.fieldsFree += page.lateFields?.fieldsFree ?? 0;
  }
  const late = {
    admitted: unseeded,
    done: count,
    finished: count,
    unchanged,
    abandoned: unseeded - count,
    ...fields,
  };
  const counted = Object.entries(late).map(([name, by]) => [name, (job[name as keyof LatePages] ?? 0) + by]);
  return { job: { ...job, ...(Object.fromEntries(counted) as LatePages) }, late };
};
