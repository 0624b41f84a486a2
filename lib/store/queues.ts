import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { OutgoingUrlBatch } from '../frontier/url-batch.ts';
import type { Job, Priority } from '../job/job.ts';
import { Outage } from '../outage.ts';

/** The queues that a step sends to, by URL. */
export interface Queues {
  readonly client: SQSClient;
  readonly fetch: Readonly<Record<Priority, string>>;
  readonly render: string;
  readonly extract: string;
  readonly finish: string;
  readonly deliver: string;
}

const messagesPerCall = 10;
const tries = 4;

const sendBatch = async (
  queues: Pick<Queues, 'client'>,
  url: string,
  bodies: readonly SendMessageBatchRequestEntry[],
): Promise<void> => {
  let open = [...bodies];
  for (let attempt = 1; open.length > 0; attempt += 1) {
    const answer = await queues.client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: open }));
    const failed = new Map((answer.Failed ?? []).map((entry) => [entry.Id, entry]));
    open = open.filter((entry) => failed.has(entry.Id));
    if (open.length > 0 && attempt === tries) {
      const first = failed.get(open[0]?.Id);
      throw new Outage(
        `Cannot send ${open.length} messages: SQS answered ${first?.Code ?? 'an unknown error'}`,
      );
    }
  }
};

/**
 * Sends messages of one team to one queue, ten a call, re-sending the entries that SQS refused. The team is their
 * message group:
 * while one team's messages keep the workers of a queue busy, those of others are handed out first
 * (`docs/decisions/`, fair
 * queues).
 *
 * @throws {Error} when SQS goes on refusing; the caller's own message then comes back, and the heartbeat covers
 * the rest.
 */
export const sendMessages = async (
  queues: Pick<Queues, 'client'>,
  url: string,
  team: string,
  messages: readonly { readonly body: unknown; readonly delaySeconds?: number }[],
): Promise<void> => {
  const entries = messages.map(({ body, delaySeconds }, index) => ({
    Id: String(index),
    MessageBody: JSON.stringify(body),
    MessageGroupId: team,
    ...(delaySeconds === undefined || delaySeconds === 0 ? {} : { DelaySeconds: delaySeconds }),
  }));
  const calls: Promise<void>[] = [];
  for (let start = 0; start < entries.length; start += messagesPerCall) {
    calls.push(sendBatch(queues, url, entries.slice(start, start + messagesPerCall)));
  }
  await Promise.all(calls);
};

/** Sends bundles to the queue of their tier: of their priority, or the one of all that need a browser. */
export const sendUrlBatches = async (
  queues: Pick<Queues, 'client' | 'fetch' | 'render'>,
  team: string,
  urlBatches: readonly OutgoingUrlBatch[],
): Promise<void> => {
  const byQueue = Map.groupBy(urlBatches, ({ urlBatch }) =>
    urlBatch.tier === 'browser' ? queues.render : queues.fetch[urlBatch.priority],
  );
  await Promise.all(
    [...byQueue].map(([url, outgoing]) =>
      sendMessages(
        queues,
        url,
        team,
        outgoing.map(({ urlBatch, delaySeconds }) => ({ body: urlBatch, delaySeconds })),
      ),
    ),
  );
};

/** Rings for the extraction of pages that were fetched, a message each: what is asked of a model takes seconds. */
export const sendExtract = async (
  queues: Pick<Queues, 'client' | 'extract'>,
  { id: job, team }: Pick<Job, 'id' | 'team'>,
  pages: readonly string[],
  delaySeconds = 0,
): Promise<void> =>
  await sendMessages(
    queues,
    queues.extract,
    team,
    pages.map((page) => ({ body: { v: 1, job, page }, delaySeconds })),
  );

/** Rings for the answer to a question about a request. */
export const sendQuestion = async (
  queues: Pick<Queues, 'client' | 'extract'>,
  team: string,
  question: string,
): Promise<void> => {
  await sendMessages(queues, queues.extract, team, [{ body: { v: 1, question } }]);
};

/** Rings for `finish-job`. */
export const sendFinish = async (
  queues: Pick<Queues, 'client' | 'finish'>,
  { id: job, team }: Pick<Job, 'id' | 'team'>,
  delaySeconds = 0,
): Promise<void> => {
  await sendMessages(queues, queues.finish, team, [{ body: { v: 1, job }, delaySeconds }]);
};

/** Rings for `deliver-webhooks`, in so many seconds (at most 900). */
export const sendDeliver = async (
  queues: Pick<Queues, 'client' | 'deliver'>,
  { id: job, team }: Pick<Job, 'id' | 'team'>,
  delaySeconds = 0,
): Promise<void> => {
  await sendMessages(queues, queues.deliver, team, [{ body: { v: 1, job }, delaySeconds }]);
};
