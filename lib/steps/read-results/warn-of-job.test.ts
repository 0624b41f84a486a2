import { expect, test } from 'vitest';
import { newJob } from '../../job/new-job.ts';
import { parseCrawlRequest } from '../../request/crawl-request.ts';
import { limits } from '../../limits/limits.ts';
import { endAfter, failureCodes } from '../../failure.ts';
import { blockers, warnOfJob } from './warn-of-job.ts';

const order = parseCrawlRequest({ url: 'https://example.com/', limit: 10 });
if (!order.ok) throw new Error(order.failure.message);
const job = newJob({ id: 'j', kind: 'crawl', team: 't', ...order.value, now: 0 });
const cut =
  'The job read 4,000 sitemaps and parts of sitemaps, which is as many as it may: others were not read';

test('a job that admitted as many sitemaps as it may says that it left out others', () => {
  expect(warnOfJob({ ...job, sitemaps: limits.sitemapItemsMax })).toEqual({ warning: cut });
  expect(warnOfJob({ ...job, cells: 3, sitemaps: 3_999 })).toEqual({
    warning: cut.replace('4,000', '3,999'),
  });
  expect(warnOfJob({ ...job, sitemaps: limits.sitemapItemsMax - 1 })).toEqual({});
  expect(warnOfJob(job)).toEqual({});
});

test('a job that read as many bytes of sitemaps as it may says that it left out others', () => {
  const most = limits.sitemapBytesPerJobMax;
  expect(warnOfJob({ ...job, sitemapBytes: most })).toEqual({
    warning: 'The job read 2 GiB of sitemaps, which is as much as it may: others were not read',
  });
  expect(warnOfJob({ ...job, sitemapBytes: most - 1 })).toEqual({});
});

test('what was blocked and what was cut are both told', () => {
  const { warning } = warnOfJob({ ...job, blocked: 2, sitemaps: limits.sitemapItemsMax });
  expect(warning).toMatch(/^2 pages were blocked by .* by which\. The job read 4,000 sitemaps /);
});

const ended = {
  status: 'completed',
  outcome: 'completed',
  abandoned: 0,
  endedAt: 1,
  completedAt: 2,
} as const;

test('what blocked pages of a job that is over is told by code, and nothing else', () => {
  const over = { ...job, ...ended, blocked: 3 };
  expect(warnOfJob({ ...over, blockedBy: { LOGIN_REQUIRED: 1, CONSENT_REQUIRED: 2 } }).warning).toBe(
    '3 pages were blocked: 2 by a question about cookies (CONSENT_REQUIRED), 1 by a login (LOGIN_REQUIRED)',
  );
  expect(warnOfJob({ ...over, blocked: 1, blockedBy: { CHALLENGE: 1 } }).warning).toBe(
    '1 page was blocked by a challenge (CHALLENGE)',
  );
});

test('each code of the table of failures that blocks a page has words, and no other code has', () => {
  const blocking = failureCodes.filter((code) => endAfter(code) === 'blocked');
  expect(Object.keys(blockers).toSorted()).toEqual(blocking.toSorted());
});

test('what was given up because its pages said the same is told by the form of its URLs', () => {
  const over = {
    ...job,
    ...ended,
    leftSame: 1_234,
    sameForms: ['https://a.test/agenda/#', 'https://a.test/maze/…'],
  };
  expect(warnOfJob(over).warning).toBe(
    '1,234 links were not followed (SAME_CONTENT): pages with URLs of the form https://a.test/agenda/#, ' +
      'https://a.test/maze/… said what the pages say that led to them, and led to no others',
  );
  expect(warnOfJob({ ...over, leftSame: 0 })).toEqual({});
});

const crawlOf = (body: object) => {
  const parsed = parseCrawlRequest({ url: 'https://example.com/', limit: 10, ...body });
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return { ...job, ...ended, ...parsed.value, admitted: 1, done: 1 };
};

test.each([
  [{ includePaths: ['^/blog/'] }, /within what the crawl may follow .*`includePaths`/],
  [{ excludePaths: ['.'] }, /within what the crawl may follow/],
  [{ url: 'https://example.com/docs/intro' }, /within what the crawl may follow .*`crawlEntireDomain`/],
  [{ includePaths: ['https://example.com/blog/.*'] }, /"https:\/\/example.*`regexOnFullURL`/],
  [{ excludePaths: ['^https?://a'] }, /`regexOnFullURL`/],
])('a crawl that was narrowed says why it has no page but its first: %j', (body, said) => {
  expect(warnOfJob(crawlOf(body)).warning).toMatch(/^No further page was found: /);
  expect(warnOfJob(crawlOf(body)).warning).toMatch(said);
});

test.each([
  [{}],
  [{ url: 'https://example.com/docs/intro', crawlEntireDomain: true }],
  [{ url: 'https://example.com/docs/intro', maxDiscoveryDepth: 0, sitemap: 'skip' }],
  [{ includePaths: ['^/blog/'], limit: 1 }],
])('a crawl that nothing narrowed, or that was to have one page, has no such warning: %j', (body) => {
  expect(warnOfJob(crawlOf(body))).toEqual({});
});

test('a crawl whose first page has no content says nothing of its links', () => {
  expect(warnOfJob({ ...crawlOf({ includePaths: ['^/blog/'] }), done: 0 })).toEqual({});
});

test('patterns that begin like a URL are fine where they are matched with the whole URL', () => {
  const body = { includePaths: ['^https://example.com/blog/'], regexOnFullURL: true };
  expect(warnOfJob(crawlOf(body)).warning).not.toMatch(/a URL/);
});
