import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { serveSite, type TestSite } from '../../../test/harness/serve-site.ts';
import { parseOpenRange, type OpenRange } from '../http/address.ts';
import { callWiki, type WikiResponse } from './call-wiki.ts';
import { guardedDispatcher } from '../http/guarded-connect.ts';
import { openSlot } from '../politeness/slot.ts';
import { siteQuestion } from './wiki-api.ts';

let site: TestSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const ask = async (
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => void,
  { isOpen = true, timeoutMs = 120_000 } = {},
): Promise<WikiResponse> => {
  site = await serveSite(answer);
  const range = parseOpenRange(site.allow);
  const open: OpenRange[] = isOpen && range !== null ? [range] : [];
  return await callWiki(
    { dispatcher: guardedDispatcher({ open }), userAgent: 'test', now: Date.now },
    { endpoint: `${site.origin}/w/api.php?x=1`, namespaces: [0] },
    siteQuestion,
    { timeoutMs, slot: openSlot },
  );
};

const failureOf = (answer: WikiResponse): string | undefined =>
  answer.kind === 'failed' ? answer.outcome.failure.code : undefined;

test('an endpoint on a private address is asked only where that address is open', async () => {
  const answer = await ask((_path, response) => void response.end('{}'), { isOpen: false });
  expect(failureOf(answer)).toBe('ADDRESS_NOT_ALLOWED');
  expect(site?.requests).toEqual([]);
});

test('a question is added to what the endpoint says itself', async () => {
  const answer = await ask((_path, response) => void response.end('{"query":{}}'));
  expect(answer).toMatchObject({ kind: 'answer', json: { query: {} } });
  const { searchParams } = new URL(site?.requests[0]?.path ?? '', site?.origin);
  expect(Object.fromEntries(searchParams)).toMatchObject({ x: '1', meta: 'siteinfo', formatversion: '2' });
});

test('an answer that takes too long is given up: the page may come over HTTP', async () => {
  expect(failureOf(await ask(() => {}, { timeoutMs: 300 }))).toBe('WIKI_API_FAILED');
});

test.each([
  ['maxlag', '7', 'HTTP_UNAVAILABLE', 7_000],
  ['maxlag', undefined, 'HTTP_UNAVAILABLE', 5_000],
  ['ratelimited', '30', 'HTTP_TOO_MANY_REQUESTS', 30_000],
])('%s with Retry-After %s is the wait that HTTP has for it', async (code, wait, failure, ms) => {
  const answer = await ask((_path, response) => {
    if (wait !== undefined) response.setHeader('retry-after', wait);
    response.end(JSON.stringify({ error: { code, info: 'wait' } }));
  });
  expect(failureOf(answer)).toBe(failure);
  expect(answer.kind === 'failed' && answer.outcome.retryAfterMs).toBe(ms);
});

test.each([
  [200, '<!doctype html>'],
  [200, ''],
  [200, '"text"'],
  [500, '{"error":{"code":"internal_api_error"}}'],
  [403, 'no'],
])('status %d with the body %j is no answer', async (status, body) => {
  const answer = await ask((_path, response) => void response.writeHead(status).end(body));
  expect(failureOf(answer)).toBe('WIKI_API_FAILED');
});
