import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { freshPace, paceSchema, type Pace } from '../fetch/pace.ts';
import { paceKey, type Table } from './table.ts';

/**
 * Where the requests of scheduled runs are counted, at all hosts and from all workers together: a pace like a host's, under a
 * name that no host has.
 */
export const scheduledHost = '*scheduled';

const ttlSeconds = 24 * 60 * 60;

/** The pace of a host, consistently read; a host nobody asked for a day starts afresh. */
export const getPace = async (table: Table, host: string): Promise<Pace> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: paceKey(host), ConsistentRead: true }),
  );
  return answer.Item === undefined ? freshPace : paceSchema.parse(answer.Item);
};

/**
 * Writes the next pace of a host, on condition that it still has the version that `next` was computed from. Answers null
 * when it was written, and the pace as it stands when another worker was first.
 */
export const putPace = async (table: Table, host: string, next: Pace, now: number): Promise<Pace | null> => {
  const expected = next.version - 1;
  try {
    await table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...paceKey(host), ...next, ttl: Math.ceil(now / 1_000) + ttlSeconds },
        ConditionExpression: expected === 0 ? 'attribute_not_exists(PK)' : '#version = :expected',
        ...(expected === 0
          ? {}
          : {
              ExpressionAttributeNames: { '#version': 'version' },
              ExpressionAttributeValues: { ':expected': expected },
            }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return null;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item === undefined ? freshPace : paceSchema.parse(unmarshall(error.Item));
  }
};
