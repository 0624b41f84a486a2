import { setTimeout as sleep } from 'node:timers/promises';
import type { TablePlan } from '../template/stores.ts';
import { AwsRequestError, type AwsClient } from './aws-request.ts';

const passEveryMs = 60_000;
/** Items scanned in one call, and the pause between calls: the store serves one caller at a time. */
const scanItems = 500;
const restMs = 50;
/** DynamoDB ignores times more than five years in the past: they are probably no times. */
const oldestSeconds = 5 * 365 * 86_400;

type Item = Record<string, unknown>;

const conditionOf = (attribute: string, nowSeconds: number): Record<string, unknown> => ({
  ExpressionAttributeNames: { '#ttl': attribute },
  ExpressionAttributeValues: {
    ':now': { N: String(nowSeconds) },
    ':oldest': { N: String(nowSeconds - oldestSeconds) },
  },
});

/**
 * Removes expired items, once: DynamoDB does so within days, the local store never does. An item that got a later time
 * since the scan stays.
 */
export const sweepTable = async (
  client: AwsClient,
  table: TablePlan,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> => {
  if (table.ttlAttribute === undefined) return;
  const expired = '#ttl < :now AND #ttl > :oldest';
  const condition = conditionOf(table.ttlAttribute, Math.floor(nowMs / 1_000));
  const keys = table.KeySchema.map((it) => it.AttributeName);
  let from: Item | undefined;
  do {
    const page = await client.call(
      'DynamoDB_20120810.Scan',
      {
        TableName: table.name,
        Limit: scanItems,
        FilterExpression: expired,
        ...condition,
        ...(from && { ExclusiveStartKey: from }),
      },
      { signal },
    );
    for (const item of (page['Items'] ?? []) as Item[]) {
      const Key = Object.fromEntries(keys.map((name) => [name, item[name]]));
      try {
        const deletion = { TableName: table.name, Key, ConditionExpression: expired, ...condition };
        await client.call('DynamoDB_20120810.DeleteItem', deletion, { signal });
      } catch (error) {
        const renewed = error instanceof AwsRequestError && error.code === 'ConditionalCheckFailedException';
        if (!renewed) throw error;
      }
    }
    from = page['LastEvaluatedKey'] as Item | undefined;
    if (from) await sleep(restMs, undefined, { signal });
  } while (from);
};

/** Sweeps every table, again and again until the signal; sweeping never takes more than a twentieth of the time. */
export const sweepExpired = async (
  client: AwsClient,
  tables: readonly TablePlan[],
  signal: AbortSignal,
  onNotice: (line: string) => void,
): Promise<void> => {
  let pauseMs = passEveryMs;
  while (!signal.aborted) {
    try {
      await sleep(pauseMs, undefined, { signal });
      const began = Date.now();
      for (const table of tables) await sweepTable(client, table, began, signal);
      pauseMs = Math.max(passEveryMs, 20 * (Date.now() - began));
    } catch (error) {
      if (!signal.aborted) onNotice(`TTL: ${(error as Error).message}`);
    }
  }
};
