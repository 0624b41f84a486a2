import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { ExtractMessage } from '../frontier/extract-message.ts';
import type { OutgoingUrlBatch } from '../frontier/url-batch.ts';
import type { Job, Priority } from '../job/job.ts';
import { Outage } from '../outage.ts';

/** The queues to which a step sends, by URL. */
export interface Queues {
  readonly client: SQSClient;
  /** Pages that somebody waits for have a queue of their own; all others share one. */
  readonly fetch: Readonly<Record<'high' | 'normal', string>>;
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
        `Cannot send ${open.length} messages: SQS answered ${first?.Code ?? 'without a code'}`,
      );
    }
  }
};

/**
 * Sends messages of one message group to one queue, ten a call, and sends entries again that SQS refused. The group is
 * the team, or a part of its work: while one group's messages occupy the workers of a queue, messages of other groups
 * are delivered first (`docs/decisions/`, fair queues).
 *
 * @throws {Error} when SQS keeps refusing; the caller's own message then comes back, and the heartbeat covers the rest.
 */
export const sendMessages = async (
  queues: Pick<Queues, 'client'>,
  url: string,
  group: string,
  messages: readonly { readonly body: unknown; readonly delaySeconds?: number }[],
): Promise<void> => {
  const entries = messages.map(({ body, delaySeconds }, index) => ({
    Id: String(index),
    MessageBody: JSON.stringify(body),
    MessageGroupId: group,
    ...(delaySeconds === undefined || delaySeconds === 0 ? {} : { DelaySeconds: delaySeconds }),
  }));
  const calls: Promise<void>[] = [];
  for (let start = 0; start < entries.length; start += messagesPerCall) {
    calls.push(sendBatch(queues, url, entries.slice(start, start + messagesPerCall)));
  }
  await Promise.all(calls);
};

/**
 * Returns the message group of a team's URL batch. Scheduled runs share their queue with the team's other jobs: as a
 * group of their own they do not hold those up.
 */
const messageGroup = (team: string, priority: Priority): string =>
  priority === 'low' ? `${team}/scheduled` : team;

/** Sends URL batches to the queue of their tier: by their priority, or to the one queue of all that need a browser. */
export const sendUrlBatches = async (
  queues: Pick<Queues, 'client' | 'fetch' | 'render'>,
  team: string,
  urlBatches: readonly OutgoingUrlBatch[],
): Promise<void> => {
  const queueOf = ({ tier, priority }: OutgoingUrlBatch['urlBatch']): string => {
    if (tier === 'browser') return queues.render;
    return priority === 'high' ? queues.fetch.high : queues.fetch.normal;
  };
  const byPriority = Map.groupBy(urlBatches, ({ urlBatch }) => urlBatch.priority);
  await Promise.all(
    [...byPriority].flatMap(([priority, ofPriority]) =>
      [...Map.groupBy(ofPriority, ({ urlBatch }) => queueOf(urlBatch))].map(([url, outgoing]) =>
        sendMessages(
          queues,
          url,
          messageGroup(team, priority),
          outgoing.map(({ urlBatch, delaySeconds }) => ({ body: urlBatch, delaySeconds })),
        ),
      ),
    ),
  );
};

/** Sends the messages to extract from fetched pages, one for each page: a model takes seconds for a page. */
export const sendExtract = async (
  queues: Pick<Queues, 'client' | 'extract'>,
  { id: job, team }: Pick<Job, 'id' | 'team'>,
  pages: readonly string[],
  delaySeconds = 0,
  untold?: ExtractMessage['untold'],
): Promise<void> =>
  await sendMessages(
    queues,
    queues.extract,
    team,
    pages.map((page) => ({
      body: { v: 1, job, page, ...(untold === undefined ? {} : { untold }) },
      delaySeconds,
    })),
  );

/** Sends the message to answer a question about a request. */
export const sendQuestion = async (
  queues: Pick<Queues, 'client' | 'extract'>,
  team: string,
  question: string,
): Promise<void> => {
  await sendMessages(queues, queues.extract, team, [{ body: { v: 1, question } }]);
};

/** Sends the message to `finish-job`. */
export const sendFinish = async (
  queues: Pick<Queues, 'client' | 'finish'>,
  { id: job, team }: Pick<Job, 'id' | 'team'>,
  delaySeconds = 0,
): Promise<void> => {
  await sendMessages(queues, queues.finish, team, [{ body: { v: 1, job }, delaySeconds }]);
};

/**
 * Sends the message to `deliver-webhooks`, delayed by so many seconds (at most 900). `alone`: the events of the job are
 * delivered while nothing else is.
 */
export const sendDeliver = async (
  queues: Pick<Queues, 'client' | 'deliver'>,
  { id: job, team }: Pick<Job, 'id' | 'team'>,
  delaySeconds = 0,
  alone = false,
): Promise<void> => {
  const body = { v: 1, job, ...(alone ? { alone } : {}) };
  await sendMessages(queues, queues.deliver, team, [{ body, delaySeconds }]);
};
