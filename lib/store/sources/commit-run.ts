import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { itemVersion } from '../../keys/item-version.ts';
import {
  changeEntryKey,
  changeFeedKey,
  sourceRunKey,
  sourceStateKey,
  type SourceName,
} from '../../keys/table-keys.ts';
import { runOutcome } from '../../source/judge-run.ts';
import type { FeedEntry, SourceRunRecord } from '../../source/source-run.ts';
import type { SourceState } from '../../source/source-state.ts';
import type { Table } from '../table.ts';
import type { TransactItem } from './audit-chain.ts';

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Reads how many entries a team's feed of changes has. */
export const getFeedLength = async (table: Table, team: string): Promise<number> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: changeFeedKey(team), ConsistentRead: true }),
  );
  return Number(answer.Item?.['seq'] ?? 0);
};

/** Whether a run is in its source's log. */
export const hasRun = async (table: Table, name: SourceName, at: number, job: string): Promise<boolean> => {
  const Key = sourceRunKey(name, at, job);
  return (
    (await table.documents.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true })))
      .Item !== undefined
  );
};

/** What a run leaves. */
export interface RunCommit {
  readonly run: SourceRunRecord;
  /** Null if the run had no changes. */
  readonly entry: FeedEntry | null;
  readonly held: number;
  readonly lastChangeAt: number | undefined;
  /** What the run taught about its source: how often it changes, what it cost, how far apart its runs are. */
  readonly learned: Pick<SourceState, 'slowdown' | 'calmRuns' | 'watched' | 'spent'>;
  /** Puts it on record (`auditHeadItem`). */
  readonly audit: readonly TransactItem[];
}

const feedItems = (table: Table, team: string, entry: FeedEntry): Items => [
  {
    Update: {
      TableName: table.name,
      Key: changeFeedKey(team),
      UpdateExpression: 'SET v = :version, seq = :next',
      ConditionExpression: entry.seq === 1 ? 'attribute_not_exists(seq)' : 'seq = :last',
      ExpressionAttributeValues: {
        ':next': entry.seq,
        ':version': itemVersion(changeFeedKey(team)),
        ...(entry.seq === 1 ? {} : { ':last': entry.seq - 1 }),
      },
    },
  },
  {
    Put: {
      TableName: table.name,
      Item: { ...changeEntryKey(team, entry.seq), ...entry },
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  },
];

/**
 * Makes a run the last one of its source, in one step: its snapshot becomes the valid one, its changes the next entry
 * of the team's feed, and it is put on record. Condition: the source's last run, its last record and the feed's length
 * are still what the caller saw. So no two runs continue from the same snapshot. A reader who follows the feed by
 * number misses nothing: an entry exists before any with a higher number. Returns false if another writer was first;
 * the caller reads again.
 */
export const commitRun = async (
  table: Table,
  name: SourceName,
  seen: Pick<SourceState, 'head' | 'openRun' | 'accepted'>,
  { run, entry, held, lastChangeAt, learned, audit }: RunCommit,
): Promise<boolean> => {
  const known = Object.entries(learned).filter(([, value]) => value !== undefined);
  const closes = seen.openRun === run.job;
  // What somebody accepts while this run is folded is for the next run.
  const settled = [
    ...(seen.accepted === true ? ['accepted'] : []),
    ...(closes ? ['openRun', 'openRunAt'] : []),
    ...(run.code === undefined ? ['headCode'] : []),
  ];
  const state = {
    TableName: table.name,
    Key: sourceStateKey(name),
    UpdateExpression: `SET head = :job, headKey = :key, headAt = :at, standings = :standings, held = :held${[
      ', headOutcome = :outcome',
      ...(run.code === undefined ? [] : [', headCode = :code']),
      ...(lastChangeAt === undefined ? [] : [', lastChangeAt = :changed']),
      ...(run.contentHash === undefined ? [] : [', contentHash = :content']),
      ...(run.cost === undefined ? [] : [', lastCost = :cost']),
      ...known.map(([name]) => `, ${name} = :${name}`),
    ].join('')}${settled.length === 0 ? '' : ` REMOVE ${settled.join(', ')}`}`,
    ConditionExpression: [
      seen.head === undefined ? 'attribute_not_exists(head)' : 'head = :parent',
      ...(closes ? ['openRun = :job'] : []),
    ].join(' AND '),
    ExpressionAttributeValues: {
      ':job': run.job,
      ':key': run.snapshotKey,
      ':at': run.endedAt,
      ':standings': run.standings,
      ':held': held,
      ':outcome': runOutcome(run),
      ...(run.code === undefined ? {} : { ':code': run.code }),
      ...(lastChangeAt === undefined ? {} : { ':changed': lastChangeAt }),
      ...(run.contentHash === undefined ? {} : { ':content': run.contentHash }),
      ...(run.cost === undefined ? {} : { ':cost': run.cost }),
      ...Object.fromEntries(known.map(([name, value]) => [`:${name}`, value])),
      ...(seen.head === undefined ? {} : { ':parent': seen.head }),
    },
  };
  const log = {
    TableName: table.name,
    Item: { ...sourceRunKey(name, run.endedAt, run.job), ...run },
    ConditionExpression: 'attribute_not_exists(PK)',
  };
  const items: Items = [
    { Update: state },
    { Put: log },
    ...audit,
    ...(entry === null ? [] : feedItems(table, name.team, entry)),
  ];
  try {
    await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
};
