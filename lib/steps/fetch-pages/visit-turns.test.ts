import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UrlBatch } from '../../frontier/url-batch.ts';
import { groupVisits, lonePage, takeTurns, type QueueMessage } from './visit-turns.ts';

const message = (id: string, receives: number, more: Partial<UrlBatch> = {}): QueueMessage => ({
  id,
  receives,
  body: JSON.stringify({ v: 1, job: 'job', host: `${id}.test`, priority: 'normal', pages: [id], ...more }),
});

/** The ids of the messages of each turn that has any. */
const turnsOf = (messages: readonly QueueMessage[]): string[][] =>
  takeTurns(groupVisits(messages).visits)
    .map((turn) => turn.flatMap(({ ids }) => ids))
    .filter((ids) => ids.length > 0);

test('pages that come for the first time are visited at the same time', () => {
  expect(turnsOf([message('a', 1), message('b', 1), message('c', 1, { pages: ['c', 'd'] })])).toEqual([
    ['a', 'b', 'c'],
  ]);
});

test('whoever died before goes first and alone, most often before less often; whoever is alone at first, last', () => {
  const messages = [
    message('new', 1),
    message('first', 2),
    message('again', 3),
    message('list', 2, { pages: ['one', 'two'] }),
    message('letter', 1, { alone: true, before: { receives: 10, firstReceivedAt: 0 } }),
    message('often', 7),
    message('old', 2, { alone: true, before: { receives: 10, firstReceivedAt: 0 } }),
  ];
  expect(turnsOf(messages)).toEqual([
    ['list'],
    ['old'],
    ['often'],
    ['again'],
    ['new'],
    ['first'],
    ['letter'],
  ]);
});

test('no turn has a page alone and another, and none is left out, whatever an invocation is given', () => {
  const anyMessage = fc.record({
    receives: fc.integer({ min: 1, max: 10 }),
    pages: fc.integer({ min: 1, max: 3 }),
    alone: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 5 }), (all) => {
      const messages = all.map(({ receives, pages, alone }, index) =>
        message(`m${index}`, receives, {
          pages: Array.from({ length: pages }, (_, page) => `m${index}p${page}`),
          ...(alone ? { alone: true as const } : {}),
        }),
      );
      const turns = takeTurns(groupVisits(messages).visits);
      for (const turn of turns)
        if (turn.some((visit) => lonePage(visit) !== null)) expect(turn).toHaveLength(1);
      expect(turns.flatMap((turn) => turn.flatMap(({ ids }) => ids)).toSorted()).toEqual(
        messages.map(({ id }) => id),
      );
    }),
  );
});
