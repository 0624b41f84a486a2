import { expect, test } from 'vitest';
import type { ScrapeOptions } from '../request/job-spec.ts';
import {
  detectChange,
  isReadAlike,
  keepableValidators,
  latestViewer,
  readingHash,
  type Latest,
} from './latest.ts';
import { completeScrapeOptions } from '../request/scrape-options.ts';

const now = 1_700_000_000_000;
const latest: Latest = {
  url: 'https://example.com/',
  contentHash: 'sha256:old',
  htmlHash: 'sha256:html',
  envelopeKey: 'staged/x.json',
  envelopeAt: now - 1_000,
  checkedAt: now - 1_000,
};

const seen = (contentHash: string, htmlHash = 'sha256:html', whole = false) => ({
  contentHash,
  htmlHash,
  whole,
});

test('a page that was never seen is new', () => {
  expect(detectChange(undefined, seen('sha256:old'), now)).toEqual({ type: 'new' });
});

test('a page with other content is modified, and says what it was', () => {
  expect(detectChange(latest, seen('sha256:other'), now)).toEqual({
    type: 'modified',
    previousHash: 'sha256:old',
  });
});

test('a page with the same content keeps its envelope, until that would expire before its results', () => {
  expect(detectChange(latest, seen('sha256:old'), now)).toMatchObject({
    type: 'unchanged',
    envelopeKey: 'staged/x.json',
  });
  // It is removed after 90 days, and results may point to it for 15 days more.
  const aged = (days: number) => ({ ...latest, envelopeAt: now - days * 24 * 60 * 60 * 1_000 });
  const keyAt = (days: number) => detectChange(aged(days), seen('sha256:old'), now);
  expect(keyAt(74.9)).toMatchObject({ type: 'unchanged', envelopeKey: 'staged/x.json' });
  expect(keyAt(75)).toMatchObject({ type: 'unchanged', envelopeKey: null });
});

test('validators are kept of a page that answered at its own URL, and of none that was found by a redirect', () => {
  const headers = { etag: '"1"', 'last-modified': 'Mon, 02 Mar 2026 10:00:00 GMT' };
  const fresh = { written: true, redirected: false, htmlHash: 'sha256:html' };
  expect(keepableValidators(headers, fresh, undefined)).toEqual({
    etag: '"1"',
    lastModified: headers['last-modified'],
  });
  expect(keepableValidators(headers, { ...fresh, redirected: true }, undefined)).toEqual({});
  // Nothing was written, and no response before had these bytes.
  expect(keepableValidators(headers, { ...fresh, written: false }, latest)).toEqual({});
  const known = { ...latest, etag: '"0"' };
  expect(keepableValidators(headers, { ...fresh, written: false }, known)).toMatchObject({ etag: '"1"' });
});

const options = completeScrapeOptions({});
const jobWith = (scrape: Partial<ScrapeOptions> = {}, more: { source?: string; team?: string } = {}) => ({
  team: 'default',
  ...more,
  request: { url: 'https://example.com/', scrape: { ...options, ...scrape } },
});

test('a team compares versions of a page whatever it reads of it, but not those of what hosts give to others', () => {
  const viewer = latestViewer(jobWith());
  const alike: readonly Partial<ScrapeOptions>[] = [
    { formats: ['markdown', 'links', 'html'] },
    { timeoutMs: 60_000 },
    { onlyMainContent: false },
    { includeTags: ['main'] },
    { changeTracking: { modes: [] } },
  ];
  for (const scrape of alike) expect(latestViewer(jobWith(scrape))).toBe(viewer);
  const others: readonly Partial<ScrapeOptions>[] = [
    { headerNames: ['cookie'] },
    { mobile: true },
    { waitFor: 500 },
    { blockAds: false },
  ];
  for (const scrape of others) expect(latestViewer(jobWith(scrape))).not.toBe(viewer);
  expect(latestViewer(jobWith({}, { team: 'other' }))).not.toBe(viewer);
});

test('a source compares all versions of a page that it ever saw, and no team sees them', () => {
  const viewer = latestViewer(jobWith({}, { source: 'weekly' }));
  expect(latestViewer(jobWith({ mobile: true, onlyMainContent: false }, { source: 'weekly' }))).toBe(viewer);
  expect(latestViewer(jobWith({}, { source: 'default' }))).not.toBe(latestViewer(jobWith()));
  expect(latestViewer(jobWith({}, { source: 'weekly', team: 'other' }))).not.toBe(viewer);
});

test('versions are alike where the same code read them with the same options', () => {
  const version = { engine: '1', reading: readingHash(jobWith()) };
  expect(isReadAlike(version, jobWith({ formats: ['links'], timeoutMs: 5_000 }), '1')).toBe(true);
  expect(isReadAlike(version, jobWith(), '2')).toBe(false);
  expect(isReadAlike(version, jobWith({ onlyMainContent: false }), '1')).toBe(false);
  expect(isReadAlike(version, jobWith({ linkStyle: 'reference' }), '1')).toBe(false);
  expect(isReadAlike({}, jobWith(), '1')).toBe(false);
});

test('what a page says now is compared with the last version as it is read now, whatever that said when it was read', () => {
  const upgraded = { ...seen('sha256:read by today'), comparable: 'sha256:read by today' };
  expect(detectChange(latest, upgraded, now)).toEqual({
    type: 'unchanged',
    previousHash: 'sha256:old',
    envelopeKey: null,
  });
  expect(detectChange(latest, { ...seen('sha256:old'), comparable: 'sha256:another' }, now)).toMatchObject({
    type: 'modified',
  });
});

test('an envelope serves again only if it holds every part that is wanted', () => {
  const has = { ...latest, parts: ['html', 'attributes:a'] };
  const wants = (parts: string[]) => detectChange(has, { ...seen('sha256:old'), parts }, now);
  expect(wants([])).toMatchObject({ envelopeKey: 'staged/x.json' });
  expect(wants(['html'])).toMatchObject({ envelopeKey: 'staged/x.json' });
  expect(wants(['attributes:b'])).toMatchObject({ type: 'unchanged', envelopeKey: null });
});

test('an envelope serves again only if what was asked for did not change', () => {
  const moved = 'sha256:other html';
  expect(detectChange(latest, seen('sha256:old', moved, false), now)).toMatchObject({
    envelopeKey: 'staged/x.json',
  });
  expect(detectChange(latest, seen('sha256:old', moved, true), now)).toMatchObject({
    type: 'unchanged',
    envelopeKey: null,
  });
});
