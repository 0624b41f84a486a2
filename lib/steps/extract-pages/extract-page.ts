import { randomUUID } from 'node:crypto';
import { findPages } from '../../store/frontier/find-pages.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import { countOnce } from '../../store/frontier/count-once.ts';
import { countSpending } from '../../envelope/extract-spending.ts';
import { sendExtract, type Queues } from '../../store/queues.ts';
import { failure, type Failure } from '../../failure.ts';
import { toDelaySeconds } from '../../frontier/url-batch.ts';
import { endEarly, endIfDrained, endIfPastBudget } from '../protocol/end-job.ts';
import type { ExtractMessage } from '../../frontier/extract-message.ts';
import type { ContentPage } from '../../frontier/page.ts';
import { endCode } from '../../job/end-code.ts';
import type { RunningJob } from '../../job/job.ts';
import { enqueuePageWebhook } from '../protocol/enqueue-webhooks.ts';
import { failureOfThrown, errorStack, isOutage } from '../../outage.ts';
import type { AnswerSizes } from '../../extract/model/answer-size.ts';
import type { ExtractionOutcome, Extractor } from '../../extract/model/extraction-outcome.ts';
import { isAnswered } from '../../extract/merge/filled.ts';
import { concludedWithJob, endOfWait } from '../../extract/model/gaps.ts';
import { noModelUsage } from '../../extract/model/page-extraction.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import { readFetchedPage, type FetchedPage } from '../page-version/store-extraction.ts';
import { endExtraction, failExtraction, specFields, type EndPageDependencies } from './end-page.ts';
import { lostAlone } from './extract-alone.ts';
import { judgeHold } from '../../frontier/lone-page.ts';
import { holdSpending, type HeldSpending } from './hold-spending.ts';
import { tellLost, tellUntold } from './tell-lost.ts';
import { readPrevious } from './read-previous.ts';
import {
  answerBy,
  patience,
  tellOfTrouble,
  tellWhileAnswered,
  waitForModel,
  measureWait,
} from './wait-for-model.ts';

/** What extraction of a page needs. */
export interface ExtractDependencies extends EndPageDependencies {
  readonly queues: Pick<Queues, 'client' | 'extract' | 'finish' | 'deliver'>;
  readonly readSpec: (hash: string) => Promise<ExtractSpec | null>;
  readonly answer: Extractor;
  readonly answerSizes: (team: string) => AnswerSizes;
  readonly sleep: (ms: number) => Promise<void>;
}

interface Work {
  readonly job: RunningJob;
  readonly page: ContentPage;
  readonly spec: ExtractSpec;
  /** When the answer has to be there (milliseconds since the epoch). */
  readonly until: number;
}

/**
 * Ends the job if this was its last page. Also ends a crawl that has found all it looked for, or has visited as many
 * pages as it may. The job is read after the page's end was counted, so the worker that ends the last page sees that.
 */
const endIfOver = async (
  dependencies: ExtractDependencies,
  job: RunningJob,
  spec: ExtractSpec | null,
): Promise<void> => {
  const now = await getJobItem(dependencies.table, job.id);
  if (now?.status !== 'running') return;
  if (now.open === (now.sitemapsOpen ?? 0)) return void (await endIfDrained(dependencies, now));
  if (await endIfPastBudget(dependencies, now)) return;
  if (spec?.merge !== true || now.request.crawl === undefined) return;
  const complete = isAnswered(specFields(spec), now.filled ?? new Set());
  const visited = spec.budget.pages !== undefined && now.done + now.failed + now.blocked >= spec.budget.pages;
  if (!complete && !visited) return;
  const code = complete ? 'ANSWER_COMPLETE' : 'BUDGET_EXHAUSTED';
  await endEarly(dependencies, now, { outcome: 'completed', code });
};

/** Reads from a page that was put off why no model answered then. */
const putOffFor = ({ deferrals = 0, code, message = '' }: ContentPage): { readonly putOffFor?: Failure } =>
  deferrals > 0 && code !== undefined && /^(?:LLM_|ALL_KEYS_)/.test(code)
    ? { putOffFor: { code, message } }
    : {};

const answerFetched = async (
  dependencies: ExtractDependencies,
  work: Work,
  fetched: FetchedPage,
  spending: HeldSpending,
): Promise<ExtractionOutcome> => {
  const { job, page, spec, until } = work;
  if (fetched.kind === 'answered')
    return { kind: 'answered', extraction: { ...fetched.extraction, cached: true, usage: noModelUsage } };
  const { facts, envelope } = fetched.draft;
  const troubled = tellOfTrouble(dependencies, work);
  const previous = await readPrevious(dependencies.envelopes, page, spec, fetched.draft);
  const isOver = tellWhileAnswered(dependencies, page, troubled, () => spending.taken().calls);
  try {
    return await dependencies.answer({ ...facts, at: envelope.scrape.timestamp }, spec, {
      reserve: spending.reserve,
      endedBy: spending.endedBy,
      spent: spending.spent,
      until: answerBy(job, until, dependencies.now()),
      mayWait: patience(work, dependencies.now),
      measureWait: measureWait(work, dependencies.now),
      troubled,
      asker: `${job.id}/${page.hash}`,
      answerSizes: dependencies.answerSizes(job.team),
      ...(page.waited === undefined ? {} : { waited: page.waited }),
      ...putOffFor(page),
      ...previous,
    });
  } finally {
    isOver();
  }
};

/**
 * Answers a page. Anything thrown, except an outage, becomes the reason why nothing was extracted: the fetched content
 * is delivered all the same.
 */
const answerOrTell = async (
  dependencies: ExtractDependencies,
  work: Work,
  fetched: FetchedPage,
  spending: HeldSpending,
): Promise<ExtractionOutcome> => {
  const { job, page } = work;
  try {
    return await answerFetched(dependencies, work, fetched, spending);
  } catch (error) {
    const why = failureOfThrown(error, page.url, 'EXTRACT_FAILED');
    dependencies.log('page not answered', {
      job: job.id,
      url: page.url,
      reason: why.message,
      stack: errorStack(error),
    });
    return { kind: 'failed', failure: why, usage: spending.taken() };
  }
};

/**
 * Answers a page and ends it. False if the page waits, or was over before the model was asked: then nothing has ended
 * here.
 */
const answerAndFinish = async (
  dependencies: ExtractDependencies,
  work: Work,
  spending: HeldSpending,
): Promise<boolean> => {
  const { job, page, spec } = work;
  const { writer } = spending;
  const fetched = await readFetchedPage(dependencies, page, job.request.extract?.order ?? '');
  if (fetched === null) {
    const message = `Cannot extract from ${page.url}: what was fetched of it has expired`;
    const why = failure('VERSION_GONE', message);
    await failExtraction(dependencies, { job, page, taken: noModelUsage, writer }, why, noModelUsage);
    return true;
  }
  const answered = await answerOrTell(dependencies, work, fetched, spending);
  const spent = { ...work, page: spending.page(), taken: spending.taken(), writer };
  if (answered.kind === 'over') {
    await spending.release();
    return false;
  }
  if (answered.kind === 'deferred') {
    const { until, failure: why, usage, instead } = answered;
    const mayWait = patience(work, dependencies.now)(until, why);
    if (mayWait && (await waitForModel(dependencies, spent, answered))) return false;
    const now = mayWait ? await getJobItem(dependencies.table, job.id) : null;
    if (now?.status === 'running') {
      // Another worker has the page too, and has put it off or ended it: our cost is counted separately.
      await countOnce(dependencies.table, page, writer, countSpending(spending.taken()));
      return false;
    }
    const last = instead ?? {
      kind: 'failed' as const,
      failure: endOfWait(why, measureWait(work, dependencies.now)(until, why)),
      usage,
    };
    // It could have waited on: its job is over.
    const told = mayWait ? concludedWithJob(last, why, endCode(now)) : last;
    await endExtraction(dependencies, spent, fetched, told);
    return true;
  }
  await endExtraction(dependencies, spent, fetched, answered);
  // A crawl goes no further without money. Pages that were named are still read for the values that they state
  // themselves.
  const goesOn = job.request.crawl === undefined || !spec.merge;
  if (answered.isExhausted === true && !goesOn)
    await endEarly(dependencies, job, { outcome: 'completed', code: 'BUDGET_EXHAUSTED' });
  return true;
};

/**
 * Answers and ends a page; false if a later message does. Anything thrown becomes the page's failure, except an outage,
 * which is thrown on.
 */
const answerOrFail = async (dependencies: ExtractDependencies, work: Work): Promise<boolean> => {
  const { job, page, spec, until } = work;
  const spending = holdSpending(dependencies, page, spec, until);
  try {
    return await answerAndFinish(dependencies, work, spending);
  } catch (error) {
    // The page's next message has what the store could not take.
    if (isOutage(error) && (await tellLost(dependencies, work, spending))) return false;
    const why = failureOfThrown(error, page.url, 'EXTRACT_FAILED');
    dependencies.log('page failed', {
      job: job.id,
      url: page.url,
      reason: why.message,
      stack: errorStack(error),
    });
    // Read again: what was reserved for the page meanwhile is given back.
    const [found] = await findPages(dependencies.table, job.id, [page.hash]);
    const now = found?.kind === 'page' ? found : page;
    const taken = spending.taken();
    await failExtraction(dependencies, { job, page: now, taken, writer: spending.writer }, why, taken);
    return true;
  }
};

/** How a page is worked on. */
interface Turn {
  /** A worker had the message before. */
  readonly redelivered: boolean;
  /** When the answer has to be there (milliseconds since the epoch). */
  readonly until: number;
  /** When this worker noted that it extracts from the page alone; null if it does not. */
  readonly claimedAt?: number | null;
}

/** Ends a page that gets no further try: why, it says; nothing was asked for it. */
const endUnread = async (
  dependencies: ExtractDependencies,
  job: RunningJob,
  page: ContentPage,
  why: Failure,
): Promise<void> => {
  const ending = { job, page, taken: noModelUsage, writer: randomUUID() };
  await failExtraction(dependencies, ending, why, noModelUsage);
};

/**
 * Extracts from one fetched page: reads its draft, answers what the job asks, writes its envelope and ends it. Harmless
 * to repeat: a page that is over is skipped, and its job is ended if it was the last.
 *
 * @throws when a store or a queue is out; the message then comes again.
 */
export const extractPage = async (
  dependencies: ExtractDependencies,
  message: ExtractMessage,
  { redelivered, until, claimedAt = null }: Turn,
): Promise<void> => {
  if (message.untold !== undefined) await tellUntold(dependencies, message, message.untold);
  const job = await getJobItem(dependencies.table, message.job);
  if (job === null || job.status !== 'running') {
    if (job !== null && redelivered) await endIfDrained(dependencies, job, true);
    return;
  }
  const spec = await dependencies.readSpec(job.request.extract?.order ?? '');
  const [page] = await findPages(dependencies.table, job.id, [message.page]);
  if (page?.kind === 'page' && page.state === 'fetched') {
    const hold = judgeHold(page, claimedAt, dependencies.now());
    if (hold === 'held') return;
    const waitMs = (page.notBefore ?? 0) - dependencies.now();
    if (waitMs > 0) return await sendExtract(dependencies.queues, job, [page.hash], toDelaySeconds(waitMs));
    if (hold === 'lost') {
      await endUnread(dependencies, job, page, lostAlone(page));
    } else if (spec === null) {
      const text = `Cannot extract from ${page.url}: what the job asks for is gone`;
      await endUnread(dependencies, job, page, failure('VERSION_GONE', text));
    } else if (!(await answerOrFail(dependencies, { job, page, spec, until }))) return;
  } else if (!redelivered) return;
  await enqueuePageWebhook(dependencies.queues, job);
  await endIfOver(dependencies, job, spec);
};
