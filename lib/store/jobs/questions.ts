import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { limits } from '../../limits/limits.ts';
import { type Table } from '../table.ts';
import { questionKey } from '../../keys/table-keys.ts';

/**
 * A question that the API has about a request, and what became of it.
 *
 *   asked ──► answered | failed
 *
 * - asked: its message was sent, or is sent again by whoever asks the same after `limits.questionResendMs`.
 * - answered: for an hour whoever asks the same has the answer at once.
 * - failed: whoever waited is told why; the next one asks anew.
 *
 * If a worker dies, the message comes again, and writes the same.
 */
const crawlQuestionSchema = z.object({ url: z.string(), prompt: z.string() });
/** Which model a request means: whether there is one, only the function that has the keys knows. */
const modelQuestionSchema = z.object({
  of: z.literal('model'),
  provider: z.string().optional(),
  model: z.string().optional(),
});
/** Which manifest notes come to; `wrong`: what was answered before, and why it cannot be used. */
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
const questionSchema = z.union([
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

/** A question as it stands, consistently; null when there is none. */
export const getQuestion = async (table: Table, id: string, now: number): Promise<AskedQuestion | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: questionKey(id), ConsistentRead: true }),
  );
  // TTL removes items late: up to two days after their time, AWS says.
  if (Number(answer.Item?.['ttl'] ?? 0) * 1_000 <= now) return null;
  return questionSchema.parse(answer.Item);
};

/**
 * Puts a question, unless it is answered or was asked a moment ago. True when it was put, and its message is to
 * be sent: of several that ask the same, one does.
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

/** Writes what became of a question, if it still exists: its answer as JSON, or why there is none. */
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
        // An answer stays: a worker that comes later, and fails, takes nothing away.
        ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(#answer)',
        ExpressionAttributeNames: { '#outcome': name, '#answer': 'answer' },
        ExpressionAttributeValues: { ':outcome': value },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
