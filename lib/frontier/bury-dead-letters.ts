import { randomUUID } from 'node:crypto';
import { findPages } from '../aws/find-pages.ts';
import { getJob } from '../aws/get-job.ts';
import { sendBundles, type Queues } from '../aws/queues.ts';
import { failure } from '../failure.ts';
import { bundleSchema, type Bundle } from './bundle.ts';
import { endIfDrained } from './end-job.ts';
import { finishPage, type FinishDependencies } from './finish-page.ts';
import { isOpen, type Page } from './page.ts';
import type { RunningJob } from './start-job.ts';

/** What burying touches. */
export interface BuryDependencies extends FinishDependencies {
  readonly queues: Queues;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}

/** What a dead letter says of its own end: which queue gave it up, after how many receives, when it was first received. */
export interface DeadLetter {
  readonly body: unknown;
  readonly queue: string;
  readonly receives: number;
  readonly firstReceivedAt: number;
}

const failPage = async (
  dependencies: BuryDependencies,
  job: RunningJob,
  page: Page,
  letter: DeadLetter,
): Promise<void> => {
  if (!isOpen(page.state)) return;
  const since = new Date(letter.firstReceivedAt).toISOString();
  const why = failure(
    'DEAD_LETTER',
    `Cannot fetch ${page.url}: ${letter.queue} gave its message up; workers died or were refused again and again (since ${since}). ${page.message ?? ''}`.trim(),
  );
  await finishPage(dependencies, {
    job,
    page: {
      hash: page.hash,
      from: page.state,
      to: 'failed',
      attributes: { code: why.code, message: why.message },
    },
    children: [],
    token: randomUUID(),
  });
};

/** Sends each page of a bundle on its own: the one that kills its worker is found, its neighbours are fetched. */
const tryAlone = async (dependencies: BuryDependencies, bundle: Bundle): Promise<void> => {
  const { slots: _slots, ...rest } = bundle;
  await sendBundles(
    dependencies.queues,
    bundle.pages.map((hash) => ({ bundle: { ...rest, pages: [hash], alone: true }, delaySeconds: 0 })),
  );
};

/**
 * Buries a dead letter of a fetch queue: its pages are tried once more alone, and those that come back from that fail through
 * the ordinary path, so they still count once and the job still ends.
 *
 * @throws {Error} for a letter that nobody understands, which leaves it in its queue for a person.
 */
export const buryDeadLetter = async (dependencies: BuryDependencies, letter: DeadLetter): Promise<void> => {
  const bundle = bundleSchema.parse(letter.body);
  const job = await getJob(dependencies.table, bundle.job);
  dependencies.log('dead letter', {
    job: bundle.job,
    host: bundle.host,
    pages: bundle.pages.length,
    queue: letter.queue,
    receives: letter.receives,
    firstReceivedAt: letter.firstReceivedAt,
  });
  if (job === null || job.status !== 'running') return;
  if (bundle.alone !== true && bundle.pages.length > 1) return await tryAlone(dependencies, bundle);
  for (const page of await findPages(dependencies.table, job.id, bundle.pages)) {
    await failPage(dependencies, job, page, letter);
  }
  await endIfDrained(dependencies, job.id);
};
