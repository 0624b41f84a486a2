import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import { optionalInteger, optionalText, textInput } from '../input.ts';
import type { Sqs, SqsAction } from './context.ts';
import { allQueues, findQueue, queueArn, queueNameIn } from './queue.ts';

interface TaskRow {
  id: string;
  source: string;
  destination: string | null;
  per_second: number | null;
  status: string;
  started_ms: number;
  moved: number;
  total: number;
  failure: string | null;
}

const notFound = (what: string): AwsError =>
  new AwsError(
    'ResourceNotFoundException',
    `The resource that you specified for the ${what} parameter doesn't exist.`,
    404,
  );

/** Messages that one transaction moves; other requests run between two transactions. */
const chunkMessages = 500;

/**
 * Moves one chunk. Moved messages are new ones: new id, new time, no receives (SQS API reference,
 * StartMessageMoveTask).
 */
const moveChunk = (sqs: Sqs, task: TaskRow): { readonly moved: number; readonly failure: string | null } => {
  const { db, now } = sqs;
  const source = findQueue(db, queueNameIn(task.source));
  if (!source) return { moved: 0, failure: 'AWS.SimpleQueueService.NonExistentQueue' };
  const rows = db.all<{ id: number; source_arn: string | null }>(
    // A message that came from no queue, or from a deleted one, stays unless a destination is named.
    `SELECT id, source_arn FROM messages WHERE queue = ? AND visible_ms <= ? AND sent_ms > ?
       AND (? IS NOT NULL OR source_arn IN (SELECT ? || name FROM queues)) ORDER BY visible_ms, id LIMIT ?`,
    source.id,
    now(),
    now() - source.settings.retention * 1_000,
    task.destination,
    queueArn(''),
    Math.min(chunkMessages, task.per_second ?? chunkMessages),
  );
  const touched = new Set<number>();
  let moved = 0;
  for (const { id, source_arn: origin } of rows) {
    const target = findQueue(db, queueNameIn(task.destination ?? origin ?? ''));
    if (!target) return { moved, failure: 'CouldNotDetermineMessageSource' };
    touched.add(target.id);
    db.run(
      `UPDATE messages SET queue = ?, message_id = ?, source_arn = NULL, sent_ms = ?, visible_ms = ?, in_flight = 0,
         receives = 0, first_received_ms = NULL, receipt = receipt + 1 WHERE id = ?`,
      target.id,
      randomUUID(),
      now(),
      now(),
      id,
    );
    moved += 1;
  }
  for (const id of touched) sqs.waiters.wake(id);
  return { moved, failure: null };
};

const taskRow = ({ db }: Sqs, id: string): TaskRow | undefined =>
  db.get<TaskRow>('SELECT * FROM move_tasks WHERE id = ?', id);

/** Runs a task to its end, or to the server's; the next start continues it. */
const runTask = (sqs: Sqs, id: string): void => {
  const task = sqs.isClosed() ? undefined : taskRow(sqs, id);
  if (task?.status !== 'RUNNING') return;
  const status = sqs.db.transaction(() => {
    const { moved, failure } = moveChunk(sqs, task);
    const now =
      failure !== null ? 'FAILED' : moved === 0 || task.moved + moved >= task.total ? 'COMPLETED' : 'RUNNING';
    sqs.db.run(
      'UPDATE move_tasks SET moved = moved + ?, status = ?, failure = ? WHERE id = ?',
      moved,
      now,
      failure,
      id,
    );
    return now;
  });
  if (status !== 'RUNNING') return;
  if (task.per_second === null) setImmediate(() => runTask(sqs, id));
  else setTimeout(() => runTask(sqs, id), 1_000).unref();
};

/** Continues the tasks that the last server did not finish. */
export const resumeMoveTasks = (sqs: Sqs): void => {
  for (const { id } of sqs.db.all<{ id: string }>("SELECT id FROM move_tasks WHERE status = 'RUNNING'")) {
    setImmediate(() => runTask(sqs, id));
  }
};

export const startMessageMoveTask: SqsAction = (sqs, { input }) => {
  const { db, now } = sqs;
  const sourceArn = textInput(input, 'SourceArn');
  const destination = optionalText(input, 'DestinationArn') ?? null;
  const source = findQueue(db, queueNameIn(sourceArn));
  if (!source) throw notFound('SourceArn');
  if (destination !== null && !findQueue(db, queueNameIn(destination))) throw notFound('DestinationArn');
  const isDeadLetterQueue = allQueues(db).some(
    ({ settings }) => settings.redrive?.deadLetterArn === sourceArn,
  );
  if (!isDeadLetterQueue) {
    throw new AwsError('InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.');
  }
  if (db.get("SELECT 1 FROM move_tasks WHERE source = ? AND status = 'RUNNING'", sourceArn)) {
    throw new AwsError(
      'UnsupportedOperation',
      'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
    );
  }
  const id = randomUUID();
  const total = db.get<{ n: number }>(
    'SELECT count(*) AS n FROM messages WHERE queue = ? AND visible_ms <= ?',
    source.id,
    now(),
  );
  db.run(
    'INSERT INTO move_tasks (id, source, destination, per_second, status, started_ms, total) VALUES (?, ' +
      "?, ?, ?, 'RUNNING', ?, ?)",
    id,
    sourceArn,
    destination,
    optionalInteger(input, 'MaxNumberOfMessagesPerSecond', 1, 500) ?? null,
    now(),
    total?.n ?? 0,
  );
  setImmediate(() => runTask(sqs, id));
  return { TaskHandle: Buffer.from(id).toString('base64url') };
};

export const listMessageMoveTasks: SqsAction = ({ db }, { input }) => {
  const sourceArn = textInput(input, 'SourceArn');
  if (!findQueue(db, queueNameIn(sourceArn))) throw notFound('SourceArn');
  const tasks = db.all<TaskRow>(
    'SELECT * FROM move_tasks WHERE source = ? ORDER BY started_ms DESC, rowid DESC LIMIT ?',
    sourceArn,
    optionalInteger(input, 'MaxResults', 1, 10) ?? 1,
  );
  return {
    Results: tasks.map((task) => ({
      ...(task.status === 'RUNNING' && { TaskHandle: Buffer.from(task.id).toString('base64url') }),
      Status: task.status,
      SourceArn: task.source,
      ...(task.destination !== null && { DestinationArn: task.destination }),
      ...(task.per_second !== null && { MaxNumberOfMessagesPerSecond: task.per_second }),
      ApproximateNumberOfMessagesMoved: task.moved,
      ApproximateNumberOfMessagesToMove: task.total,
      ...(task.failure !== null && { FailureReason: task.failure }),
      StartedTimestamp: task.started_ms,
    })),
  };
};
