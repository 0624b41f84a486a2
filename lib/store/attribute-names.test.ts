import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { freshKeyState } from '../extract/llm/key-state.ts';
import { freshPace } from '../fetch/politeness/pace.ts';
import { getPace, putPace } from './hosts/pace.ts';
import { getKeyState, putKeyState } from './models/model-key-state.ts';
import type { Table } from './table.ts';

/** A table of one item. */
const oneItem = () => {
  let item: object | undefined;
  const send = async (command: unknown): Promise<object> => {
    if (command instanceof PutCommand) item = command.input.Item;
    return await Promise.resolve(command instanceof GetCommand ? { Item: item } : {});
  };
  return { table: { name: 't', documents: { send } } as unknown as Table, stored: () => item };
};

test("a key's state and a host's pace are stored under the names that the table has always had", async () => {
  const refusals = { small: { until: 3, timesInARow: 2, why: '401' } };
  const cooldown = { cooldownUntil: 5, rateLimitsInARow: 1, nextRetryAt: 7 };
  const state = { ...freshKeyState, ...cooldown, refusals, version: 1 };
  const keys = oneItem();
  await putKeyState(keys.table, 'f', state, 0);
  expect(keys.stored()).toMatchObject({
    restUntil: 5,
    strikes: 1,
    soft: 7,
    refusals: { small: { until: 3, strikes: 2, why: '401' } },
  });
  expect(await getKeyState(keys.table, 'f')).toEqual(state);

  const pace = { ...freshPace, nextReturnAt: 9, version: 1 };
  const hosts = oneItem();
  await putPace(hosts.table, 'h', pace, 0);
  expect(hosts.stored()).toMatchObject({ soft: 9 });
  expect(hosts.stored()).not.toHaveProperty('nextReturnAt');
  expect(await getPace(hosts.table, 'h')).toEqual(pace);
});
