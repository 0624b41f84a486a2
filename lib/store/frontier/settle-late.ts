import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { pickShard } from '../../job/counter-shards.ts';
import type { Page } from '../../frontier/page.ts';
import type { EndCounts } from '../../job/end-counts.ts';
import type { VersionItem } from '../../envelope/version-items.ts';
import type { PageAnswerItem } from './page-extractions.ts';
import { type Table } from '../table.ts';
import { shardKey, jobKey, pageKey } from '../../keys/table-keys.ts';

const tries = 5;

const addition = (
  counts: EndCounts,
): {
  readonly expression: string;
  readonly names: Record<string, string>;
  readonly values: Record<string, number>;
} | null => {
  const changed = Object.entries(counts).filter((entry): entry is [string, number] => (entry[1] ?? 0) !== 0);
  if (changed.length === 0) return null;
  return {
    expression: `ADD ${changed.map((_, index) => `#c${index} :c${index}`).join(', ')}`,
    names: Object.fromEntries(changed.map(([name], index) => [`#c${index}`, name])),
    values: Object.fromEntries(changed.map(([, by], index) => [`:c${index}`, by])),
  };
};

/** An answer that came after its job had ended. */
interface LateAnswer {
  /** Its place among the answers of the job's pages. */
  readonly item: PageAnswerItem;
  /** The envelope that holds it. */
  readonly envelopeKey: string;
  readonly envelopeBytes?: number | undefined;
  readonly versions: readonly VersionItem[];
}

/**
 * Delivers an answer that was under way when its job ended: counts its cost, puts it beside the answers of the job's
 * other pages, and notes its envelope on the page, which the worker that finishes the job delivers. Condition: the page
 * was marked as asked (`mark-asking.ts`) and has not ended. Returns false if the page has ended: its job was concluded
 * before the answer came, or another worker delivered it.
 */
export const settleLate = async (
  table: Table,
  page: Pick<Page, 'job' | 'hash'>,
  {
    counts,
    cells,
    answer,
    writer,
  }: {
    readonly counts: EndCounts;
    readonly cells: number | undefined;
    readonly answer: LateAnswer | null;
    /** Names the worker: its cost is counted once (`count-once.ts`). */
    readonly writer: string;
  },
): Promise<boolean> => {
  const add = addition(counts);
  const noting = Object.entries(
    answer === null ? {} : { envelopeKey: answer.envelopeKey, envelopeBytes: answer.envelopeBytes },
  ).filter(([, value]) => value !== undefined);
  const sets = noting.map(([name]) => `${name} = :${name}`).join(', ');
  const items = [
    {
      Update: {
        TableName: table.name,
        Key: pageKey(page.job, page.hash),
        UpdateExpression: `${sets === '' ? '' : `SET ${sets} `}REMOVE askingUntil ADD countedBy :writers`,
        ConditionExpression: '#state = :fetched AND attribute_exists(askingUntil)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':fetched': 'fetched',
          ':writers': new Set([writer]),
          ...Object.fromEntries(noting.map(([name, value]) => [`:${name}`, value])),
        },
      },
    },
    ...(add === null
      ? []
      : [
          {
            Update: {
              TableName: table.name,
              // The worker that finishes the job waits for this answer, and closes the shards of the job only
              // afterwards.
              Key: cells === undefined ? jobKey(page.job) : shardKey(page.job, pickShard(page.hash, cells)),
              UpdateExpression: add.expression,
              ConditionExpression: 'attribute_exists(PK)',
              ExpressionAttributeNames: add.names,
              ExpressionAttributeValues: add.values,
            },
          },
        ]),
    ...(answer === null ? [] : [answer.item, ...answer.versions]).map((Item) => ({
      Put: { TableName: table.name, Item },
    })),
  ];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
      return true;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      if (error.CancellationReasons?.some(({ Code }) => Code === 'ConditionalCheckFailed') === true)
        return false;
      if (attempt === tries) throw error;
    }
  }
};
