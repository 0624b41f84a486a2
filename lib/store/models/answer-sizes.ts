import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { answerSizeSchema, type AnswerSize } from '../../extract/model/answer-size.ts';
import { answerSizeKey } from '../../keys/table-keys.ts';
import { type Table } from '../table.ts';

/** Reads what answers of one shape take; null if nothing is known. */
export const getAnswerSize = async (table: Table, id: string): Promise<AnswerSize | null> => {
  const { Item: item } = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: answerSizeKey(id) }),
  );
  const parsed = answerSizeSchema.safeParse(item);
  return parsed.success ? parsed.data : null;
};

/**
 * Stores what answers of one shape take, until `until` (milliseconds since the epoch). The last writer wins: each has
 * learned from answers of the same shape.
 */
export const putAnswerSize = async (
  table: Table,
  id: string,
  size: AnswerSize,
  until: number,
): Promise<void> => {
  const Item = { ...answerSizeKey(id), ...size, ttl: Math.ceil(until / 1_000) };
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
};
