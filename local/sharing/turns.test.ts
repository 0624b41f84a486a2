import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeTurns } from './turns.ts';

const settled = async (): Promise<void> => void (await new Promise((done) => setImmediate(done)));

test('a team that holds every sandbox leaves the spare one to another, at once', async () => {
  const turns = makeTurns(2, 1);
  for (let at = 0; at < 8; at += 1) void turns.take(['noisy']);
  let isServed = false;
  void turns.take(['quiet']).then(() => (isServed = true));
  await settled();
  expect(turns.taken).toBe(3);
  expect(isServed).toBe(true);
});

test('one team alone has all sandboxes but the spare one', async () => {
  const turns = makeTurns(2, 1);
  for (let at = 0; at < 8; at += 1) void turns.take(['noisy']);
  await settled();
  expect(turns.taken).toBe(2);
});

test('whoever holds fewest is next, and whoever came first among equals', async () => {
  const turns = makeTurns(2, 0);
  const release = await turns.take(['a']);
  await turns.take(['a']);
  const served: string[] = [];
  for (const group of ['a', 'b', 'c'])
    void turns.take([group]).then((back) => {
      served.push(group);
      back();
    });
  release();
  await settled();
  expect(served).toEqual(['b', 'c', 'a']);
});

test('messages are asked for while they would find a sandbox, or one of them waits', async () => {
  const turns = makeTurns(1, 1);
  expect(turns.open()).toBe('everybody');
  const release = await turns.take(['a']);
  expect(turns.open()).toBe('everybody');
  void turns.take(['a']);
  expect(turns.open()).toEqual({ except: ['a'] });
  await turns.take(['b']);
  expect(turns.open()).toBe('nobody');
  const changed = turns.changed();
  release();
  await changed;
});

test('however turns are asked for and given back, none is lost and none is given twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), fc.constantFrom('a', 'b', 'c')), { maxLength: 60 }),
      async (steps) => {
        const turns = makeTurns(3, 1);
        const backs: (() => void)[] = [];
        let asked = 0;
        let ended = 0;
        for (const [takes, group] of steps) {
          if (takes) {
            asked += 1;
            void turns.take([group]).then((back) => backs.push(back));
          } else if (backs.length > 0) {
            backs.shift()?.();
            ended += 1;
          }
          await settled();
          expect(turns.taken).toBeLessThanOrEqual(4);
          expect(backs.length).toBe(turns.taken);
        }
        for (; backs.length > 0; ended += 1) {
          backs.shift()?.();
          await settled();
        }
        expect(ended).toBe(asked);
        expect(turns.taken).toBe(0);
      },
    ),
  );
});
