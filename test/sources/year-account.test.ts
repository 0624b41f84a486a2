import { expect, test } from 'vitest';
import { nextDue } from '../../lib/source/next-due.ts';
import { judgeSource } from './year-account.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 0, 1);
const cadence = { frequency: 'daily' } as Parameters<typeof nextDue>[1];
const dues: number[] = [];
for (let due = nextDue('s-11', cadence, start); due !== null && dues.length < 8;)
  due = nextDue('s-11', cadence, dues[dues.push(due) - 1] ?? 0);
const dueAt = (place: number): number => dues[place] ?? 0;

/** An outage from before the third period to a few seconds before the sixth. */
const outage = { from: dueAt(2) - minute, to: dueAt(5) - 18_000 };
const judge = (lookedAt: readonly (readonly [place: number, at: number])[], outages = [outage]) =>
  judgeSource(
    { team: 'team-1', id: 's-11', cadence, pauses: [] },
    { start, end: start + 8 * day, outages, waitMax: 10 * minute },
    new Map(lookedAt.map(([place, at]) => [dueAt(place), [at]])),
  );
const inTime = (...places: number[]) => places.map((place) => [place, dueAt(place) + minute] as const);

test('a source that waits behind others after an outage has one run for all periods until that run starts', () => {
  const { violations, missed, waited } = judge([...inTime(0, 1, 6, 7), [2, outage.to + 2 * minute]]);
  expect(violations).toEqual([]);
  expect({ missed, waited }).toEqual({ missed: 2, waited: 1 });
});

test('a period right after an outage is missed where the run of the outage had started before', () => {
  const { violations } = judge([...inTime(0, 1, 6, 7), [2, outage.to]]);
  expect(violations).toEqual([expect.stringContaining('has 0 runs')]);
  expect(judge([...inTime(0, 1, 5, 6, 7), [2, outage.to]]).violations).toEqual([]);
});

test('no source waits without an outage, longer than others take, or for no run at all', () => {
  const late = [...inTime(0, 1, 6, 7), [2, outage.to + 2 * minute]] as const;
  expect(judge(late, []).violations).toContainEqual(expect.stringContaining('was looked at'));
  expect(judge([...inTime(0, 1, 6, 7), [2, outage.to + 11 * minute]]).violations).toHaveLength(1);
  expect(judge(inTime(0, 1, 5, 6, 7)).violations).toHaveLength(3);
});
