import { randomUUID } from 'node:crypto';
import { countOnce } from '../../store/frontier/count-once.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import { sendMessages, type Queues } from '../../store/queues.ts';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { urlBatchSchema, type UrlBatch } from '../../frontier/url-batch.ts';
import { endIfDrained, endIfIntolerable } from '../protocol/end-job.ts';
import { extractMessageSchema } from '../../frontier/extract-message.ts';
import { questionMessageSchema } from '../../frontier/question-message.ts';
import { finishPage } from '../protocol/finish-page.ts';
import { tryAlone } from '../protocol/try-alone.ts';
import type { FinishDependencies } from '../protocol/frontier-step.ts';
import type { PageDeadLetter } from '../../frontier/dead-letter.ts';
import { isLostAlone, judgeHold } from '../../frontier/lone-page.ts';
import { isOpen, type Page } from '../../frontier/page.ts';
import { enqueuePageWebhook } from '../protocol/enqueue-webhooks.ts';
import type { RunningJob } from '../../job/job.ts';
import type { Log } from '../../log.ts';

/** What burying needs. */
export interface BuryDependencies extends FinishDependencies {
  readonly queues: Queues;
  readonly log: Log;
}

/** A dead letter with how it ended: the queue that gave it up, its receives, and when it was first received. */
export interface DeadLetter {
  /** The message's id, by which a person can find it. */
  readonly id?: string;
  readonly body: unknown;
  readonly queue: string;
  readonly receives: number;
  readonly firstReceivedAt: number;
}

/**
 * - `buried`: its page was failed, unless it had ended already.
 * - `tried alone`: its pages were sent once more, each on its own.
 * - `job over`: its job is over or gone, so its pages no longer matter. The same holds for the answer to a question.
 * - `unreadable`: it is not a URL batch. It names no page, so none can be failed; the caller leaves it in its queue for
 *   a person.
 */
export type Burial = 'buried' | 'tried alone' | 'job over' | 'unreadable';

/** Returns how often a letter and those before it were received, and when first. */
const behindIt = (
  letter: DeadLetter,
  { before }: Pick<UrlBatch, 'before'>,
): NonNullable<UrlBatch['before']> => ({
  receives: letter.receives + (before?.receives ?? 0),
  firstReceivedAt: Math.min(letter.firstReceivedAt, before?.firstReceivedAt ?? letter.firstReceivedAt),
});

/** Combines what the page and its letter say together. `fetch-normal` is a queue of the stage `fetch`. */
const recordOf = (
  page: Page,
  letter: DeadLetter,
  { receives, firstReceivedAt }: NonNullable<UrlBatch['before']>,
): PageDeadLetter => ({
  stage: letter.queue.split('-')[0] ?? letter.queue,
  queue: letter.queue,
  attempts: page.attempts,
  receives,
  firstReceivedAt: new Date(firstReceivedAt).toISOString(),
  ...(page.code === undefined ? {} : { lastCode: page.code }),
  ...(page.message === undefined ? {} : { lastError: page.message }),
});

const whyBuried = (page: Page, record: PageDeadLetter): Failure => {
  const last =
    record.lastCode === undefined
      ? 'No request for it is on record'
      : `Of its requests ${record.attempts} failed, last with ${record.lastCode}: ${record.lastError ?? ''}`;
  const message =
    `Cannot finish the stage ${record.stage} of ${page.url}: its message came ${record.receives} times ` +
    `since ${record.firstReceivedAt}, and no worker finished it. ${last}`;
  return failure('DEAD_LETTER', message.trim().slice(0, limits.failureMessageCharactersMax));
};

const failPage = async (
  dependencies: BuryDependencies,
  job: RunningJob,
  page: Page,
  record: PageDeadLetter,
): Promise<void> => {
  if (!isOpen(page.state)) return;
  const why = whyBuried(page, record);
  const finished = await finishPage(dependencies, {
    job,
    page: {
      kind: page.kind,
      hash: page.hash,
      url: page.url,
      from: page.state,
      to: 'failed',
      facts: { code: why.code, message: why.message, deadLetter: record },
    },
    children: [],
    token: randomUUID(),
  });
  if (finished.kind !== 'finished') return;
  dependencies.log('page buried', { job: job.id, page: page.hash, url: page.url, ...record });
  if (page.kind === 'page') await endIfIntolerable(dependencies, job, why.code);
};

/** Fails the pages that are still open, and ends the job if they were the last. */
const failPages = async (
  dependencies: BuryDependencies,
  job: RunningJob,
  hashes: readonly string[],
  recordFor: (page: Page) => PageDeadLetter,
): Promise<void> => {
  for (const page of await findPages(dependencies.table, job.id, hashes)) {
    await failPage(dependencies, job, page, recordFor(page));
  }
  await enqueuePageWebhook(dependencies.queues, job);
  await endIfDrained(dependencies, job);
};

/**
 * Buries a letter of extraction: fails the one page that it names. If no worker died while it had the page alone, the
 * page only was in the company of another, or the stores were out: then it is sent again, a limited number of times. So
 * it is while another worker may have it alone, because a page can have two messages.
 * Null if it is no such letter.
 */
const buryExtraction = async (
  dependencies: BuryDependencies,
  letter: DeadLetter,
  about: Parameters<Log>[1],
): Promise<Burial | null> => {
  const parsed = extractMessageSchema.safeParse(letter.body);
  if (!parsed.success) return null;
  const { job: id, page, untold, before } = parsed.data;
  // The table was out for as long as the message came back.
  if (untold !== undefined)
    await countOnce(dependencies.table, { job: id, hash: page }, untold.writer, untold.counts);
  const job = await getJobItem(dependencies.table, id);
  dependencies.log('dead letter', { ...about, job: id, page });
  if (job === null || job.status !== 'running') return 'job over';
  const behind = behindIt(letter, { before });
  const [found] = await findPages(dependencies.table, id, [page]);
  const isInnocent =
    found?.kind === 'page' &&
    found.state === 'fetched' &&
    judgeHold(found, null, dependencies.now()) !== 'lost';
  if (isInnocent && (before?.receives ?? 0) < limits.lettersSentAgainMax * letter.receives) {
    const body = { v: 1, job: id, page, alone: true, before: behind };
    await sendMessages(dependencies.queues, dependencies.queues.extract, job.team, [{ body }]);
    return 'tried alone';
  }
  await failPages(dependencies, job, [page], (one) => recordOf(one, letter, behind));
  return 'buried';
};

/**
 * Tells whether the pages of a letter only died in company: no worker died while it visited one of them alone. So the
 * worker died because of another page in the same invocation, or the stores were out. They are sent again, a limited
 * number of times. The same holds for a list of links that the job still has to admit, a reserve or a portion of a
 * sitemap: the job made the list itself, and if it failed, its links would never be found.
 */
const isInnocent = (letter: DeadLetter, { before }: UrlBatch, pages: readonly Page[], now: number): boolean =>
  pages.every(
    (page) =>
      isOpen(page.state) && (page.kind === 'reserve' || page.kind === 'portion' || !isLostAlone(page, now)),
  ) && (before?.receives ?? 0) < limits.lettersSentAgainMax * letter.receives;

/**
 * Buries a dead letter. For a letter of extraction it fails the page. For a letter of a fetch queue it sends the pages
 * once more, each alone, and again while no worker has died with them alone. Those that come back after that fail
 * through the ordinary path, so they still count once and the job still ends.
 */
export const buryDeadLetter = async (dependencies: BuryDependencies, letter: DeadLetter): Promise<Burial> => {
  const about = {
    messageId: letter.id,
    queue: letter.queue,
    receives: letter.receives,
    firstReceivedAt: new Date(letter.firstReceivedAt).toISOString(),
  };
  if (questionMessageSchema.safeParse(letter.body).success) {
    dependencies.log('dead letter', about);
    return 'job over';
  }
  const extraction = await buryExtraction(dependencies, letter, about);
  if (extraction !== null) return extraction;
  const parsed = urlBatchSchema.safeParse(letter.body);
  if (!parsed.success) {
    // The body is not logged: it is of unknown form and may hold anything.
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
    dependencies.log('dead letter unreadable', { ...about, wrong: wrong.slice(0, 5) });
    return 'unreadable';
  }
  const urlBatch = parsed.data;
  const job = await getJobItem(dependencies.table, urlBatch.job);
  const pages = urlBatch.pages.length;
  dependencies.log('dead letter', { ...about, job: urlBatch.job, host: urlBatch.host, pages });
  if (job === null || job.status !== 'running') return 'job over';
  const isFirst = urlBatch.alone !== true && pages > 1;
  const find = async (): Promise<Page[]> => await findPages(dependencies.table, job.id, urlBatch.pages);
  if (isFirst || isInnocent(letter, urlBatch, await find(), dependencies.now())) {
    await tryAlone(dependencies.queues, job.team, urlBatch, behindIt(letter, urlBatch));
    return 'tried alone';
  }
  await failPages(dependencies, job, urlBatch.pages, (page) =>
    recordOf(page, letter, behindIt(letter, urlBatch)),
  );
  return 'buried';
};
