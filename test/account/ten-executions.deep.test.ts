import { expect, test } from 'vitest';
import type { Measured } from './read-reports.ts';
import { runSmallAccount } from './ten-executions.ts';

test('an account of ten executions finishes a crawl, a batch, an extraction, ten scrapes; no dead letter', async ({
  task,
}) => {
  const account = await runSmallAccount(10);
  Object.assign(task.meta, { smallAccount: account } satisfies Measured);
  expect(account).toMatchObject({
    statuses: { crawl: 'completed', batch: 'completed', extract: 'completed' },
    scraped: 10,
    deadLetters: 0,
  });
  expect(account.mostAtOnce).toBeLessThanOrEqual(10);
  // Else nothing was short, and the test shows nothing.
  expect(account.throttles).toBeGreaterThan(0);
});
