import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pageExtractionSchema, type PageExtraction } from '../../extract/model/page-extraction.ts';
import { pageExtractionsPartition, waitingAnswerKey, waitingAnswers } from '../../keys/table-keys.ts';
import { limits } from '../../limits/limits.ts';
import { queryBetween } from '../query-between.ts';
import type { Table } from '../table.ts';
import { pageExtractionItem } from './page-extractions.ts';

/**
 * Keeps what a page that waits for a model has answered until then, for a job that ends before the page does. It is
 * put before the page is put off: whoever finishes the job waits for each page that is being asked about, and so finds
 * this of every page that waits. An answer that is too large for an item is not kept; answers false then.
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

/** What the pages of a job had answered when they last waited, also of those that have ended since. */
export async function* listWaitingAnswers(table: Table, job: string): AsyncGenerator<PageExtraction[]> {
  const partition = pageExtractionsPartition(job);
  for await (const { Items } of queryBetween(table, partition, waitingAnswers, { consistent: true })) {
    yield (Items ?? []).map((item) => {
      const text = gunzipSync(item['bytes'] as Uint8Array).toString();
      return pageExtractionSchema.parse(JSON.parse(text));
    });
  }
}

/** Puts the answer of a page that waited when its job was over beside those of pages that ended. Repeats the same. */
export const settleWaitingAnswer = async (
  table: Table,
  job: string,
  answer: PageExtraction,
  ttl: number,
): Promise<void> => {
  const Item = pageExtractionItem(job, answer, ttl);
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
};
