import { expect, test } from 'vitest';
import { cliStatusSchema } from './job-status.ts';
import { startRemedy } from './start-failure.ts';

const remedyOf = (host: string): string | null =>
  startRemedy(
    cliStatusSchema.parse({
      status: 'failed',
      completed: 0,
      total: 1,
      error: `ADDRESS_NOT_ALLOWED: Cannot connect to ${host}: the address is not public`,
    }),
    { byCode: new Map([['ADDRESS_NOT_ALLOWED', 1]]), robotsBlocked: 0 },
  );

test.each([
  ['169.254.169.254', '169.254.169.254/32'],
  ['10.0.0.7', '10.0.0.7/32'],
  ['[fd00::7]', 'fd00::7/128'],
  ['::1', '::1/128'],
])('the remedy for a refused address opens that address: %s', (host, range) => {
  expect(remedyOf(host)).toBe(`Start with --allow, as in: npm start -- --allow ${range}`);
});
