import { expect, test } from 'vitest';
import { parseSchedule } from '../../local/template/schedules.ts';
import { whyNoSchedule } from '../../infra/schedules/schedule-expression.ts';

const taken = [
  'cron(0 4 ? * MON *)',
  'cron(0 4 ? * mon-fri *)',
  'cron(0/15 0-6,22 * JAN-MAR,DEC ? 2026-2030)',
  'cron(*/5 * ? * 2-6 *)',
  'cron(0 9 L * ? *)',
  'cron(0 9 LW * ? *)',
  'cron(0 9 15W 1/3 ? *)',
  'cron(0 9 1,15 * ? *)',
  'cron(0 9 ? * 6L *)',
  'cron(0 9 ? * FRIL *)',
  'cron(0 9 ? * 3#1 *)',
  'cron(30 8 1 1 ? 2028)',
  'rate(1 minute)',
  'rate(36 hours)',
  'at(2028-02-29T09:00:00)',
];

test.each(taken)('%s is taken, and a laptop can run it', (expression) => {
  expect(whyNoSchedule(expression)).toBeNull();
  expect(() => parseSchedule(expression)).not.toThrow();
});

test.each([
  ['cron(0 4 * * * *)', 'not as both'],
  ['cron(0 4 ? * ? *)', 'not as both'],
  ['cron(0 4 1 * MON *)', 'not as both'],
  ['cron(60 4 ? * MON *)', '0 to 59 as its minutes, found "60"'],
  ['cron(0 24 ? * MON *)', '0 to 23 as its hours, found "24"'],
  ['cron(0 4 32 * ? *)', '1 to 31 as its day of the month, found "32"'],
  ['cron(0 4 0 * ? *)', 'found "0"'],
  ['cron(0 4 32W * ? *)', 'found "32W"'],
  ['cron(0 4 ? JUM MON *)', '1 to 12 or JAN to DEC as its month, found "JUM"'],
  ['cron(0 4 ? * MONDAY *)', '1 to 7 or SUN to SAT as its day of the week, found "MONDAY"'],
  ['cron(0 4 ? * 0 *)', 'found "0"'],
  ['cron(0 4 ? * 3#6 *)', 'found "3#6"'],
  ['cron(0 4 ? * MON 1969)', '1970 to 2199 as its year, found "1969"'],
  ['cron(0 1-2-3 ? * MON *)', 'found "1-2-3"'],
  ['cron(0/0 4 ? * MON *)', 'found "0/0"'],
  ['cron(, 4 ? * MON *)', 'found ""'],
  ['cron(a b c d e f)', 'found "a"'],
  ['cron(0 4 * * ?)', 'expected rate(n unit), cron(six fields) or at(time)'],
  ['rate(0 minutes)', 'expected rate(n unit)'],
  ['at(2026-13-01T00:00:00)', 'a time that there is'],
  ['at(2026-02-29T09:00:00)', 'a time that there is'],
  ['every monday', 'expected rate(n unit), cron(six fields) or at(time)'],
])('%s is refused before anything is deployed', (expression, why) => {
  expect(whyNoSchedule(expression)).toContain(why);
});
