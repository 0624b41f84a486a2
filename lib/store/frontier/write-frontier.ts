import { TransactionCanceledException, type CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
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
import type { Units } from '../../job/units.ts';
import { drainUnits } from '../meter.ts';
import type { Table } from '../table.ts';
import type { FrontierPut } from './frontier-put.ts';
import { quotaIn, sitemapsMax, type QuotaInJob } from './quota-in.ts';
import { shardKey, jobKey, pageKey } from '../../keys/table-keys.ts';

/**
 * The one transaction that changes the frontier. In a single step, or not at all:
 * - the page moves on, on condition that it is still in the state it was found in (`page.to` absent: it only
 *   has to be);
 * - each child is put, on condition that it does not exist;
 * - the job's counters change by just that, on condition that the job is running and has room for the children.
 *
 * Because the counters move with the items, no crash, duplicate or race can make them disagree, and `limit`
 * cannot be passed: pages that may still be delivered, and those that were, are never more. How many ended
 * without content is as it was last seen, which is never too many. The answer says what stood in the way; the
 * caller takes it away and tries again.
 *
 * What belongs to a sitemap is counted in `open`, so that the job is not drained before it is over, and apart
 * from pages in `sitemaps` and `sitemapsOpen`; it takes no room of `limit`.
 *
 * `ClientRequestToken` is not relied on: DynamoDB forgets it after ten minutes, and a message may come back
 * later. Instead every item written carries `token`, so a writer whose answer was lost finds its own name on
 * the items.
 *
 * What was taken of paid services since the last such write is counted in the same step (`meter.ts`): on the
 * job or the shard, beside the counters of the protocol, of which none is read or changed for it.
 */
export interface FrontierWrite {
  readonly job: string;
  /** The shard that counts; undefined where the job's own item does. */
  readonly shard?: number | undefined;
  readonly shards?: number | undefined;
  readonly limit: number;
  /** Pages of the job that were seen to have ended without content: there are as many by now, or more. */
  readonly lost?: number;
  readonly now: number;
  readonly ttl: number;
  /** Names this writer; unique per step, the same over its tries. */
  readonly token: string;
  readonly page?: {
    readonly kind: ItemKind;
    readonly hash: string;
    readonly from: OpenState;
    readonly to?: EndState | 'fetched';
    /** What is noted on the item. */
    readonly facts?: EndFacts & { readonly chunked?: true };
  };
  readonly children: readonly NewPage[];
  /** Counters of the job that change besides those of the protocol. */
  readonly counts?: EndCounts;
  /** Sets of names on the job that these are added to. */
  readonly unions?: Readonly<Record<string, ReadonlySet<string>>>;
  /** Where the crawl's first page was found: noted on the job in the same step. */
  readonly scopeUrl?: string;
  /** Items outside the frontier that must change in the same step: change state, audit. */
  readonly puts?: readonly FrontierPut[];
  /** The same for items whose place tells when they came: they are made anew for each try, of its own `now`. */
  readonly stamped?: (now: number) => readonly FrontierPut[];
}

export type FrontierAnswer =
  | { readonly kind: 'applied' }
  | {
      readonly kind: 'cancelled';
      /** The job as it stood, when its condition failed. */
      readonly job?: QuotaInJob & { readonly status: string };
      /** True when the page was not in the state wanted; `pageToken` names who finished it. */
      readonly pageMoved: boolean;
      readonly pageToken?: string;
      /** Children that exist already, each with the name of the writer that put it. */
      readonly existing: ReadonlyMap<string, string | undefined>;
      /** Another transaction or throttling was in the way: the same write may succeed in a moment. */
      readonly conflict: boolean;
    };

/** A write with what was taken of paid services. */
type Counted = Omit<FrontierWrite, 'counts'> & { readonly counts: EndCounts & Units };

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** By how much each counter of the job changes. */
const countsOf = (write: Counted, ofSitemaps: number): Record<string, number> => {
  const all = write.children.length;
  const ends = write.page?.to !== undefined && write.page.to !== 'fetched';
  const sitemapEnds = ends && write.page.kind !== 'page';
  const counts: Record<string, number> = {
    ...write.counts,
    admitted: all - ofSitemaps,
    open: all - (ends ? 1 : 0),
    sitemaps: ofSitemaps,
    sitemapsOpen: ofSitemaps - (sitemapEnds ? 1 : 0),
    ...(ends && !sitemapEnds ? { finished: 1, [write.page.to]: 1 } : {}),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, by]) => by !== 0));
};

const jobUpdate = (table: Table, write: Counted): Items[number] => {
  const ofSitemaps = write.children.filter((child) => !isContentPage(child)).length;
  const k = write.children.length - ofSitemaps;
  const counts = countsOf(write, ofSitemaps);
  const names: Record<string, string> = { '#status': 'status' };
  const values: Record<string, unknown> = { ':running': 'running', ':now': write.now };
  const inShard = write.shard !== undefined;
  if (inShard) {
    // What is open in one shard means nothing: a page is admitted in its parent's shard and finished in its own.
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
  return {
    Update: {
      TableName: table.name,
      Key: write.shard === undefined ? jobKey(write.job) : shardKey(write.job, write.shard),
      UpdateExpression:
        `SET progressAt = ` +
        `:now${':scopeUrl' in values ? ', scopeUrl = :scopeUrl' : ''}${adds.length > 0 ? ` ADD ${adds.join(', ')}` : ''}`,
      ConditionExpression: `#status = :running${hasQuota}${hasSitemapQuota}`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** Of a job with cells, what stands on the job all the same. */
const scopeUpdate = (table: Table, { job, shard, scopeUrl }: Counted): Items =>
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

const pageItem = (table: Table, write: FrontierWrite): Items => {
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

const childPut = (table: Table, write: FrontierWrite, child: NewPage): Items[number] => ({
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

const failed = (reason: CancellationReason | undefined): boolean => reason?.Code === 'ConditionalCheckFailed';

const explain = (write: FrontierWrite, reasons: readonly CancellationReason[]): FrontierAnswer => {
  const [job, ...rest] = reasons;
  const page = write.page === undefined ? undefined : rest.shift();
  const existing = new Map<string, string | undefined>();
  for (const [index, child] of write.children.entries()) {
    if (failed(rest[index])) existing.set(child.hash, rest[index]?.Item?.['by']?.S);
  }
  const pageToken = page?.Item?.['finishedBy']?.S;
  return {
    kind: 'cancelled',
    ...(failed(job)
      ? { job: { status: job?.Item?.['status']?.S ?? 'gone', ...quotaIn(write, job?.Item) } }
      : {}),
    pageMoved: failed(page),
    ...(pageToken === undefined ? {} : { pageToken }),
    existing,
    conflict: reasons.some((reason) => reason.Code !== 'None' && reason.Code !== 'ConditionalCheckFailed'),
  };
};

/** True where an earlier try of this writer was applied although its answer was lost. */
const wasApplied = ({ token }: FrontierWrite, answer: FrontierAnswer): boolean =>
  answer.kind === 'cancelled' &&
  (answer.pageToken === token || [...answer.existing.values()].includes(token));

/** Tries the transaction once. Throws only what DynamoDB itself could not do (outage, malformed request). */
export const writeFrontier = async (table: Table, write: FrontierWrite): Promise<FrontierAnswer> => {
  const drained = drainUnits();
  const answer = await tryWrite(table, { ...write, counts: { ...write.counts, ...drained.units } });
  // After an error nobody knows whether it was counted: better not twice.
  if (answer.kind === 'cancelled' && !wasApplied(write, answer)) drained.restore();
  return answer;
};

const tryWrite = async (table: Table, write: Counted): Promise<FrontierAnswer> => {
  const items: Items = [
    jobUpdate(table, write),
    ...pageItem(table, write),
    ...write.children.map((child) => childPut(table, write, child)),
    ...[...(write.puts ?? []), ...(write.stamped?.(write.now) ?? [])].map((item) => ({
      Put: { TableName: table.name, Item: item },
    })),
    ...scopeUpdate(table, write),
  ];
  try {
    await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
    return { kind: 'applied' };
  } catch (error) {
    if (error instanceof TransactionCanceledException) {
      const reasons = error.CancellationReasons ?? [];
      // What is written is too large or not valid, and will be the next time: nothing to wait out.
      const invalid = reasons.find(({ Code }) => Code === 'ValidationError');
      if (invalid !== undefined)
        throw new TypeError(`Cannot write the frontier: ${invalid.Message ?? ''}`, { cause: error });
      return explain(write, reasons);
    }
    if (error instanceof Error && error.name === 'TransactionInProgressException') {
      return { kind: 'cancelled', pageMoved: false, existing: new Map(), conflict: true };
    }
    throw error;
  }
};
