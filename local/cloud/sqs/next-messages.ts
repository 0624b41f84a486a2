import type { Database } from '../database.ts';
import type { MessageRow } from './message-row.ts';

/** Messages that may be received: those of one queue that are visible by now, and not past their retention. */
export interface VisibleSpan {
  readonly queue: number;
  readonly nowMs: number;
  readonly sentAfterMs: number;
}

const columns =
  'id, message_id, body, attributes, trace_header, group_id, source_arn, sent_ms, receives, first_received_ms, ' +
  'receipt, visible_ms';
type Candidate = MessageRow & { readonly visible_ms: number };

/**
 * Returns the message groups of a queue that have messages: one step of the index for each group, however many messages
 * each has.
 */
const groupsOf = (db: Database, queue: number): readonly string[] =>
  db
    .all<{ name: string }>(
      `WITH RECURSIVE found(name) AS (
         SELECT min(group_id) FROM messages WHERE queue = ?1
         UNION ALL
         SELECT (SELECT min(group_id) FROM messages WHERE queue = ?1 AND group_id > name)
         FROM found WHERE name IS NOT NULL)
       SELECT name FROM found WHERE name IS NOT NULL`,
      queue,
    )
    .map(({ name }) => name);

const heldBy = (db: Database, { queue, nowMs }: VisibleSpan): Map<string, number> =>
  new Map(
    db
      .all<{ name: string; held: number }>(
        `SELECT group_id AS name, count(*) AS held FROM messages
         WHERE queue = ? AND in_flight = 1 AND visible_ms > ? AND group_id IS NOT NULL GROUP BY group_id`,
        queue,
        nowMs,
      )
      .map(({ name, held }) => [name, held]),
  );

const oldest = (
  db: Database,
  { queue, nowMs, sentAfterMs }: VisibleSpan,
  count: number,
  group?: string | null,
): Candidate[] => {
  const [where, values] =
    group === undefined
      ? ['', []]
      : group === null
        ? ['AND group_id IS NULL', []]
        : ['AND group_id = ?', [group]];
  return db.all<Candidate>(
    `SELECT ${columns} FROM messages
     WHERE queue = ? AND visible_ms <= ? AND sent_ms > ? ${where} ORDER BY visible_ms, id LIMIT ?`,
    queue,
    nowMs,
    sentAfterMs,
    ...values,
    count,
  );
};

const isOlder = (a: Candidate, b: Candidate): boolean =>
  a.visible_ms < b.visible_ms || (a.visible_ms === b.visible_ms && a.id < b.id);

/**
 * Returns the messages to receive next, oldest first; but message groups with fewer messages in flight go before those
 * with more. SQS does this by thresholds (a tenth of the messages in flight, or of the time that consumers spend; "How
 * Amazon SQS fair queues work"), and only as well as it can; here every difference counts. A message without a group is
 * a tenant of its own.
 *
 * @param except Groups that get none.
 */
export const nextMessages = (
  db: Database,
  span: VisibleSpan,
  count: number,
  except: readonly string[] = [],
): MessageRow[] => {
  const groups = groupsOf(db, span.queue);
  if (except.length === 0 && groups.length < 2) return oldest(db, span, count);
  const held = heldBy(db, span);
  const lines = [null, ...groups.filter((group) => !except.includes(group))]
    .map((group) => ({
      held: group === null ? 0 : (held.get(group) ?? 0),
      group,
      open: oldest(db, span, count, group),
    }))
    .filter(({ open }) => open.length > 0);
  const taken: MessageRow[] = [];
  while (taken.length < count) {
    let best: (typeof lines)[number] | undefined;
    for (const line of lines) {
      const [first] = line.open;
      if (first === undefined) continue;
      const [rival] = best?.open ?? [];
      if (best === undefined || rival === undefined || line.held < best.held) best = line;
      else if (line.held === best.held && isOlder(first, rival)) best = line;
    }
    const next = best?.open.shift();
    if (best === undefined || next === undefined) return taken;
    if (best.group !== null) best.held += 1;
    taken.push(next);
  }
  return taken;
};
