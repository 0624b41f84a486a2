import { pickShard } from '../../job/counter-shards.ts';
import type { EndFacts, Page } from '../../frontier/page.ts';
import type { EndCounts } from '../../job/end-counts.ts';
import type { VersionItem } from '../../envelope/version-items.ts';
import type { PageAnswerItem } from './page-extractions.ts';
import { type Table } from '../table.ts';
import { transactIf } from '../transact-if.ts';
import { makeUnitsUpdate } from '../units-update.ts';
import { shardKey, jobKey, pageKey } from '../../keys/table-keys.ts';

/** An answer that came after its job had ended. */
interface LateAnswer {
  /** Its position among the answers of the job's pages. */
  readonly item: PageAnswerItem;
  /** What its end notes on the page: the envelope that holds it, and why a part of it is missing. */
  readonly facts: EndFacts;
  readonly versions: readonly VersionItem[];
}

/**
 * Delivers an answer that was under way when its job ended: counts its cost, puts it beside the answers of the job's
 * other pages, and notes on the page what its end would note: the worker that finishes the job delivers its envelope.
 * Condition: the page was marked as asked (`mark-asking.ts`) and has not ended. Returns false if the page has ended:
 * its job was concluded before the answer came, or another worker delivered it.
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
  const spent = makeUnitsUpdate(counts);
  const noting = Object.entries(answer?.facts ?? {}).filter(([, value]) => value !== undefined);
  const sets = noting.map((_, index) => `#a${index} = :a${index}`).join(', ');
  const items = [
    {
      Update: {
        TableName: table.name,
        Key: pageKey(page.job, page.hash),
        UpdateExpression: `${sets === '' ? '' : `SET ${sets} `}REMOVE askingUntil ADD countedBy :writers`,
        ConditionExpression: '#state = :fetched AND attribute_exists(askingUntil)',
        ExpressionAttributeNames: {
          '#state': 'state',
          ...Object.fromEntries(noting.map(([name], index) => [`#a${index}`, name])),
        },
        ExpressionAttributeValues: {
          ':fetched': 'fetched',
          ':writers': new Set([writer]),
          ...Object.fromEntries(noting.map(([, value], index) => [`:a${index}`, value])),
        },
      },
    },
    ...(spent.add === ''
      ? []
      : [
          {
            Update: {
              TableName: table.name,
              // The worker that finishes the job waits for this answer, and closes the shards of the job only
              // afterwards.
              Key: cells === undefined ? jobKey(page.job) : shardKey(page.job, pickShard(page.hash, cells)),
              UpdateExpression: spent.add.trim(),
              ConditionExpression: 'attribute_exists(PK)',
              ExpressionAttributeNames: spent.names,
              ExpressionAttributeValues: spent.values,
            },
          },
        ]),
    ...(answer === null ? [] : [answer.item, ...answer.versions]).map((Item) => ({
      Put: { TableName: table.name, Item },
    })),
  ];
  return await transactIf(table, items);
};
