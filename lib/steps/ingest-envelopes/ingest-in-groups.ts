import { reindexGroup } from '../../ingest/ingest-message.ts';
import { limits } from '../../limits/limits.ts';
import { sendMessages } from '../../store/queues.ts';
import { ingestEnvelopes, type IngestDependencies } from './ingest-envelopes.ts';
import { separateSuspects } from './separate-suspects.ts';

/** A message of the queue: its id, its body, and how often it was received, this time included. */
interface Received {
  readonly id: string;
  readonly body: unknown;
  readonly receives: number;
}

/**
 * Brings the envelopes of an invocation's messages into their corpora, group by group (`separate-suspects.ts`). Each
 * group is a commit, which takes seconds in a large corpus. Groups that have not begun after `ingestSuspectsMs` are
 * sent anew, as messages that nothing is known against: their worker may have ended for another reason, and then one
 * commit takes them all. So are those left in the last `ingestReserveMs`: the end of the invocation would be a loss of
 * theirs.
 *
 * @param remainingMs what is left of the invocation's time.
 * @returns ids of the messages that must come again.
 * @throws when the corpus or a bucket cannot be reached: all messages then come again.
 */
export const ingestInGroups = async (
  dependencies: IngestDependencies,
  messages: readonly Received[],
  remainingMs: number,
): Promise<readonly string[]> => {
  const { now, queue } = dependencies;
  const until = now() + Math.min(remainingMs - limits.ingestReserveMs, limits.ingestSuspectsMs);
  const failed: string[] = [];
  const [first = [], ...rest] = separateSuspects(messages);
  const ingest = async (group: readonly Received[]): Promise<void> => {
    const ids = group.map(({ id, body, receives }) => ({ id, body, redelivered: receives > 1 }));
    failed.push(...(await ingestEnvelopes(dependencies, ids)));
  };
  await ingest(first);
  for (const [at, group] of rest.entries()) {
    if (now() >= until) {
      const bodies = rest.slice(at).flatMap((late) => late.map(({ body }) => ({ body })));
      await sendMessages(queue, queue.url, reindexGroup, bodies);
      break;
    }
    await ingest(group);
  }
  return failed;
};
