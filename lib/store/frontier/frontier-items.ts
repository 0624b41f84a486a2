import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  isContentPage,
  type EndFacts,
  type EndState,
  type ItemKind,
  type NewPage,
  type OpenState,
} from '../../frontier/page.ts';
import { admittedMax } from '../../frontier/reserve.ts';
import type { EndCounts } from '../../job/end-counts.ts';
import { placeLimits } from '../../limits/place-limits.ts';
import type { Units } from '../../job/units.ts';
import { shardKey, jobKey, pageKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';
import type { FrontierPut } from './frontier-put.ts';
import { sitemapsMax } from './quota-in.ts';

/** The items of the transaction that changes the frontier (`write-frontier.ts`), each with its condition. */

/** A change of the frontier (`write-frontier.ts`). */
export interface FrontierWrite {
  readonly job: string;
  /** The shard that counts; undefined if the job's own item does. */
  readonly shard?: number | undefined;
  readonly shards?: number | undefined;
  readonly limit: number;
  /** Pages of the job that were seen to have ended without content: by now there are at least as many. */
  readonly lost?: number;
  readonly now: number;
  readonly ttl: number;
  /** Names this writer; unique for each step, the same over its tries. */
  readonly token: string;
  readonly page?: {
    readonly kind: ItemKind;
    readonly hash: string;
    readonly from: OpenState;
    readonly to?: EndState | 'fetched';
    /** Attributes that are written on the item. */
    readonly facts?: EndFacts & { readonly chunked?: true };
  };
  readonly children: readonly NewPage[];
  /** Counters of the job that change besides those of the protocol. */
  readonly counts?: EndCounts;
  /** Names that are added to sets on the job. */
  readonly unions?: Readonly<Record<string, ReadonlySet<string>>>;
  /** Where the crawl's first page was found: noted on the job in the same step. */
  readonly scopeUrl?: string;
  /** Items outside the frontier that must change in the same step: change state, audit. */
  readonly puts?: readonly FrontierPut[];
  /** The same for items whose key holds the time: they are made again for each try, with its own `now`. */
  readonly stamped?: (now: number) => readonly FrontierPut[];
}

/** A write with the use of paid services. */
export type MeteredWrite = Omit<FrontierWrite, 'counts'> & { readonly counts: EndCounts & Units };

export type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** What one page's end, or the admission of its children, changes. */
export type FrontierStep = Pick<FrontierWrite, 'page' | 'children' | 'counts' | 'token'>;

/** Computes by how much each counter of the job changes with one step. */
const countsOf = ({ page, children, counts }: FrontierStep): Record<string, number> => {
  const ofSitemaps = children.filter((child) => !isContentPage(child)).length;
  const ends = page?.to !== undefined && page.to !== 'fetched';
  const sitemapEnds = ends && page.kind !== 'page';
  return {
    ...counts,
    admitted: children.length - ofSitemaps,
    open: children.length - (ends ? 1 : 0),
    sitemaps: ofSitemaps,
    sitemapsOpen: ofSitemaps - (sitemapEnds ? 1 : 0),
    ...(ends && !sitemapEnds ? { finished: 1, [page.to]: 1 } : {}),
  };
};

const sumOf = (all: readonly Record<string, number>[]): Record<string, number> => {
  const sums = new Map<string, number>();
  for (const [name, by] of all.flatMap((one) => Object.entries(one)))
    sums.set(name, (sums.get(name) ?? 0) + by);
  return Object.fromEntries([...sums].filter(([, by]) => by !== 0));
};

/** Makes the condition that one item more may wait on a job until there is room, or waits already. */
export const mayWaitAs = (hash: string, most: string): string =>
  `(attribute_not_exists(reserves) OR contains(reserves, ${hash}) OR size(reserves) < ${most})`;

/**
 * Changes the counters of the job, or of its shard, by the sum of the steps. `write` names the job and has all
 * children.
 */
export const jobUpdate = (
  table: Table,
  write: MeteredWrite,
  steps: readonly FrontierStep[] = [write],
): Items[number] => {
  const ofSitemaps = write.children.filter((child) => !isContentPage(child)).length;
  const k = write.children.length - ofSitemaps;
  const counts = sumOf(steps.map((step) => countsOf(step)));
  const names: Record<string, string> = { '#status': 'status' };
  const values: Record<string, string | number | ReadonlySet<string>> = {
    ':running': 'running',
    ':now': write.now,
  };
  const inShard = write.shard !== undefined;
  if (inShard) {
    // `open` has no meaning in one shard: a page is admitted in its parent's shard and finished in its own.
    delete counts['open'];
    if (k > 0) counts['room'] = -k;
  }
  const unions = Object.entries(write.unions ?? {}).filter(([, names]) => names.size > 0);
  const adds = [...Object.entries(counts), ...unions].map(([name, by], index) => {
    names[`#c${index}`] = name;
    values[`:c${index}`] = by;
    return `#c${index} :c${index}`;
  });
  if (write.scopeUrl !== undefined && !inShard) values[':scopeUrl'] = write.scopeUrl;
  if (k > 0) values[':room'] = inShard ? k : admittedMax(write.limit, write.lost ?? 0) - k;
  if (ofSitemaps > 0) values[':sitemapRoom'] = sitemapsMax(write) - ofSitemaps;
  const hasQuota = k === 0 ? '' : inShard ? ' AND room >= :room' : ' AND admitted <= :room';
  const hasSitemapQuota =
    ofSitemaps > 0 ? ' AND (attribute_not_exists(sitemaps) OR sitemaps <= :sitemapRoom)' : '';
  const [waiting] = write.unions?.['reserves'] ?? [];
  if (waiting !== undefined)
    Object.assign(values, { ':waiting': waiting, ':waitingMax': placeLimits.reservesMax });
  const mayWait = waiting === undefined ? '' : ` AND ${mayWaitAs(':waiting', ':waitingMax')}`;
  return {
    Update: {
      TableName: table.name,
      Key: write.shard === undefined ? jobKey(write.job) : shardKey(write.job, write.shard),
      UpdateExpression:
        `SET progressAt = :now${':scopeUrl' in values ? ', scopeUrl = :scopeUrl' : ''}` +
        (adds.length > 0 ? ` ADD ${adds.join(', ')}` : ''),
      ConditionExpression: `#status = :running${hasQuota}${hasSitemapQuota}${mayWait}`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** Makes the change that is written on the job's own item although the job has shards. */
export const scopeUpdate = (table: Table, { job, shard, scopeUrl }: FrontierWrite): Items =>
  shard === undefined || scopeUrl === undefined
    ? []
    : [
        {
          Update: {
            TableName: table.name,
            Key: jobKey(job),
            UpdateExpression: 'SET scopeUrl = :scopeUrl',
            ExpressionAttributeValues: { ':scopeUrl': scopeUrl },
          },
        },
      ];

export const pageItem = (table: Table, write: FrontierWrite): Items => {
  if (write.page === undefined) return [];
  const { hash, from, to } = write.page;
  const common = {
    TableName: table.name,
    Key: pageKey(write.job, hash),
    ConditionExpression: '#state = :from',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  if (to === undefined) {
    return [
      {
        ConditionCheck: {
          ...common,
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':from': from },
        },
      },
    ];
  }
  const attributes = Object.entries({
    ...write.page.facts,
    finishedBy: write.token,
    ...(write.children.length === 0 ? {} : { children: write.children.map((child) => child.hash) }),
    touchedAt: write.now,
    ...(to === 'fetched' ? {} : { finishedAt: write.now }),
  }).filter(([, value]) => value !== undefined);
  return [
    {
      Update: {
        ...common,
        UpdateExpression: `SET #state = :to${attributes.map((_, index) => `, #a${index} = :a${index}`).join('')}`,
        ExpressionAttributeNames: {
          '#state': 'state',
          ...Object.fromEntries(attributes.map(([name], index) => [`#a${index}`, name])),
        },
        ExpressionAttributeValues: {
          ':from': from,
          ':to': to,
          ...Object.fromEntries(attributes.map(([, value], index) => [`:a${index}`, value])),
        },
      },
    },
  ];
};

export const childPut = (
  table: Table,
  write: Pick<FrontierWrite, 'job' | 'token' | 'now' | 'ttl'>,
  child: NewPage,
): Items[number] => ({
  Put: {
    TableName: table.name,
    Item: {
      ...pageKey(write.job, child.hash),
      ...child,
      job: write.job,
      state: 'admitted',
      attempts: 0,
      admittedAt: write.now,
      touchedAt: write.now,
      by: write.token,
      ttl: write.ttl,
    },
    ConditionExpression: 'attribute_not_exists(PK)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});
