import { expect, test } from 'vitest';
import type { ContentPage } from '../frontier/page.ts';
import { judgeVisit } from './judge-visit.ts';

const url = 'https://a.test/a';
const page = (more: Partial<ContentPage>): ContentPage => ({ url, depth: 1, ...more }) as ContentPage;

test.each([
  ['was read', { state: 'done' }, { kind: 'there' }],
  ['answers 410', { state: 'failed', code: 'HTTP_GONE' }, { kind: 'gone', sure: true }],
  ['answers 404', { state: 'failed', code: 'HTTP_NOT_FOUND' }, { kind: 'gone', sure: false }],
  [
    'looks like a page of an error',
    { state: 'failed', code: 'SOFT_NOT_FOUND' },
    { kind: 'gone', sure: false },
  ],
  // Whoever asks not to be indexed asks not to be found in a search either.
  ['asks not to be indexed', { state: 'blocked', code: 'ROBOTS_NOINDEX' }, { kind: 'gone', sure: false }],
  ['is of a host that does not exist', { state: 'failed', code: 'DNS_NOT_FOUND' }, { kind: 'no-host' }],
  ['may not be asked for', { state: 'blocked', code: 'ROBOTS_DISALLOWED' }, { kind: 'unreachable' }],
  ['is of a host that is down', { state: 'failed', code: 'TIMEOUT' }, { kind: 'unreachable' }],
  ['was not asked for', { state: 'skipped', code: 'LIMIT_REACHED' }, null],
] as const)('a page that %s says so of itself, and nothing else', (_, more, verdict) => {
  expect(judgeVisit(page(more as Partial<ContentPage>), 'hash', 0)?.verdict ?? null).toEqual(verdict);
});

const line = (of: string, status: number) => ({ at: 0, tier: 'http', url: of, status, reason: 'redirect' });

test.each([
  ['for good (301)', [line(url, 301)], { kind: 'moved', to: 'https://a.test/b' }],
  ['for good (308)', [line(url, 308)], { kind: 'moved', to: 'https://a.test/b' }],
  ['for now', [line(url, 302)], { kind: 'there' }],
  ['for now, and from there for good', [line(url, 302), line('https://a.test/c', 301)], { kind: 'there' }],
  ['for now, where it did for good before', [line(url, 301), line(url, 302)], { kind: 'there' }],
])('a page that leads elsewhere %s says so by its own last answer', (_, requests, verdict) => {
  const seen = page({ state: 'done', finalUrl: 'https://a.test/b', requests } as Partial<ContentPage>);
  expect(judgeVisit(seen, 'hash', 0)?.verdict).toEqual(verdict);
});
