import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { auditHeadKey, auditHeads, auditHeadsPartition } from '../../keys/audit-table-keys.ts';
import { itemVersion } from '../../keys/item-version.ts';
import { auditHeadSchema, type AuditHead, type AuditChain } from '../../source/audit/audit-record.ts';
import { queryBetween } from '../query-between.ts';
import type { Table } from '../table.ts';

/** A part of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Reads the last record of a chain; null before the first. */
export const getAuditHead = async (table: Table, name: AuditChain): Promise<AuditHead | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: auditHeadKey(name), ConsistentRead: true }),
  );
  return answer.Item === undefined ? null : auditHeadSchema.parse(answer.Item);
};

/** Reads the last records of all chains of a team, by the chain's name. */
export const listAuditHeads = async (table: Table, team: string): Promise<Map<string, AuditHead>> => {
  const heads = new Map<string, AuditHead>();
  for await (const { Items } of queryBetween(table, auditHeadsPartition(team), auditHeads, {
    consistent: true,
  })) {
    for (const item of Items ?? [])
      heads.set(String(item['SK']).slice(auditHeads.from.length), auditHeadSchema.parse(item));
  }
  return heads;
};

/**
 * Makes the item of a transaction that puts a record at the end of its chain, on condition that the chain still ends
 * where the caller saw it end. So if two act at the same moment, their records follow one another.
 */
export const auditHeadItem = (
  table: Table,
  name: AuditChain,
  seen: AuditHead | null,
  next: AuditHead,
): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: auditHeadKey(name),
    UpdateExpression: 'SET v = :version, seq = :next, #hash = :hash, #text = :text REMOVE settled',
    ConditionExpression: seen === null ? 'attribute_not_exists(PK)' : 'seq = :seen',
    ExpressionAttributeNames: { '#hash': 'hash', '#text': 'text' },
    ExpressionAttributeValues: {
      ':next': next.seq,
      ':hash': next.hash,
      ':text': next.text,
      ':version': itemVersion(auditHeadKey(name)),
      ...(seen === null ? {} : { ':seen': seen.seq }),
    },
  },
});

/**
 * Writes items and their record in one step. Returns `behind` if another record came first, and `refused` if a
 * condition of the items was not met.
 *
 * @param audit The item that `auditHeadItem` made.
 */
export const commitWithAudit = async (
  table: Table,
  audit: TransactItem,
  items: readonly TransactItem[],
): Promise<'committed' | 'behind' | 'refused'> => {
  try {
    await table.documents.send(new TransactWriteCommand({ TransactItems: [audit, ...items] }));
    return 'committed';
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    return reasons.slice(1).some(({ Code }) => Code === 'ConditionalCheckFailed') ? 'refused' : 'behind';
  }
};

/** Notes that the object of a chain's last record is written; does nothing if another record came since. */
export const noteSettled = async (table: Table, name: AuditChain, seq: number): Promise<void> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: auditHeadKey(name),
        UpdateExpression: 'SET settled = :yes',
        ConditionExpression: 'seq = :seq',
        ExpressionAttributeValues: { ':yes': true, ':seq': seq },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
