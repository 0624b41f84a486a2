import { extractMessageSchema, type ExtractMessage } from '../../frontier/extract-message.ts';
import { questionMessageSchema } from '../../frontier/question-message.ts';
import { limits } from '../../limits/limits.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import type { Meter } from '../../store/meter.ts';
import { sendMessages } from '../../store/queues.ts';
import { orAgain, type QueuedMessage } from '../protocol/message-again.ts';
import { extractAlone, type LoneDependencies } from './extract-alone.ts';
import { extractPage, type ExtractDependencies } from './extract-page.ts';
import { processQuestion, type QuestionDependencies } from './process-question.ts';

/** What an invocation needs. */
export interface ExtractWorker extends ExtractDependencies, LoneDependencies {
  readonly questions: QuestionDependencies;
  readonly meter: Pick<Meter, 'run'>;
}

/** Message about a page, and how many workers that had it may not have come back. */
interface PageWork {
  readonly id: string;
  readonly message: ExtractMessage;
  readonly losses: number;
}

/** Sorts messages about pages from all others. */
const readMessages = (
  messages: readonly QueuedMessage[],
): { readonly pages: PageWork[]; readonly others: { readonly id: string; readonly body: unknown }[] } => {
  const pages: PageWork[] = [];
  const others: { readonly id: string; readonly body: unknown }[] = [];
  for (const { id, body, receives } of messages) {
    const json = parseJson(body);
    const parsed = extractMessageSchema.safeParse(json);
    if (!parsed.success) others.push({ id, body: json });
    else
      pages.push({
        id,
        message: parsed.data,
        losses: receives - 1 + (parsed.data.alone === true ? 1 : 0),
      });
  }
  return { pages, others };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Sends the message of a page as a new one, for another invocation. A job that is gone needs none. */
const sendOn = async (
  { table, queues }: Pick<ExtractWorker, 'table' | 'queues'>,
  { message, losses }: PageWork,
): Promise<void> => {
  const job = await getJobItem(table, message.job);
  if (job === null) return;
  const body = losses > 0 ? { ...message, alone: true as const } : message;
  await sendMessages(queues, queues.extract, job.team, [{ body }]);
};

/** The page whose workers were lost most often; null if there is none. */
const chooseLone = (pages: readonly PageWork[]): PageWork | null =>
  pages.reduce<PageWork | null>((most, one) => (one.losses > (most?.losses ?? 0) ? one : most), null);

/**
 * Works on the messages of an invocation: on all at the same time, since it mostly waits for models. Returns the ids of
 * messages that must come again.
 *
 * If a page's worker may have died over it, the invocation extracts from that page alone, and sends all other pages on
 * to other invocations: whatever the page does, it does to itself
 * (docs/decisions/0075-only-pages-that-were-alone-are-to-blame.md).
 *
 * A question that comes again is too old for its caller, and costs nothing (`process-question.ts`).
 */
export const extractPages = async (
  worker: ExtractWorker,
  messages: readonly QueuedMessage[],
  remainingMs: number,
): Promise<string[]> => {
  const until = worker.now() + remainingMs - limits.extractTailMs;
  const part = { invocations: 1 / messages.length, fromQueue: true };
  const { pages, others } = readMessages(messages);
  const lone = chooseLone(pages);

  const extract = async (one: PageWork): Promise<void> => {
    const { job, page: hash } = one.message;
    const now = async (claimedAt: number | null): Promise<void> =>
      await extractPage(worker, one.message, { redelivered: one.losses > 0, until, claimedAt });
    await worker.meter.run(job, part, () =>
      one === lone ? extractAlone(worker, { job, hash }, now) : now(null),
    );
  };
  const answer = async (body: unknown): Promise<void> => {
    const { question } = questionMessageSchema.parse(body);
    // It belongs to no job. It takes its share of the time, so that no job pays for it.
    await worker.meter.run(null, part, () => processQuestion(worker.questions, question, until));
  };
  const again = await Promise.all([
    ...others.map(({ id, body }) => orAgain(worker, id, () => answer(body))),
    ...pages
      .filter((one) => one !== lone)
      .map((one) => orAgain(worker, one.id, () => (lone === null ? extract(one) : sendOn(worker, one)))),
  ]);
  if (lone !== null) again.push(await orAgain(worker, lone.id, () => extract(lone)));
  return again.flat();
};
