import { expect, test } from 'vitest';
import type { Fetched } from '../fetch/tier/fetched.ts';
import { completeScrapeOptions } from '../request/scrape-options.ts';
import { readFetched } from './read-content.ts';

const words = 'Some words of a page that has enough of them to be read as one, twice over.';

const warningsOf = async (status: number, headers: Record<string, string> = {}) => {
  const fetched: Fetched = {
    tier: 'http',
    url: 'https://a.test/',
    status,
    headers: { 'content-type': 'text/html', ...headers },
    body: Buffer.from(`<main><h1>Title</h1><p>${words}</p><p>${words}</p></main>`),
    ms: 1,
  };
  const read = await readFetched(fetched, completeScrapeOptions({}));
  return read.kind === 'refused' ? read : read.content.warnings;
};

test('a page of which the host sent a part says so, and which', async () => {
  expect(await warningsOf(206, { 'content-range': 'bytes 0-10/100' })).toEqual([
    'Only a part of the page was read: its host answered with status 206 (Content-Range: bytes 0-10/100)',
  ]);
  expect(await warningsOf(206)).toHaveLength(1);
  expect(await warningsOf(200)).toEqual([]);
});
