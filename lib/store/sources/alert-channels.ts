import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { alertChannelKey, alertChannels, alertsPartition } from '../../keys/audit-table-keys.ts';
import { alertChannelSchema, type AlertChannel } from '../../source/alerts/alert.ts';
import type { Table } from '../table.ts';

/** Lists the channels to which a team's alerts are sent, by name. */
export const listAlertChannels = async (table: Table, team: string): Promise<AlertChannel[]> => {
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :team AND SK BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':team': alertsPartition(team),
        ':from': alertChannels.from,
        ':to': alertChannels.to,
      },
      ConsistentRead: true,
    }),
  );
  return (answer.Items ?? []).map((item) => alertChannelSchema.parse(item));
};

/** Puts a channel, or replaces one. */
export const putAlertChannel = async (table: Table, team: string, channel: AlertChannel): Promise<void> => {
  const Item = { ...alertChannelKey(team, channel.name), ...channel };
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
};

/** Removes a channel. Deliveries that were already put are still sent. */
export const deleteAlertChannel = async (table: Table, team: string, name: string): Promise<void> => {
  await table.documents.send(new DeleteCommand({ TableName: table.name, Key: alertChannelKey(team, name) }));
};
