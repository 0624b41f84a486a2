import { randomUUID } from 'node:crypto';
import { deferExtraction } from '../aws/defer-extraction.ts';
import { findPages } from '../aws/find-pages.ts';
import { getJobItem } from '../aws/get-job.ts';
import { pageAnswerItem } from '../aws/page-answers.ts';
import { sendExtract, type Queues } from '../aws/queues.ts';
import { reserveBudget, type Reservation, type Spending } from '../aws/reserve-budget.ts';
import { endOf, failure, type Failure } from '../failure.ts';
import { delaySecondsOf } from '../frontier/bundle.ts';
import { endEarly, endIfDrained } from '../frontier/end-job.ts';
import type { ExtractMessage } from '../frontier/extract-message.ts';
import { finishPage, type FinishDependencies } from '../frontier/finish-page.ts';
import type { Page } from '../frontier/page.ts';
import type { RunningJob } from '../frontier/start-job.ts';
import { ringForPages } from '../frontier/ring-hooks.ts';
import { limits } from '../limits.ts';
import type { Field } from '../extract/field.ts';
import type { Json } from '../extract/json.ts';
import type { Answered, AnswerPage } from '../extract/answered.ts';
import { fieldsOfOrder } from '../extract/asked-fields.ts';
import { filledPaths, isAnswered } from '../merge/filled.ts';
import { noUsage, type Extraction, type Usage } from '../extract/page-answer.ts';
import type { ExtractOrder } from '../request/extract-order.ts';
import {
  keepExtraction,
  readFetchedPage,
  type FetchedPage,
  type KeepDependencies,
} from './keep-extraction.ts';

/** What extraction of a page touches. */
export interface ExtractDependencies extends FinishDependencies, KeepDependencies {
  readonly queues: Pick<Queues, 'client' | 'extract' | 'finish' | 'deliver'>;
  readonly orderOf: (hash: string) => Promise<ExtractOrder | null>;
  readonly answer: AnswerPage;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}

interface Work {
  readonly job: RunningJob;
  readonly page: Page;
  readonly order: ExtractOrder;
  /** When the answer has to be there (milliseconds since the epoch). */
  readonly until: number;
}

const million = 1_000_000;

const fieldsOf = (order: ExtractOrder): readonly Field[] => {
  const read = fieldsOfOrder(order);
  return read.kind === 'read' ? read.fields : [];
};

const valuesOf = ({ answers }: Extraction): Record<string, Json> =>
  Object.fromEntries(Object.entries(answers).map(([name, { value }]) => [name, value]));

/** Counters that change with what a page took. */
const spendingOf = ({ calls, inputTokens, outputTokens, dollars }: Usage): Record<string, number> => {
  const microdollars = Math.ceil((dollars ?? 0) * million);
  return {
    inputTokens,
    outputTokens,
    modelCalls: calls,
    microdollars,
    unpriced: dollars === null ? 1 : 0,
    spentTokens: inputTokens + outputTokens,
    spentMicrodollars: microdollars,
  };
};

/** The same with a page's end, which gives back what was reserved for it. */
const settlementOf = ({ reserved }: Page, usage: Usage): Record<string, number> => {
  const spending = spendingOf(usage);
  return {
    ...spending,
    spentTokens: (spending['spentTokens'] ?? 0) - (reserved?.tokens ?? 0),
    spentMicrodollars: (spending['spentMicrodollars'] ?? 0) - (reserved?.microdollars ?? 0),
  };
};

/** Ends the page as failed. What was fetched of it lies in its draft until that expires. */
const failExtraction = async (
  dependencies: ExtractDependencies,
  { job, page }: Pick<Work, 'job' | 'page'>,
  why: Failure,
  usage: Usage,
): Promise<void> => {
  const at = dependencies.now();
  const message = why.message.slice(0, limits.failureMessageCharactersMax);
  const status = page.status === undefined ? {} : { status: page.status };
  const answer = { page: page.hash, url: page.url, at, ...status, failure: { code: why.code, message } };
  await finishPage(dependencies, {
    job,
    page: { hash: page.hash, from: 'fetched', to: endOf(why.code), attributes: { code: why.code, message } },
    children: [],
    counts: settlementOf(page, usage),
    puts: [pageAnswerItem(job.id, answer, job.ttl)],
    token: randomUUID(),
  });
  dependencies.log('extraction failed', { job: job.id, url: page.url, code: why.code, message });
  if (job.request.extract?.failFast !== true) return;
  await endEarly(dependencies, job, { outcome: 'failed', code: why.code });
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
  const at = dependencies.now();
  const { raw: _raw, ...lean } = extraction;
  const status = page.status === undefined ? {} : { status: page.status };
  const answer = { page: page.hash, url: page.url, at, ...status, extraction: lean, envelopeKey: kept.key };
  const fields = fieldsOf(order);
  const filled = new Set(filledPaths(fields, valuesOf(extraction)));
  // What was once taken is not taken again where an earlier version of the page is answered with.
  const usage = extraction.cached ? noUsage : extraction.usage;
  await finishPage(dependencies, {
    job,
    page: { hash: page.hash, from: 'fetched', to: 'done', attributes: kept.attributes },
    children: [],
    counts: {
      ...settlementOf(page, usage),
      ...kept.counts,
      fieldsAsked: extraction.fields,
      fieldsAnswered: extraction.fields - extraction.open.length,
      fieldsFree: extraction.free,
    },
    unions: { filled },
    puts: [...kept.puts, pageAnswerItem(job.id, answer, job.ttl)],
    token: randomUUID(),
  });
};

/** Ends a crawl that has all it was to find, or as many pages as it may visit. */
const endIfEnough = async (
  dependencies: ExtractDependencies,
  { job, order }: Pick<Work, 'job' | 'order'>,
): Promise<void> => {
  if (!order.merge || job.request.crawl === undefined) return;
  const now = await getJobItem(dependencies.table, job.id);
  if (now?.status !== 'running') return;
  const complete = isAnswered(fieldsOf(order), now.filled ?? new Set());
  const visited = order.budget.pages !== undefined && now.finished >= order.budget.pages;
  if (!complete && !visited) return;
  const code = complete ? 'ANSWER_COMPLETE' : 'BUDGET_EXHAUSTED';
  await endEarly(dependencies, now, { outcome: 'completed', code });
};

/** Has the page wait until somebody can be asked; one that waited often enough fails instead. */
const putOff = async (
  dependencies: ExtractDependencies,
  work: Work,
  { until, failure: why, usage, triesMax }: Extract<Answered, { kind: 'deferred' }>,
): Promise<void> => {
  const { job, page } = work;
  const { deferrals = 0 } = page;
  if (deferrals >= (triesMax ?? limits.extractDeferralsMax))
    return await failExtraction(dependencies, work, why, usage);
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
};

const reserveFor =
  (dependencies: ExtractDependencies, { page, order }: Work) =>
  async (wanted: Spending): Promise<Reservation> => {
    const { tokens, dollars } = order.budget;
    if ((tokens === undefined && dollars === undefined) || page.reserved !== undefined) return 'reserved';
    const budget = {
      ...(tokens === undefined ? {} : { tokens }),
      ...(dollars === undefined ? {} : { microdollars: Math.floor(dollars * million) }),
    };
    const reservation = await reserveBudget(dependencies.table, page, wanted, budget);
    if (reservation === 'reserved') Object.assign(page, { reserved: wanted });
    return reservation;
  };

const answerAndFinish = async (dependencies: ExtractDependencies, work: Work): Promise<void> => {
  const { job, page, order } = work;
  const fetched = await readFetchedPage(dependencies, page, job.request.extract?.order ?? '');
  if (fetched === null) {
    const message = `Cannot extract from ${page.url}: what was fetched of it has expired`;
    return await failExtraction(dependencies, work, failure('VERSION_GONE', message), noUsage);
  }
  const answered: Answered =
    fetched.kind === 'draft'
      ? await dependencies.answer(fetched.draft.facts, order, {
          reserve: reserveFor(dependencies, work),
          until: work.until,
        })
      : { kind: 'answered', extraction: { ...fetched.extraction, cached: true } };
  switch (answered.kind) {
    case 'failed':
      return await failExtraction(dependencies, work, answered.failure, answered.usage);
    case 'deferred':
      return await putOff(dependencies, work, answered);
    case 'unaffordable':
      await finishExtraction(dependencies, work, fetched, answered.extraction);
      await endEarly(dependencies, job, { outcome: 'completed', code: 'BUDGET_EXHAUSTED' });
      return;
    case 'answered':
      await finishExtraction(dependencies, work, fetched, answered.extraction);
      return await endIfEnough(dependencies, work);
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
  const [page] = await findPages(dependencies.table, job.id, [message.page]);
  if (page?.state === 'fetched') {
    const waitMs = (page.notBefore ?? 0) - dependencies.now();
    if (waitMs > 0)
      return await sendExtract(dependencies.queues, job.id, [page.hash], delaySecondsOf(waitMs));
    const order = await dependencies.orderOf(job.request.extract?.order ?? '');
    if (order === null) {
      const text = `Cannot extract from ${page.url}: what the job asks for is gone`;
      await failExtraction(dependencies, { job, page }, failure('VERSION_GONE', text), noUsage);
    } else await answerAndFinish(dependencies, { job, page, order, until });
  } else if (!redelivered) return;
  await ringForPages(dependencies.queues, job);
  await endIfDrained(dependencies, job, redelivered);
};
