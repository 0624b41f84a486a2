import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { limits } from '../../limits/limits.ts';
import { type Table } from '../table.ts';
import { questionKey } from '../../keys/table-keys.ts';

/**
 * A question of the API about a request, and its result.
 *
 *   asked ──► answered | failed
 *
 * - asked: its message was sent. After `limits.questionResendMs`, the next caller with the same question sends it
 *   again.
 * - answered: for an hour every caller with the same question gets the answer at once.
 * - failed: callers who waited get the reason; the next caller asks again.
 *
 * If a worker dies, the message comes again, and the worker writes the same.
 */
const crawlQuestionSchema = z.object({ url: z.string(), prompt: z.string() });
/** Asks whether the model that a request means exists: only the function that has the keys knows. */
const modelQuestionSchema = z.object({
  of: z.literal('model'),
  provider: z.string().optional(),
  model: z.string().optional(),
});
/** Asks for a manifest made from notes. `wrong`: the earlier answer, and why it cannot be used. */
const manifestQuestionSchema = z.object({
  of: z.literal('manifest'),
  notes: z.string(),
  wrong: z.object({ draft: z.string(), problems: z.array(z.string()).readonly() }).optional(),
});
const stateShape = {
  askedAt: z.number(),
  /** JSON of the model's answer. */
  answer: z.string().optional(),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
};
export const questionSchema = z.union([
  manifestQuestionSchema.extend(stateShape),
  modelQuestionSchema.extend(stateShape),
  crawlQuestionSchema.extend(stateShape),
]);
export type AskedQuestion = z.infer<typeof questionSchema>;
/** The same before it is asked. */
export type NewQuestion =
  | z.infer<typeof crawlQuestionSchema>
  | z.infer<typeof modelQuestionSchema>
  | z.infer<typeof manifestQuestionSchema>;

/** Reads a question in its present state, consistently; null when there is none. */
export const getQuestion = async (table: Table, id: string, now: number): Promise<AskedQuestion | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: questionKey(id), ConsistentRead: true }),
  );
  // TTL removes items late: up to two days after their time, AWS says.
  if (Number(answer.Item?.['ttl'] ?? 0) * 1_000 <= now) return null;
  return questionSchema.parse(answer.Item);
};

/**
 * Puts a question, unless it is answered or was asked a moment ago. True when it was put, and its message must be sent:
 * of several callers with the same question, one sends it.
 */
export const putQuestion = async (
  table: Table,
  id: string,
  question: NewQuestion,
  now: number,
): Promise<boolean> => {
  try {
    await table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...questionKey(id),
          ...question,
          askedAt: now,
          ttl: Math.ceil((now + limits.questionKeptMs) / 1_000),
        },
        ConditionExpression:
          'attribute_not_exists(PK) OR #ttl <= :now OR attribute_exists(#failure) OR ' +
          '(attribute_not_exists(#answer) AND askedAt <= :stale)',
        ExpressionAttributeNames: { '#ttl': 'ttl', '#failure': 'failure', '#answer': 'answer' },
        ExpressionAttributeValues: {
          ':now': Math.floor(now / 1_000),
          ':stale': now - limits.questionResendMs,
        },
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return false;
  }
};

/** Writes the result of a question, if the question still exists: its answer as JSON, or why there is none. */
export const settleQuestion = async (
  table: Table,
  id: string,
  outcome:
    | { readonly answer: string }
    | { readonly failure: { readonly code: string; readonly message: string } },
): Promise<void> => {
  const [name, value] =
    'answer' in outcome ? (['answer', outcome.answer] as const) : (['failure', outcome.failure] as const);
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: questionKey(id),
        UpdateExpression: 'SET #outcome = :outcome',
        // An answer stays: a later worker that fails does not remove it.
        ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(#answer)',
        ExpressionAttributeNames: { '#outcome': name, '#answer': 'answer' },
        ExpressionAttributeValues: { ':outcome': value },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
