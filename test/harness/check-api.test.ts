import { expect, test } from 'vitest';
import { makeOpenApiDocument } from '../../functions/openapi/make-document.ts';
import { costOfUnits } from '../../lib/job/cost.ts';
import { makeChecker } from './check-api.ts';

const check = makeChecker(makeOpenApiDocument());

const counts = {
  admitted: 1,
  open: 0,
  finished: 1,
  done: 1,
  failed: 0,
  blocked: 0,
  skipped: 0,
  abandoned: 0,
  unchanged: 0,
};
const status = {
  success: true,
  status: 'completed',
  completed: 1,
  total: 1,
  creditsUsed: 1,
  expiresAt: '2026-11-28T00:00:00.000Z',
  createdAt: '2026-11-21T00:00:00.000Z',
  counts,
  cost: costOfUnits({}),
  data: [{ markdown: '# One', metadata: { url: 'https://a.test/', sourceURL: 'https://a.test/', any: 'x' } }],
};
const poll = (body: unknown, code = 200): string[] =>
  check({ method: 'GET', path: '/v2/crawl/1', sent: '', status: code, body: JSON.stringify(body) });

test('an answer that is as described has no fault', () => {
  expect(poll(status)).toEqual([]);
  expect(poll({ success: false, code: 'JOB_NOT_FOUND', error: 'Job not found: 1' }, 404)).toEqual([]);
});

test.each([
  ['a field that is not described', { ...status, more: 1 }, 200, /more/],
  ['one further in', { ...status, counts: { ...counts, more: 1 } }, 200, /counts/],
  ['one in a list', { ...status, data: [{ ...status.data[0], more: '' }] }, 200, /data/],
  ['a field that is missing', { ...status, counts: undefined }, 200, /counts/],
  ['a value that is not one of those', { ...status, status: 'over' }, 200, /status/],
  ['a time that is none', { ...status, createdAt: 'today' }, 200, /createdAt/],
  ['an error of another shape', { message: 'Forbidden' }, 404, /message/],
  ['a code of another status', { success: false, code: 'TIMEOUT', error: 'Slow' }, 404, /code TIMEOUT/],
  ['a status that is not described', {}, 418, /418/],
])('%s is a fault', (_what, body, code, named) => {
  expect(poll(body, code).join(' ')).toMatch(named);
});

test('a body that is accepted against its description is a fault, and a key that nobody knows is none', () => {
  const started = { success: true, id: '1', url: 'https://a.test/v2/crawl/1' };
  const start = (sent: unknown): string[] =>
    check({
      method: 'POST',
      path: '/v2/crawl',
      sent: JSON.stringify(sent),
      status: 200,
      body: JSON.stringify(started),
    });
  const url = 'https://a.test/';
  expect(
    start({ url, origin: 'js-sdk@4', scrapeOptions: { formats: ['markdown', { type: 'json' }] } }),
  ).toEqual([]);
  expect(start({ url, limit: 0 }).join(' ')).toMatch(/limit/);
  expect(start({ url, scrapeOptions: { formats: ['mark'] } }).join(' ')).toMatch(/formats/);
});
