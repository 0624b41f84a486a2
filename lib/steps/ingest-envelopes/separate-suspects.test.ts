import { expect, test } from 'vitest';
import { queueSpecs } from '../../../infra/queues.ts';
import { limits } from '../../limits/limits.ts';
import { separateSuspects } from './separate-suspects.ts';

const { batchSize, receivesMax } =
  queueSpecs().find(({ name }) => name === 'ingest') ?? expect.fail('no queue');

const batch = (count: number, receives: number): { id: string; receives: number }[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at).padStart(3, '0'), receives }));

test('messages that come for the first time are one group, however many', () => {
  expect(separateSuspects(batch(batchSize, 1))).toEqual([batch(batchSize, 1)]);
  expect(separateSuspects([])).toEqual([]);
});

test('the number of receives is the one of the queue', () => {
  expect(limits.ingestReceivesMax).toBe(receivesMax);
});

test.each([2, 3, 7, batchSize])(
  'of %i messages one ends its worker: all others got in before they are dead letters, wherever it stands',
  (count) => {
    for (let deadly = 0; deadly < count; deadly += 1) {
      const isIn = new Set<string>();
      for (let receives = 1; receives <= receivesMax; receives += 1) {
        for (const group of separateSuspects(batch(count, receives))) {
          if (group.some(({ id }) => Number(id) === deadly)) break;
          for (const { id } of group) isIn.add(id);
        }
      }
      expect([deadly, isIn.size]).toEqual([deadly, count - 1]);
    }
  },
);

test('new messages do not wait for those that come again, and are not taken for them', () => {
  const [again, fresh] = [batch(4, 3), batch(2, 1)];
  const [first, ...rest] = separateSuspects([...again, ...fresh]);
  expect(first).toEqual(fresh);
  expect(rest.flat()).toHaveLength(4);
});
