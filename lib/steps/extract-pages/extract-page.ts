import { randomUUID } from 'node:crypto';
import { deferExtraction } from '../../store/frontier/defer-extraction.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import { pageAnswerItem } from '../../store/frontier/page-answers.ts';
import { sendExtract, type Queues } from '../../store/queues.ts';
import { reserveBudget } from '../../store/jobs/reserve-budget.ts';
import { endOf, failure, type Failure } from '../../failure.ts';
import { delaySecondsOf } from '../../frontier/bundle.ts';
import { endEarly, endIfDrained, endIfIntolerable } from '../protocol/end-job.ts';
import type { ExtractMessage } from '../../frontier/extract-message.ts';
import { finishPage, type FinishDependencies } from '../protocol/finish-page.ts';
import type { WebPage } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { ringForPages } from '../protocol/ring-hooks.ts';
import { limits } from '../../limits/limits.ts';
import { failureOfThrown, stackOf } from '../../outage.ts';
import type { Field } from '../../extract/schema/field.ts';
import type { Json } from '../../extract/schema/json.ts';
import type { Answered, AnswerPage, Concluded } from '../../extract/model/answered.ts';
import { fieldsOfOrder } from '../../extract/schema/asked-fields.ts';
import { filledPaths, isAnswered } from '../../extract/merge/filled.ts';
import {
  microdollarsPerDollar,
  noUsage,
  type Extraction,
  type PageAnswer,
  type Usage,
} from '../../extract/model/page-answer.ts';
import type { ExtractOrder } from '../../request/extract-order.ts';
import {
  keepExtraction,
  readFetchedPage,
  type FetchedPage,
  type KeepDependencies,
} from './keep-extraction.ts';
import { settlementOf, spendingOf } from '../../envelope/extract-spending.ts';
import { readPrevious } from './read-previous.ts';
import type { Reservation, Spending } from '../../job/spending.ts';

/** What extraction of a page touches. */
export interface ExtractDependencies extends FinishDependencies, KeepDependencies {
  readonly queues: Pick<Queues, 'client' | 'extract' | 'finish' | 'deliver'>;
  readonly orderOf: (hash: string) => Promise<ExtractOrder | null>;
  readonly answer: AnswerPage;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}

interface Work {
  readonly job: RunningJob;
  readonly page: WebPage;
  readonly order: ExtractOrder;
  /** When the answer has to be there (milliseconds since the epoch). */
  readonly until: number;
}

const fieldsOf = (order: ExtractOrder): readonly Field[] => {
  const read = fieldsOfOrder(order);
  return read.kind === 'read' ? read.fields : [];
};

const valuesOf = ({ answers }: Extraction): Record<string, Json> =>
  Object.fromEntries(Object.entries(answers).map(([name, { value }]) => [name, value]));

/** Ends the page as failed. What was fetched of it lies in its draft until that expires. */
const failExtraction = async (
  dependencies: ExtractDependencies,
  { job, page }: Pick<Work, 'job' | 'page'>,
  why: Failure,
  usage: Usage,
): Promise<void> => {
  const message = why.message.slice(0, limits.failureMessageCharactersMax);
  const to = endOf(why.code);
  await finishPage(dependencies, {
    job,
    page: {
      kind: page.kind,
      hash: page.hash,
      url: page.url,
      from: 'fetched',
      to,
      facts: { code: why.code, message, status: page.status },
    },
    children: [],
    counts: settlementOf(page, usage),
    token: randomUUID(),
  });
  dependencies.log('extraction failed', { job: job.id, url: page.url, code: why.code, reason: message });
  await endIfIntolerable(dependencies, job, why.code);
};

/** Ends the page with its answer: envelope first, then the frontier, the answer and the last version in one step. */
const finishExtraction = async (
  dependencies: ExtractDependencies,
  { job, page, order }: Work,
  fetched: FetchedPage,
  extraction: Extraction,
): Promise<void> => {
  const kept = await keepExtraction(dependencies, job, page, fetched, extraction);
  if (kept.kind === 'refused')
    return await failExtraction(dependencies, { job, page }, kept.failure, extraction.usage);
  const { raw: _raw, ...lean } = extraction;
  const status = page.status === undefined ? {} : { status: page.status };
  const answerAt = (at: number): PageAnswer => ({
    page: page.hash,
    url: page.url,
    at,
    ...status,
    extraction: lean,
    envelopeKey: kept.key,
  });
  const fields = fieldsOf(order);
  const filled = new Set(filledPaths(fields, valuesOf(extraction)));
  // What was once taken is not taken again where an earlier version of the page is answered with.
  const usage = extraction.cached ? noUsage : extraction.usage;
  await finishPage(dependencies, {
    job,
    page: {
      kind: page.kind,
      hash: page.hash,
      url: page.url,
      from: 'fetched',
      to: 'done',
      facts: kept.facts,
    },
    children: [],
    counts: {
      ...settlementOf(page, usage),
      ...kept.counts,
      fieldsAsked: extraction.fields,
      fieldsAnswered: extraction.fields - extraction.open.length,
      fieldsFree: extraction.free,
    },
    unions: { filled },
    puts: kept.items,
    stamped: (now) => [pageAnswerItem(job.id, answerAt(now), job.ttl)],
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
  order: ExtractOrder | null,
): Promise<void> => {
  const now = await getJobItem(dependencies.table, job.id);
  if (now?.status !== 'running') return;
  if (now.open === 0) return void (await endIfDrained(dependencies, now));
  if (order?.merge !== true || now.request.crawl === undefined) return;
  const complete = isAnswered(fieldsOf(order), now.filled ?? new Set());
  const visited = order.budget.pages !== undefined && now.finished >= order.budget.pages;
  if (!complete && !visited) return;
  const code = complete ? 'ANSWER_COMPLETE' : 'BUDGET_EXHAUSTED';
  await endEarly(dependencies, now, { outcome: 'completed', code });
};

/** Has the page wait until somebody can be asked; one that waited often enough fails instead: true then. */
const putOff = async (
  dependencies: ExtractDependencies,
  work: Work,
  { until, failure: why, usage, triesMax }: Extract<Answered, { kind: 'deferred' }>,
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
    counts: spendingOf(usage),
  });
  if (noted) await sendExtract(dependencies.queues, job.id, [page.hash], delaySecondsOf(delayMs));
  return false;
};

/** Has what a page may take reserved, where its order has a budget; what is reserved for it is told with the answer. */
const reserveFor = (
  dependencies: ExtractDependencies,
  { page, order }: Work,
): { readonly reserve: (wanted: Spending) => Promise<Reservation>; readonly reserved: () => WebPage } => {
  const { tokens, dollars } = order.budget;
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
  const { job, page, order } = work;
  const fetched = await readFetchedPage(dependencies, page, job.request.extract?.order ?? '');
  if (fetched === null) {
    const message = `Cannot extract from ${page.url}: what was fetched of it has expired`;
    await failExtraction(dependencies, work, failure('VERSION_GONE', message), noUsage);
    return true;
  }
  const { reserve, reserved } = reserveFor(dependencies, work);
  const answered: Answered =
    fetched.kind === 'draft'
      ? await dependencies.answer(fetched.draft.facts, order, {
          reserve,
          until: work.until,
          ...(await readPrevious(dependencies.envelopes, page, order, fetched.draft)),
        })
      : { kind: 'answered', extraction: { ...fetched.extraction, cached: true } };
  const spent = { ...work, page: reserved() };
  switch (answered.kind) {
    case 'over':
      return false;
    case 'deferred':
      return await putOff(dependencies, spent, answered);
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
      stack: stackOf(error),
    });
    // As it stands now: what was reserved for it on the way is given back.
    const [now] = await findPages(dependencies.table, job.id, [page.hash]);
    await failExtraction(dependencies, { job, page: now?.kind === 'page' ? now : page }, why, noUsage);
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
  const order = await dependencies.orderOf(job.request.extract?.order ?? '');
  const [page] = await findPages(dependencies.table, job.id, [message.page]);
  if (page?.kind === 'page' && page.state === 'fetched') {
    const waitMs = (page.notBefore ?? 0) - dependencies.now();
    if (waitMs > 0)
      return await sendExtract(dependencies.queues, job.id, [page.hash], delaySecondsOf(waitMs));
    if (order === null) {
      const text = `Cannot extract from ${page.url}: what the job asks for is gone`;
      await failExtraction(dependencies, { job, page }, failure('VERSION_GONE', text), noUsage);
    } else if (!(await answerOrFail(dependencies, { job, page, order, until }))) return;
  } else if (!redelivered) return;
  await ringForPages(dependencies.queues, job);
  await endIfOver(dependencies, job, order);
};
