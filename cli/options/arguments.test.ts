import * as z from 'zod';
import { expect, test } from 'vitest';
import { numberOption, parseArguments, readOptions, readPageUrl, wholeNumberOption } from './arguments.ts';
import { crawlCommand } from '../commands/crawl.ts';

test.each([
  ['example.com', 'https://example.com/'],
  ['example.com:8443/a', 'https://example.com:8443/a'],
  ['localhost:3000/a', 'http://localhost:3000/a'],
  ['127.0.0.1:8915', 'http://127.0.0.1:8915/'],
  ['[::1]:80', 'http://[::1]/'],
  ['http://example.com/a b', 'http://example.com/a%20b'],
])('%s is taken for %s', (text, url) => {
  expect(readPageUrl(text)).toEqual({ ok: true, value: url });
});

test.each(['ftp://example.com', 'file:///etc/passwd', 'http://', 'https://a b'])('%s is no page', (text) => {
  expect(readPageUrl(text).ok).toBe(false);
});

test.each(['', ' ', '1e3', '0x10', '-1', '1.5', 'ten', '9'.repeat(16)])('"%s" is no whole number', (text) => {
  expect(wholeNumberOption(1).safeParse(text).success).toBe(false);
});

test('a number beyond its limits is refused with the limit', () => {
  expect(readOptions(z.object({ delay: numberOption(0, 60) }), { delay: '61' })).toEqual({
    ok: false,
    message: '--delay: expected a number of at most 60, found "61"',
  });
});

test('--help wins over what is wrong beside it, but not behind --', () => {
  expect(parseArguments(crawlCommand, ['--wrong', '--help']).kind).toBe('help');
  expect(parseArguments(crawlCommand, ['--', '--help'])).toMatchObject({ kind: 'run', operand: '--help' });
});

test('a missing, a second and an unknown argument are each named', () => {
  expect(parseArguments(crawlCommand, [])).toEqual({ kind: 'usage', message: '<url> is missing' });
  expect(parseArguments(crawlCommand, ['a', 'b'])).toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('found 2: a b'),
  });
  expect(parseArguments(crawlCommand, ['a', '--wrong'])).toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('--wrong'),
  });
});

test('an option that is nearly one is answered with that one', () => {
  expect(parseArguments(crawlCommand, ['a', '--limt', '5'])).toEqual({
    kind: 'usage',
    message: 'crawl has no option --limt: did you mean --limit?',
  });
  expect(parseArguments(crawlCommand, ['a', '-x'])).toEqual({
    kind: 'usage',
    message: 'crawl has no option -x',
  });
});
