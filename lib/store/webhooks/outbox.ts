import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { storedEventSchema, type StoredEvent } from '../../job/webhook-event.ts';
import { type Table } from '../table.ts';
import { webhookEventKey, type TableKey } from '../../keys/table-keys.ts';

/** An event in the outbox. */
export type OutboxItem = TableKey & StoredEvent;

/** Makes an event as an item of the outbox, for the transaction that makes the event true. */
export const outboxItem = (job: string, event: StoredEvent): OutboxItem => ({
  ...webhookEventKey(job, 'E', event.place),
  ...event,
});

/** Lists events of a job's outbox (`E`) or log (`L`) in order, after a place, at most `most`; consistently. */
export const listWebhookEvents = async (
  table: Table,
  job: string,
  side: 'E' | 'L',
  window: { readonly after?: string; readonly most: number },
): Promise<StoredEvent[]> => {
  const { PK, SK } = webhookEventKey(job, side, window.after ?? '');
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':partition': PK,
        // A space sorts before every character of a place: the named one is not read again.
        ':from': `${SK} `,
        ':to': webhookEventKey(job, side, '~').SK,
      },
      ConsistentRead: true,
      Limit: window.most,
    }),
  );
  return (answer.Items ?? []).map((item) => storedEventSchema.parse(item));
};

/** Notes a failed try on an event. Condition: it is still in the outbox. */
export const noteWebhookAttempt = async (table: Table, job: string, event: StoredEvent): Promise<void> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: webhookEventKey(job, 'E', event.place),
        UpdateExpression: 'SET attempts = :attempts, triedAt = :at, #error = :error, #status = :status',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeNames: { '#error': 'error', '#status': 'status' },
        ExpressionAttributeValues: {
          ':attempts': event.attempts,
          ':at': event.triedAt,
          ':error': event.error ?? '',
          ':status': event.status ?? 0,
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};

/**
 * Moves an event between outbox and log in one step, on condition that it is where it was found. Of two workers that
 * delivered it, one moves it. Returns whether this call moved it.
 */
export const moveWebhookEvent = async (
  table: Table,
  job: string,
  from: 'E' | 'L',
  event: StoredEvent,
): Promise<boolean> => {
  const to = from === 'E' ? 'L' : 'E';
  try {
    await table.documents.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Delete: {
              TableName: table.name,
              Key: webhookEventKey(job, from, event.place),
              ConditionExpression: 'attribute_exists(PK)',
            },
          },
          { Put: { TableName: table.name, Item: { ...webhookEventKey(job, to, event.place), ...event } } },
        ],
      }),
    );
    return true;
  } catch (error) {
    const reasons = error instanceof TransactionCanceledException ? error.CancellationReasons : undefined;
    if (reasons?.[0]?.Code === 'ConditionalCheckFailed') return false;
    throw error;
  }
};
