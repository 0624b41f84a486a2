import { expect, test } from 'vitest';
import { parseCrawlRequest } from './crawl-request.ts';
import { parseBatchRequest } from './scrape-request.ts';
import { readWebhook } from './webhook-spec.ts';

const url = 'https://example.com/hook';
const crawl = (webhook: unknown) => parseCrawlRequest({ url: 'https://example.com/', webhook });

test('a URL alone is told every event', () => {
  expect(readWebhook({ webhook: url })).toEqual({
    url,
    headers: {},
    metadata: {},
    events: ['started', 'page', 'completed', 'failed', 'cancelled'],
  });
  expect(readWebhook({})).toBeNull();
});

test('events are named with their prefix or without, and stand in their order, each once', () => {
  expect(
    readWebhook({ webhook: { url, events: ['crawl.completed', 'page', 'batch_scrape.page'] } })?.events,
  ).toEqual(['page', 'completed']);
});

test.each([
  ['a scheme that is not http', 'ftp://example.com/', /webhook\.url: expected the scheme http or https/],
  ['a password in the URL', 'https://a:b@example.com/', /without user name and password/],
  ['an event that there is not', { url, events: ['finished'] }, /expected one of started, waiting, page/],
  ['no event', { url, events: [] }, /at least one event/],
  ['a header of the connection', { url, headers: { Host: 'x' } }, /expected none of the headers/],
  ['a line break in a header', { url, headers: { 'X-A': 'a\r\nX-B: b' } }, /without line breaks/],
  ['more than 4 KB', { url, metadata: { a: 'x'.repeat(4_096) } }, /expected at most 4096 bytes/],
])('%s is refused when the job is submitted', (_, webhook, why) => {
  const parsed = crawl(webhook);
  expect(parsed.ok ? '' : parsed.failure.message).toMatch(why);
});

test('a webhook is no key without effect', () => {
  const parsed = [
    crawl({ url, metadata: { any: 1 } }),
    parseBatchRequest({ urls: ['https://example.com/'], webhook: url }),
  ];
  expect(parsed.map((each) => each.ok && each.ignored)).toEqual([[], []]);
});
