import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { pageBuckets } from '../frontier/page.ts';
import { pageAnswerSchema, type PageAnswer } from '../extract/page-answer.ts';
import { extractionKey, extractionsPartition, type Table, type TableKey } from './table.ts';

/** DynamoDB holds 400 KB in an item, and bills a unit for each KB: a larger answer stands in its envelope alone. */
const inlineBytesMax = 64 * 1_024;

/** The item that says how a page of an extraction ended; it is put in the transaction that ends the page. */
export const pageAnswerItem = (
  job: string,
  answer: PageAnswer,
  ttl: number,
): TableKey & Record<string, unknown> => {
  const whole = JSON.stringify(answer);
  const fits = Buffer.byteLength(whole) <= inlineBytesMax;
  const { extraction: _extraction, ...lean } = answer;
  // As JSON: numbers stay what they are, and an answer may hold any key.
  return {
    ...extractionKey(job, answer.page, answer.at),
    answer: fits ? whole : JSON.stringify(lean),
    ttl,
  };
};

/** Where a reader of a job's answers stands: behind the page that ended then, of several the one with this hash. */
export interface AnswerPlace {
  readonly at: number;
  readonly hash: string;
}

const sortKeyOf = ({ at, hash }: AnswerPlace): string => extractionKey('', hash, at).SK;

const read = async (
  table: Table,
  job: string,
  bucket: string,
  window: { readonly after: AnswerPlace; readonly before: number; readonly count?: number },
): Promise<PageAnswer[]> => {
  const answers: PageAnswer[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const answer = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':partition': extractionsPartition(job, bucket),
          // `~` stands behind every hash: the page itself is not read again.
          ':from': `${sortKeyOf(window.after)}~`,
          ':to': sortKeyOf({ at: window.before, hash: '' }),
        },
        ConsistentRead: true,
        ...(window.count === undefined ? {} : { Limit: window.count }),
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    for (const item of answer.Items ?? [])
      answers.push(pageAnswerSchema.parse(JSON.parse(String(item['answer']))));
    from = answer.LastEvaluatedKey;
  } while (from !== undefined && (window.count === undefined || answers.length < window.count));
  return answers;
};

const start: AnswerPlace = { at: 0, hash: '' };

/** The answers of a job in the order in which pages ended, from a place on and before a moment, at most `count`. */
export const findPageAnswers = async (
  table: Table,
  job: string,
  window: { readonly after?: AnswerPlace; readonly before: number; readonly count: number },
): Promise<PageAnswer[]> => {
  const after = window.after ?? start;
  const buckets = await Promise.all(
    pageBuckets.map((bucket) => read(table, job, bucket, { ...window, after })),
  );
  const placed = buckets.flat().map((answer) => ({
    answer,
    key: sortKeyOf({ at: answer.at, hash: answer.page }),
  }));
  return placed
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, window.count)
    .map(({ answer }) => answer);
};

/** Every answer of a job, bucket by bucket. */
export async function* listPageAnswers(table: Table, job: string): AsyncGenerator<PageAnswer[]> {
  for (const bucket of pageBuckets)
    yield await read(table, job, bucket, { after: start, before: Number.MAX_SAFE_INTEGER });
}
