import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { JobWebhook } from '../../job/webhook.ts';
import type { StoredEvent } from '../../job/webhook-event.ts';
import { alertKey, alertsPartition, teamAlerts } from '../../keys/audit-table-keys.ts';
import { alertSchema, type Alert } from '../../source/alerts/alert.ts';
import { webhookPuts } from '../webhooks/webhook-lease.ts';
import { queryBetween } from '../query-between.ts';
import type { Table } from '../table.ts';

/** Lists all alerts of a team, or of one of its sources, including closed ones that have not expired. */
export const listAlerts = async (table: Table, team: string, source?: string): Promise<Alert[]> => {
  const alerts: Alert[] = [];
  const between = teamAlerts(source);
  for await (const { Items } of queryBetween(table, alertsPartition(team), between, { consistent: true }))
    alerts.push(...(Items ?? []).map((item) => alertSchema.parse(item)));
  return alerts;
};

/** Reads an alert of a source; null if its rule never held. */
export const getAlert = async (
  table: Table,
  alert: Pick<Alert, 'team' | 'source' | 'rule'>,
): Promise<Alert | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: alertKey(alert), ConsistentRead: true }),
  );
  return answer.Item === undefined ? null : alertSchema.parse(answer.Item);
};

/**
 * Writes an alert with its deliveries, in one step, on condition that it has not changed since it was read
 * (`revision`). Returns false if another writer changed it first.
 *
 * @param ttl Seconds since the epoch, for a closed alert.
 */
export const putAlert = async (
  table: Table,
  alert: Alert,
  deliveries: readonly { readonly webhook: JobWebhook; readonly event: StoredEvent }[],
  ttl?: number,
): Promise<boolean> => {
  const isFirst = alert.revision === 1;
  const put = {
    TableName: table.name,
    Item: { ...alertKey(alert), ...alert, ...(ttl === undefined ? {} : { ttl }) },
    ConditionExpression: isFirst ? 'attribute_not_exists(PK)' : 'revision = :seen',
    ...(isFirst ? {} : { ExpressionAttributeValues: { ':seen': alert.revision - 1 } }),
  };
  const puts = deliveries.flatMap(({ webhook, event }) => webhookPuts(table, webhook, event, event.at));
  try {
    await table.documents.send(new TransactWriteCommand({ TransactItems: [{ Put: put }, ...puts] }));
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
};

/** Notes that the event bus was told. If the alert has changed since, the note is not made, and it is told again. */
export const noteAlertAnnounced = async (table: Table, alert: Alert): Promise<void> => {
  await table.documents
    .send(
      new PutCommand({
        TableName: table.name,
        Item: { ...alertKey(alert), ...alert, announced: true },
        ConditionExpression: 'revision = :seen',
        ExpressionAttributeValues: { ':seen': alert.revision },
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error;
    });
};
