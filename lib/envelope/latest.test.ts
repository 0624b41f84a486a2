import { expect, test } from 'vitest';
import { detectChange, envelopeReuseMs, latestScope, type Latest } from './latest.ts';

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
  const old = { ...latest, envelopeAt: now - envelopeReuseMs };
  expect(detectChange(old, seen('sha256:old'), now)).toMatchObject({ type: 'unchanged', envelopeKey: null });
});

test('versions are compared only between jobs that ask for the same content', () => {
  const request = {
    url: 'https://example.com/',
    scrape: {
      formats: ['markdown'],
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      headers: {},
      skipTlsVerification: false,
      removeBase64Images: true,
    },
  };
  const job = { team: 'default', request };
  const whole = {
    team: 'default',
    request: { ...request, scrape: { ...request.scrape, onlyMainContent: false } },
  };
  expect(latestScope(job)).toBe(
    latestScope({ ...job, request: { ...request, url: 'https://other.example/' } }),
  );
  expect(latestScope(job)).not.toBe(latestScope(whole));
  expect(latestScope({ ...job, source: 'weekly' })).not.toBe(latestScope(job));
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
