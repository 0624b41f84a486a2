import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeRecentUse } from './recent-use.ts';

const makeClock = () => {
  let ms = 0;
  return { use: makeRecentUse(() => ms), pass: (by: number): void => void (ms += by) };
};

test('a team that holds sandboxes gives way as soon as another begins, and no longer when it is gone', () => {
  const { use, pass } = makeClock();
  const told: boolean[] = [];
  use.begin(['noisy'], (gives) => told.push(gives));
  pass(2_000);
  expect(told.at(-1)).toBe(false);
  const end = use.begin(['quiet'], () => undefined);
  expect(told.at(-1)).toBe(true);
  pass(200);
  end();
  expect(use.isAboveShare(['noisy'])).toBe(true);
  expect(use.isAboveShare(['quiet'])).toBe(false);
  pass(60_000);
  use.begin(['noisy'], () => undefined);
  expect(told.at(-1)).toBe(false);
});

test('a team that asks again and again for little never gives way to one that holds all', () => {
  const { use, pass } = makeClock();
  use.begin(['noisy'], () => undefined);
  use.begin(['noisy'], () => undefined);
  pass(3_000);
  const told: boolean[] = [];
  for (let at = 0; at < 100; at += 1) {
    const end = use.begin(['quiet'], (gives) => told.push(gives));
    pass(300);
    end();
  }
  expect(told).not.toContain(true);
  expect(use.isAboveShare(['noisy'])).toBe(true);
});

test('teams that use the same give way to nobody, and neither does one whose name is not known', () => {
  const { use, pass } = makeClock();
  for (const team of ['a', 'b', 'c']) use.begin([team], () => undefined);
  pass(5_000);
  for (const groups of [['a'], ['b'], ['c'], []]) expect(use.isAboveShare(groups)).toBe(false);
});

test('a batch gives way only if all whose messages it holds do', () => {
  const { use, pass } = makeClock();
  use.begin(['noisy'], () => undefined);
  use.begin(['quiet'], () => undefined)();
  pass(4_000);
  use.begin(['quiet'], () => undefined);
  expect(use.isAboveShare(['noisy'])).toBe(true);
  expect(use.isAboveShare(['noisy', 'quiet'])).toBe(false);
});

test('however teams begin and end, one of them is served without giving way', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(5_000), fc.boolean()), { maxLength: 80 }),
      (steps) => {
        const { use, pass } = makeClock();
        const ends: (() => void)[] = [];
        for (const [team, ms, begins] of steps) {
          if (begins) ends.push(use.begin([team], () => undefined));
          else ends.shift()?.();
          pass(ms);
          expect(['a', 'b', 'c'].some((each) => !use.isAboveShare([each]))).toBe(true);
        }
      },
    ),
  );
});
