import { pageExtractionSchema, type PageExtraction } from '../../extract/model/page-extraction.ts';
import { type Table } from '../table.ts';
import { pageExtractionKey, pageExtractionsPartition, type TableKey } from '../../keys/table-keys.ts';
import { queryBetween } from '../query-between.ts';

/** DynamoDB holds 400 KB in an item, and bills a unit for each KB. A larger answer is only kept in its envelope. */
const inlineBytesMax = 64 * 1_024;

export type PageAnswerItem = TableKey & { readonly answer: string; readonly ttl: number };

/** Makes the item that says how a page of an extraction ended; it is put in the transaction that ends the page. */
export const pageExtractionItem = (job: string, answer: PageExtraction, ttl: number): PageAnswerItem => {
  const whole = JSON.stringify(answer);
  const fits = Buffer.byteLength(whole) <= inlineBytesMax;
  const { extraction: _extraction, ...lean } = answer;
  // As JSON: numbers stay exact, and an answer may hold any key.
  return {
    ...pageExtractionKey(job, answer.page, answer.at),
    answer: fits ? whole : JSON.stringify(lean),
    ttl,
  };
};

/**
 * Where a reader of a job's answers stands: after the page that ended at that time, of several the one with this hash.
 */
export interface ExtractionCursor {
  readonly at: number;
  readonly hash: string;
}

const sortKeyOf = ({ at, hash }: ExtractionCursor): string => pageExtractionKey('', hash, at).SK;

interface Window {
  readonly after?: ExtractionCursor;
  /** Milliseconds since the epoch. */
  readonly before: number;
}

/**
 * Lists the answers of a job in the order in which pages ended, after a cursor and before a moment, one read at a time.
 */
async function* parseExtractions(
  table: Table,
  job: string,
  { after = { at: 0, hash: '' }, before, count }: Window & { readonly count?: number },
): AsyncGenerator<PageExtraction[]> {
  const between = {
    // `~` sorts after every hash: the page itself is not read again.
    from: `${sortKeyOf(after)}~`,
    to: sortKeyOf({ at: before, hash: '' }),
  };
  const options = { consistent: true, ...(count === undefined ? {} : { limit: count }) };
  for await (const { Items } of queryBetween(table, pageExtractionsPartition(job), between, options))
    yield (Items ?? []).map((item) => pageExtractionSchema.parse(JSON.parse(String(item['answer']))));
}

/** Reads the first `count` answers of a window. */
export const findPageExtractions = async (
  table: Table,
  job: string,
  window: Window & { readonly count: number },
): Promise<PageExtraction[]> => {
  const answers: PageExtraction[] = [];
  for await (const listed of parseExtractions(table, job, window)) {
    answers.push(...listed);
    if (answers.length >= window.count) break;
  }
  return answers.slice(0, window.count);
};

/** Lists every answer of a job, in the order in which pages ended. */
export const listPageExtractions = (table: Table, job: string): AsyncGenerator<PageExtraction[]> =>
  parseExtractions(table, job, { before: Number.MAX_SAFE_INTEGER });
