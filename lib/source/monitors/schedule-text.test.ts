import { expect, test } from 'vitest';
import { cronProblem } from '../next-due.ts';
import { readScheduleText } from './schedule-text.ts';

test.each([
  ['every 30 minutes', '*/30 * * * *'],
  ['hourly', '0 * * * *'],
  ['Every 6 hours', '0 */6 * * *'],
  ['daily', '0 0 * * *'],
  ['daily at 9:00', '0 9 * * *'],
  ['every day at 9:30 pm', '30 21 * * *'],
  ['every monday at 8 am', '0 8 * * 1'],
  ['on sundays at noon', '0 12 * * 0'],
  ['weekdays at 7:15', '15 7 * * 1-5'],
  ['weekly', '0 0 * * 1'],
  ['monthly at midnight', '0 0 1 * *'],
])('%s is %s', (text, cron) => {
  expect(readScheduleText(text)).toBe(cron);
  expect(cronProblem(cron)).toBeNull();
});

test.each([
  'every 7 minutes',
  'every 5 hours',
  'daily at 25:00',
  'daily at 13 pm',
  'now and then',
  '',
  'every 0 minutes',
])('%j is not understood', (text) => {
  expect(readScheduleText(text)).toBeNull();
});
