import { expect, test } from 'vitest';
import { failure, type FailureCode } from '../../failure.ts';
import type { FetchOutcome } from './fetch-request.ts';
import { fallOfFailure, refuseChallenge, detectShell } from './next-tier.ts';

const response = (html: string, headers: Record<string, string> = { 'content-type': 'text/html' }) =>
  ({
    kind: 'response',
    url: 'https://example.com/',
    status: 200,
    headers,
    body: Buffer.from(html),
    wireBytes: html.length,
    ms: 1,
    redirects: [],
  }) as const satisfies FetchOutcome;
const shell = '<div id="root"></div><script src="/app.js"></script>';

test('a challenge becomes a failure whatever its status, and keeps nothing that could be taken for the page', () => {
  const walled = refuseChallenge(response('<title>Just a moment...</title>'));
  expect(walled).toMatchObject({ kind: 'failed', failure: { code: 'CHALLENGE' }, status: 200 });
  expect(walled).not.toHaveProperty('body');
  const page = response('<p>A page.</p>');
  expect(refuseChallenge(page)).toBe(page);
});

test('only HTML is a shell: data, text and what was not modified are what they are', () => {
  expect(detectShell(response(shell))).toMatchObject({ reason: 'script-shell' });
  expect(detectShell(response(shell, {}))).toMatchObject({ reason: 'script-shell' });
  expect(detectShell(response('{}', { 'content-type': 'application/json' }))).toBeNull();
  expect(detectShell(response('', { 'content-type': 'text/plain' }))).toBeNull();
  expect(detectShell(response('plain words', {}))).toBeNull();
  for (const status of [204, 205, 304]) expect(detectShell({ ...response(''), status })).toBeNull();
});

test('a timeout and what another tier may mend lead to the browser, and nothing else does', () => {
  expect(fallOfFailure(failure('TIMEOUT', 'late'), 'http', 5)).toEqual({
    tier: 'http',
    reason: 'timeout',
    detail: 'late',
    at: 5,
  });
  expect(fallOfFailure(failure('CHALLENGE', 'wall'), 'http', 5)?.reason).toBe('challenge');
  expect(fallOfFailure(failure('CONTENT_EMPTY', 'none'), 'http', 5)?.reason).toBe('no-content');
  for (const code of [
    'HTTP_NOT_FOUND',
    'HTTP_FORBIDDEN',
    'CONNECTION_RESET',
    'ROBOTS_DISALLOWED',
    'ADDRESS_NOT_ALLOWED',
  ] as const) {
    expect(fallOfFailure(failure(code, code), 'http', 5), code).toBeNull();
  }
});

test('whatever keeps an API from answering leads to HTTP, but for what HTTP would only meet again', () => {
  const fall = (code: FailureCode): string | undefined =>
    fallOfFailure(failure(code, code), 'api', 5)?.reason;
  expect(fallOfFailure(failure('WIKI_API_FAILED', 'internal error'), 'api', 5)).toEqual({
    tier: 'api',
    reason: 'api-failed',
    detail: 'internal error',
    at: 5,
  });
  expect(fall('HTTP_TOO_MANY_REQUESTS')).toBe('api-failed');
  expect(fall('CHALLENGE')).toBe('challenge');
  expect(fall('CONTENT_EMPTY')).toBe('empty');
  for (const code of ['HTTP_NOT_FOUND', 'CONNECTION_REFUSED', 'ROBOTS_DISALLOWED', 'NOT_AN_ARTICLE'] as const)
    expect(fall(code), code).toBeUndefined();
});
