import { randomUUID } from 'node:crypto';
import { deferExtraction } from '../../store/frontier/defer-extraction.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import { pageExtractionItem } from '../../store/frontier/page-extractions.ts';
import { sendExtract, type Queues } from '../../store/queues.ts';
import { reserveBudget } from '../../store/jobs/reserve-budget.ts';
import { endAfter, failure, type Failure } from '../../failure.ts';
import { toDelaySeconds } from '../../frontier/url-batch.ts';
import { endEarly, endIfDrained, endIfIntolerable } from '../protocol/end-job.ts';
import type { ExtractMessage } from '../../frontier/extract-message.ts';
import { finishPage } from '../protocol/finish-page.ts';
import { type FinishDependencies } from '../protocol/commit-chunk.ts';
import type { ContentPage } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { enqueuePageWebhook } from '../protocol/enqueue-webhooks.ts';
import { limits } from '../../limits/limits.ts';
import { failureOfThrown, errorStack } from '../../outage.ts';
import type { Field } from '../../extract/schema/field.ts';
import type { Json } from '../../extract/schema/json.ts';
import type { ExtractionOutcome, Extractor, Concluded } from '../../extract/model/extraction-outcome.ts';
import { fieldsOfSpec } from '../../extract/schema/asked-fields.ts';
import { filledPaths, isAnswered } from '../../extract/merge/filled.ts';
import {
  microdollarsPerDollar,
  noModelUsage,
  type Extraction,
  type PageExtraction,
  type ModelUsage,
} from '../../extract/model/page-extraction.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import {
  storeExtraction,
  readFetchedPage,
  type FetchedPage,
  type StoreDependencies,
} from './store-extraction.ts';
import { settleSpending, countSpending } from '../../envelope/extract-spending.ts';
import { readPrevious } from './read-previous.ts';
import type { BudgetReservation, Spending } from '../../job/spending.ts';

/** What extraction of a page touches. */
export interface ExtractDependencies extends FinishDependencies, StoreDependencies {
  readonly queues: Pick<Queues, 'client' | 'extract' | 'finish' | 'deliver'>;
  readonly readSpec: (hash: string) => Promise<ExtractSpec | null>;
  readonly answer: Extractor;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}

interface Work {
  readonly job: RunningJob;
  readonly page: ContentPage;
  readonly spec: ExtractSpec;
  /** When the answer has to be there (milliseconds since the epoch). */
  readonly until: number;
}

const fieldsOf = (spec: ExtractSpec): readonly Field[] => {
  const read = fieldsOfSpec(spec);
  return read.kind === 'read' ? read.fields : [];
};

const valuesOf = ({ answers }: Extraction): Record<string, Json> =>
  Object.fromEntries(Object.entries(answers).map(([name, { value }]) => [name, value]));

const fetchedItem = ({ kind, hash, url }: ContentPage) => ({ kind, hash, url, from: 'fetched' as const });

/** Ends the page as failed. What was fetched of it lies in its draft until that expires. */
const failExtraction = async (
  dependencies: ExtractDependencies,
  { job, page }: Pick<Work, 'job' | 'page'>,
  why: Failure,
  usage: ModelUsage,
): Promise<void> => {
  const message = why.message.slice(0, limits.failureMessageCharactersMax);
  const to = endAfter(why.code);
  await finishPage(dependencies, {
    job,
    page: { ...fetchedItem(page), to, facts: { code: why.code, message, status: page.status } },
    children: [],
    counts: settleSpending(page, usage),
    token: randomUUID(),
  });
  dependencies.log('extraction failed', { job: job.id, url: page.url, code: why.code, reason: message });
  await endIfIntolerable(dependencies, job, why.code);
};

/** Ends the page with its answer: envelope first, then the frontier, the answer and the last version in one step. */
const finishExtraction = async (
  dependencies: ExtractDependencies,
  { job, page, spec }: Work,
  fetched: FetchedPage,
  extraction: Extraction,
): Promise<void> => {
  const kept = await storeExtraction(dependencies, job, page, fetched, extraction);
  if (kept.kind === 'refused')
    return await failExtraction(dependencies, { job, page }, kept.failure, extraction.usage);
  const { raw: _raw, ...lean } = extraction;
  const status = page.status === undefined ? {} : { status: page.status };
  const answerAt = (at: number): PageExtraction => ({
    page: page.hash,
    url: page.url,
    at,
    ...status,
    extraction: lean,
    envelopeKey: kept.key,
  });
  const fields = fieldsOf(spec);
  const filled = new Set(filledPaths(fields, valuesOf(extraction)));
  // What was once taken is not taken again where an earlier version of the page is answered with.
  const usage = extraction.cached ? noModelUsage : extraction.usage;
  await finishPage(dependencies, {
    job,
    page: { ...fetchedItem(page), to: 'done', facts: kept.facts },
    children: [],
    counts: {
      ...settleSpending(page, usage),
      ...kept.counts,
      fieldsAsked: extraction.fields,
      fieldsAnswered: extraction.fields - extraction.open.length,
      fieldsFree: extraction.free,
    },
    unions: { filled },
    puts: kept.items,
    stamped: (now) => [pageExtractionItem(job.id, answerAt(now), job.ttl)],
    token: randomUUID(),
  });
};

/**
 * Ends the job if this was its last page; a crawl that has all it was to find, or as many pages as it may visit, too. The job is
 * read after the page's end was counted, so whoever ends the last page sees that it was.
 */
const endIfOver = async (
  dependencies: ExtractDependencies,
  job: RunningJob,
  spec: ExtractSpec | null,
): Promise<void> => {
  const now = await getJobItem(dependencies.table, job.id);
  if (now?.status !== 'running') return;
  if (now.open === (now.sitemapsOpen ?? 0)) return void (await endIfDrained(dependencies, now));
  if (spec?.merge !== true || now.request.crawl === undefined) return;
  const complete = isAnswered(fieldsOf(spec), now.filled ?? new Set());
  const visited = spec.budget.pages !== undefined && now.finished >= spec.budget.pages;
  if (!complete && !visited) return;
  const code = complete ? 'ANSWER_COMPLETE' : 'BUDGET_EXHAUSTED';
  await endEarly(dependencies, now, { outcome: 'completed', code });
};

/** Has the page wait until somebody can be asked; one that waited often enough fails instead: true then. */
const requeue = async (
  dependencies: ExtractDependencies,
  work: Work,
  { until, failure: why, usage, triesMax }: Extract<ExtractionOutcome, { kind: 'deferred' }>,
): Promise<boolean> => {
  const { job, page } = work;
  const { deferrals = 0 } = page;
  if (deferrals >= (triesMax ?? limits.extractDeferralsMax)) {
    await failExtraction(dependencies, work, why, usage);
    return true;
  }
  const now = dependencies.now();
  // Not all at the same moment: whoever waited together would meet the same keys together.
  const backOffMs = triesMax === undefined ? 1_000 : limits.extractBackOffMs * 2 ** deferrals;
  const delayMs = Math.max(backOffMs, until - now) * (1 + dependencies.random() / 4);
  const noted = await deferExtraction(dependencies.table, page, {
    failure: why,
    notBefore: now + Math.floor(delayMs),
    now,
    counts: countSpending(usage),
  });
  if (noted) await sendExtract(dependencies.queues, job.id, [page.hash], toDelaySeconds(delayMs));
  return false;
};

/** Has what a page may take reserved, where its order has a budget; what is reserved for it is told with the answer. */
const reserveFor = (
  dependencies: ExtractDependencies,
  { page, spec }: Work,
): {
  readonly reserve: (wanted: Spending) => Promise<BudgetReservation>;
  readonly reserved: () => ContentPage;
} => {
  const { tokens, dollars } = spec.budget;
  const budget = {
    ...(tokens === undefined ? {} : { tokens }),
    ...(dollars === undefined ? {} : { microdollars: Math.floor(dollars * microdollarsPerDollar) }),
  };
  let held = page;
  return {
    reserve: async (wanted) => {
      if (Object.keys(budget).length === 0 || held.reserved !== undefined) return 'reserved';
      const reservation = await reserveBudget(dependencies.table, page, wanted, budget);
      if (reservation === 'reserved') held = { ...page, reserved: wanted };
      return reservation;
    },
    reserved: () => held,
  };
};

/** Ends a page that was answered, or was found to have no answer. */
const conclude = async (
  dependencies: ExtractDependencies,
  work: Work,
  fetched: FetchedPage,
  concluded: Concluded,
): Promise<void> =>
  concluded.kind === 'answered'
    ? await finishExtraction(dependencies, work, fetched, concluded.extraction)
    : await failExtraction(dependencies, work, concluded.failure, concluded.usage);

/** False if the page waits, or was over before it was asked: then nothing has ended here. */
const answerAndFinish = async (dependencies: ExtractDependencies, work: Work): Promise<boolean> => {
  const { job, page, spec } = work;
  const fetched = await readFetchedPage(dependencies, page, job.request.extract?.order ?? '');
  if (fetched === null) {
    const message = `Cannot extract from ${page.url}: what was fetched of it has expired`;
    await failExtraction(dependencies, work, failure('VERSION_GONE', message), noModelUsage);
    return true;
  }
  const { reserve, reserved } = reserveFor(dependencies, work);
  const answered: ExtractionOutcome =
    fetched.kind === 'draft'
      ? await dependencies.answer(fetched.draft.facts, spec, {
          reserve,
          until: work.until,
          ...(await readPrevious(dependencies.envelopes, page, spec, fetched.draft)),
        })
      : { kind: 'answered', extraction: { ...fetched.extraction, cached: true } };
  const spent = { ...work, page: reserved() };
  switch (answered.kind) {
    case 'over':
      return false;
    case 'deferred':
      return await requeue(dependencies, spent, answered);
    case 'unaffordable':
      await conclude(dependencies, spent, fetched, answered.page);
      await endEarly(dependencies, job, { outcome: 'completed', code: 'BUDGET_EXHAUSTED' });
      return true;
    case 'answered':
    case 'failed':
      await conclude(dependencies, spent, fetched, answered);
      return true;
  }
};

/** The same; what is thrown on the way is the page's failure, unless it is an outage, which is thrown on. */
const answerOrFail = async (dependencies: ExtractDependencies, work: Work): Promise<boolean> => {
  const { job, page } = work;
  try {
    return await answerAndFinish(dependencies, work);
  } catch (error) {
    const why = failureOfThrown(error, page.url, 'EXTRACT_FAILED');
    dependencies.log('page failed', {
      job: job.id,
      url: page.url,
      reason: why.message,
      stack: errorStack(error),
    });
    // As it stands now: what was reserved for it on the way is given back.
    const [now] = await findPages(dependencies.table, job.id, [page.hash]);
    await failExtraction(dependencies, { job, page: now?.kind === 'page' ? now : page }, why, noModelUsage);
    return true;
  }
};

/**
 * Extracts from one page that was fetched: reads its draft, answers what the job asks, writes its envelope and ends it. Harmless
 * to repeat: a page that is over is passed by, and its job ended if it was the last.
 *
 * Throws when a store or a queue is out; the message then comes again.
 */
export const extractPage = async (
  dependencies: ExtractDependencies,
  message: ExtractMessage,
  { redelivered, until }: { readonly redelivered: boolean; readonly until: number },
): Promise<void> => {
  const job = await getJobItem(dependencies.table, message.job);
  if (job === null || job.status !== 'running') {
    if (job !== null && redelivered) await endIfDrained(dependencies, job, true);
    return;
  }
  const spec = await dependencies.readSpec(job.request.extract?.order ?? '');
  const [page] = await findPages(dependencies.table, job.id, [message.page]);
  if (page?.kind === 'page' && page.state === 'fetched') {
    const waitMs = (page.notBefore ?? 0) - dependencies.now();
    if (waitMs > 0)
      return await sendExtract(dependencies.queues, job.id, [page.hash], toDelaySeconds(waitMs));
    if (spec === null) {
      const text = `Cannot extract from ${page.url}: what the job asks for is gone`;
      await failExtraction(dependencies, { job, page }, failure('VERSION_GONE', text), noModelUsage);
    } else if (!(await answerOrFail(dependencies, { job, page, spec, until }))) return;
  } else if (!redelivered) return;
  await enqueuePageWebhook(dependencies.queues, job);
  await endIfOver(dependencies, job, spec);
};
