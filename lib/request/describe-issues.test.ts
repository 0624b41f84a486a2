import * as z from 'zod';
import { expect, test } from 'vitest';
import { actionsSchema } from './browser-action.ts';
import { describeIssues } from './describe-issues.ts';
import { formatSchema } from './page-format.ts';
import { parseJsonBody } from './parse-request.ts';
import { parseScrapeRequest, parseBatchRequest } from './scrape-request.ts';
import { parseExtractRequest } from './extract-request.ts';
import { parseCrawlRequest } from './crawl-request.ts';

const schema = z.object({
  formats: z.array(formatSchema).optional(),
  actions: actionsSchema.optional(),
  proxy: z.enum(['basic', 'stealth']).optional(),
});
const described = (body: unknown): string =>
  describeIssues(schema.safeParse(body, { reportInput: true }).error?.issues ?? []);

test.each([
  [{ proxy: 'stelth' }, '(did you mean stealth?), found "stelth"'],
  [{ formats: ['markdwn'] }, '(did you mean markdown?), found "markdwn"'],
  [{ formats: [{ type: 'screenshto' }] }, '(did you mean screenshot?), found "screenshto"'],
  [{ actions: [{ type: 'clik', selector: 'a' }] }, '(did you mean click?), found "clik"'],
])('a mistyped option is answered with the one that was probably meant: %j', (body, said) => {
  expect(described(body)).toContain(said);
});

test.each([
  [{ proxy: 'tor-over-vpn' }],
  [{ proxy: 7 }],
  [{ formats: [7] }],
  [{ formats: [null] }],
  [{ proxy: 'stealth'.repeat(100_000) }],
])('an option that resembles none is answered without a guess', (body) => {
  expect(described(body)).not.toContain('did you mean');
});

test.each([
  [[7], 'found 7'],
  [[{ typ: 'markdown' }], 'found {"typ":"markdown"}'],
  [[null], 'found null'],
])('of a format without a name that is text, what was sent is shown: %j', (formats, said) => {
  expect(described({ formats })).toContain(said);
});

const url = 'https://a.test/';
const said = (parsed: ReturnType<typeof parseJsonBody>): string =>
  parsed.ok ? 'accepted' : JSON.stringify(parsed.failure);

test.each([
  ['a password in a URL', parseScrapeRequest({ url: 'http://user:s3cret@a.test/' })],
  ['a password in a URL without scheme', parseScrapeRequest({ url: 'user:s3cret@a.test/x' })],
  ['a password with an at sign', parseScrapeRequest({ url: 'http://user:a@s3cret@a.test/' })],
  ['a token alone', parseScrapeRequest({ url: 'ftp://s3cret@a.test/' })],
  ['a long password', parseScrapeRequest({ url: `http://user:s3cret${'x'.repeat(200)}@a.test/` })],
  ['a URL of a batch', parseBatchRequest({ urls: ['http://u:s3cret@a.test/'], ignoreInvalidURLs: false })],
  ['a URL of an extraction', parseExtractRequest({ urls: ['http://u:s3cret@a.test/'], prompt: 'x' }, 'v2')],
  ['a webhook', parseCrawlRequest({ url, webhook: { url: 'http://u:s3cret@a.test/' } })],
  ['a header with a line break', parseScrapeRequest({ url, headers: { Cookie: 'sid=s3cret\n' } })],
  ['headers as a list', parseScrapeRequest({ url, headers: ['Cookie: sid=s3cret'] })],
  ['headers as text', parseScrapeRequest({ url, headers: 'Cookie: sid=s3cret' })],
  ['a header that is ours', parseScrapeRequest({ url, headers: { Host: 'a', Cookie: 's3cret' } })],
  [
    'a header of a webhook',
    parseCrawlRequest({ url, webhook: { url, headers: { Authorization: 's3cret\n' } } }),
  ],
])('a refusal repeats no secret of its request: %s', (_, parsed) => {
  expect(said(parsed)).not.toBe('accepted');
  expect(said(parsed)).not.toContain('s3cret');
  expect(said(parsed)).toContain('found');
});

test('a refusal shows what else of a URL was found, and which name of a header is wrong', () => {
  expect(said(parseScrapeRequest({ url: 'http://user:pass@a.test/x' }))).toContain(
    'found \\"http://…@a.test/x',
  );
  expect(said(parseScrapeRequest({ url: 'mail a@b.test' }))).toContain('mail a@b.test');
  expect(said(parseScrapeRequest({ url, headers: { 'X Y': 'z' } }))).toContain(
    'headers.X Y: expected a header name',
  );
});

test('masking takes time that grows with the length of what was found', () => {
  for (const piece of ['a:', '@', 'a@', ':', '//']) {
    const before = process.cpuUsage().user;
    parseScrapeRequest({ url: piece.repeat(500_000) });
    expect(process.cpuUsage().user - before).toBeLessThan(5_000_000);
  }
});

test('a body may begin with a byte order mark', () => {
  expect(parseJsonBody('\uFEFF{"url": "\\u0031"}')).toMatchObject({ ok: true, value: { url: '1' } });
});

test('a URL with a character that could not be read is refused, not fetched as another', () => {
  expect(said(parseScrapeRequest({ url: 'http://a.test/\uFFFD' }))).toContain('BAD_REQUEST_INVALID_URL');
});

const anySchema = z.object({
  text: z.string().min(2).max(4).optional(),
  count: z.number().int().min(1).max(10).optional(),
  dollars: z.number().positive().optional(),
  kind: z.enum(['added', 'gone']).optional(),
  only: z.literal('markdown').optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  flag: z.boolean().optional(),
  place: z.object({ from: z.string() }).optional(),
  value: z.union([z.string(), z.number(), z.null()]).optional(),
  odd: z.union([z.string(), z.object({ a: z.string() })]).optional(),
  own: z.string().regex(/^a/, 'expected an a').optional(),
  address: z.url().optional(),
  day: z.union([z.iso.datetime(), z.iso.date()]).optional(),
});

test.each([
  [{ text: 7 }, 'text: expected a string, found 7'],
  [{ text: 'a' }, 'text: expected at least 2 characters, found "a"'],
  [{ text: 'abcde' }, 'text: expected at most 4 characters, found "abcde"'],
  [{ count: 0 }, 'count: expected at least 1, found 0'],
  [{ count: 11 }, 'count: expected at most 10, found 11'],
  [{ count: 1.5 }, 'count: expected a whole number, found 1.5'],
  [{ count: 'x' }, 'count: expected a number, found "x"'],
  [{ dollars: 0 }, 'dollars: expected more than 0, found 0'],
  [{ kind: 7 }, 'kind: expected one of "added", "gone", found 7'],
  [{ kind: 'goen' }, 'kind: expected one of "added", "gone" (did you mean gone?), found "goen"'],
  [{ only: 'y' }, 'only: expected "markdown", found "y"'],
  [{ list: [] }, 'list: expected at least 1 entry, found []'],
  [{ list: ['a', 'b', 'c'] }, 'list: expected at most 2 entries, found ["a","b","c"]'],
  [{ list: 'a' }, 'list: expected an array, found "a"'],
  [{ flag: 'yes' }, 'flag: expected true or false, found "yes"'],
  [{ place: null }, 'place: expected an object, found null'],
  [{ place: {} }, 'place.from: expected a string, found nothing'],
  [{ value: [1] }, 'value: expected a string, or a number, or null, found [1]'],
  [{ odd: 7 }, 'odd: expected a string, or an object, found 7'],
  [{ own: 'b' }, 'own: expected an a, found "b"'],
  [{ address: 'b' }, 'address: expected a URL, found "b"'],
  [{ day: 7 }, 'day: expected a string, found 7'],
])('what is expected is said in words, and what was found once: %j', (body, said) => {
  expect(describeIssues(anySchema.safeParse(body, { reportInput: true }).error?.issues ?? [])).toBe(said);
});
