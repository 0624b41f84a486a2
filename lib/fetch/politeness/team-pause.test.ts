import { expect, test } from 'vitest';
import { noTeamPause, noteAnswered, noteTold, pausedUntilFor, toldUntil } from './team-pause.ts';

const now = 1_000_000;
const minute = 60_000;

test('a team waits as long as the longest time that it was told, whatever it is told later', () => {
  const long = noteTold(noTeamPause, 'a', 10 * minute, now);
  const short = noteTold(long, 'a', minute, now + 1);
  expect(toldUntil(short, 'a')).toBe(now + 10 * minute);
  expect(toldUntil(noteTold(long, 'a', 20 * minute, now + 1), 'a')).toBe(now + 1 + 20 * minute);
});

test('one team alone does not stop the others for longer than a minute, and two do', () => {
  const one = noteTold(noTeamPause, 'a', 10 * minute, now);
  expect(one.sharedUntil).toBe(now + minute);
  expect(pausedUntilFor({ ...one, pausedUntil: one.sharedUntil }, 'b')).toBe(now + minute);
  expect(pausedUntilFor({ ...one, pausedUntil: one.sharedUntil }, 'a')).toBe(now + 10 * minute);
  expect(noteTold(one, 'b', 10 * minute, now).sharedUntil).toBe(now + 10 * minute);
});

test('a host that has just answered another team is doubted, so the others wait for seconds', () => {
  const answered = noteAnswered(noTeamPause, 'b', now - 1);
  expect(noteTold(answered, 'a', 10 * minute, now).sharedUntil).toBeLessThan(now + minute);
});
