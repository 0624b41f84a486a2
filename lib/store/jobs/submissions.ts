import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Table } from '../table.ts';
import { submissionKey } from '../../keys/table-keys.ts';

export const submissionSchema = z.object({ job: z.string(), bodyHash: z.string() });

/** Which job a submission made, and the hash of its body. */
export type StoredSubmission = z.infer<typeof submissionSchema>;

export const getSubmission = async (
  table: Table,
  team: string,
  token: string,
  now: number,
): Promise<StoredSubmission | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: submissionKey(team, token), ConsistentRead: true }),
  );
  // TTL removes items late: up to two days after their time, AWS says.
  if (Number(answer.Item?.['ttl'] ?? 0) * 1_000 <= now) return null;
  return submissionSchema.parse(answer.Item);
};

/**
 * Notes which job a submission makes, on condition that the token is new (or has expired). Returns null when it was
 * noted, or the first submission if there was one: two requests at the same time agree on one job.
 */
export const putSubmission = async (
  table: Table,
  team: string,
  token: string,
  submission: StoredSubmission,
  at: { readonly now: number; readonly lifeMs: number },
): Promise<StoredSubmission | null> => {
  try {
    await table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...submissionKey(team, token), ...submission, ttl: Math.ceil((at.now + at.lifeMs) / 1_000) },
        ConditionExpression: 'attribute_not_exists(PK) OR #ttl <= :now',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':now': Math.floor(at.now / 1_000) },
      }),
    );
    return null;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return await getSubmission(table, team, token, at.now);
  }
};

/** Forgets a submission: its answer was delivered. */
export const deleteSubmission = async (table: Table, team: string, token: string): Promise<void> => {
  await table.documents.send(new DeleteCommand({ TableName: table.name, Key: submissionKey(team, token) }));
};
