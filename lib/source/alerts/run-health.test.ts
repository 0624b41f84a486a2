import { expect, test } from 'vitest';
import type { Page } from '../../frontier/page.ts';
import { measureRun } from './run-health.ts';

const page = (state: string, more: object = {}): Page =>
  ({
    kind: 'page',
    url: 'https://a.test/',
    state,
    contentBytes: 10,
    tier: 'http',
    ...more,
  }) as unknown as Page;

test('a run counts what it asked for and did not read, whether or not an earlier run has seen it', () => {
  const pages = [page('done'), page('done'), page('failed'), page('blocked'), page('skipped')];
  expect(measureRun(pages, undefined)).toMatchObject({ pages: 2, failed: 2, failedShare: 0.5 });
});

test('a run that read all that it asked for has nothing that failed', () => {
  expect(measureRun([page('done')], undefined)).toMatchObject({ pages: 1, failed: 0, failedShare: 0 });
});
