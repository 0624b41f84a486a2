import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pageExtractionSchema, type PageExtraction } from '../../extract/model/page-extraction.ts';
import { waitingAnswerKey } from '../../keys/table-keys.ts';
import { limits } from '../../limits/limits.ts';
import type { Table } from '../table.ts';

/**
 * Keeps what a page that waits for a model has answered until then, in case its job ends before the page does. It is
 * put before the page is put off. The worker that finishes the job waits for each page about which a model is being
 * asked, and so finds this item of every page that waits. An answer too large for an item is not kept; then it returns
 * false.
 */
export const putWaitingAnswer = async (
  table: Table,
  job: string,
  answer: PageExtraction,
  ttl: number,
): Promise<boolean> => {
  const bytes = gzipSync(JSON.stringify(answer));
  if (bytes.byteLength > limits.answerCacheBytesMax) return false;
  const Item = { ...waitingAnswerKey(job, answer.page), bytes, ttl };
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
  return true;
};

const unpacked = (bytes: unknown): PageExtraction =>
  pageExtractionSchema.parse(JSON.parse(gunzipSync(bytes as Uint8Array).toString()));

/** Reads what one page had answered when it last waited; null if it never waited, or its answer was not kept. */
export const getWaitingAnswer = async (
  table: Table,
  { job, hash }: { readonly job: string; readonly hash: string },
): Promise<PageExtraction | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: waitingAnswerKey(job, hash), ConsistentRead: true }),
  );
  return answer.Item === undefined ? null : unpacked(answer.Item['bytes']);
};
