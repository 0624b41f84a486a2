import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { freshPace, paceSchema, type Pace } from '../../fetch/politeness/pace.ts';
import { putVersioned } from '../put-versioned.ts';
import { type Table } from '../table.ts';
import { paceKey } from '../../keys/table-keys.ts';

/**
 * Where the requests of scheduled runs are counted, for all hosts and all workers together: a pace like a host's, under
 * a name that no host has.
 */
export const scheduledHost = '*scheduled';

const ttlSeconds = 24 * 60 * 60;

/** Reads a pace from its item, in which `nextReturnAt` keeps the name that the table has for it. */
const paceOf = (item: Readonly<{ soft?: unknown }>): Pace =>
  paceSchema.parse({ ...item, nextReturnAt: item.soft });

/**
 * Reads the pace of a host, eventually consistent: whoever changes an older one is refused, and learns the present one.
 * A host without requests for a day starts afresh.
 */
export const getPace = async (table: Table, host: string): Promise<Pace> => {
  const answer = await table.documents.send(new GetCommand({ TableName: table.name, Key: paceKey(host) }));
  return answer.Item === undefined ? freshPace : paceOf(answer.Item);
};

/**
 * Writes the next pace of a host, on condition that the stored one still has the version from which `next` was
 * computed. Returns null if it was written, or the present pace if another worker was first.
 */
export const putPace = async (table: Table, host: string, next: Pace, now: number): Promise<Pace | null> => {
  const { nextReturnAt: soft, ...named } = next;
  const item = { ...named, soft };
  const refused = await putVersioned(table, paceKey(host), item, Math.ceil(now / 1_000) + ttlSeconds);
  if (refused === null) return null;
  return refused.current === undefined ? freshPace : paceOf(refused.current);
};
