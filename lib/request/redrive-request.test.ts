import { expect, test } from 'vitest';
import { parseRedriveRequest } from './redrive-request.ts';

const selected = (body: unknown): unknown => {
  const parsed = parseRedriveRequest(body);
  return parsed.ok ? parsed.value : parsed.failure;
};

test('a redrive that names nothing asks for the pages that failed', () => {
  expect(selected({})).toEqual({ codes: [], include: ['failed'] });
});

test('codes alone ask for these codes, and include adds to them', () => {
  expect(selected({ codes: ['TIMEOUT', 'HTTP_GONE', 'TIMEOUT'] })).toEqual({
    codes: ['HTTP_GONE', 'TIMEOUT'],
    include: [],
  });
  expect(selected({ codes: ['ROBOTS_UNREACHABLE'], include: ['failed', 'abandoned', 'failed'] })).toEqual({
    codes: ['ROBOTS_UNREACHABLE'],
    include: ['abandoned', 'failed'],
  });
});

test.each([
  [{ codes: ['TIME_OUT'] }, 'codes.0: expected a failure code such as TIMEOUT, found "TIME_OUT"'],
  [{ codes: [] }, 'codes: expected at least one failure code, found []'],
  [{ codes: 'TIMEOUT' }, 'codes: '],
  [{ include: ['done'] }, 'include.0: '],
  [{ include: [] }, 'include: expected failed or abandoned'],
  [[], 'the body: '],
  [{ code: ['TIMEOUT'] }, 'code: expected one of the keys codes, headers, include (did you mean codes?)'],
  [{ include: ['failed'], pages: 3 }, 'pages: expected one of the keys codes, headers, include, found 3'],
])('%j is refused with what was wanted and found', (body, words) => {
  expect(selected(body)).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining(words) });
});

test('a key that clients send with every request is passed over', () => {
  expect(selected({ origin: 'js-sdk' })).toEqual({ codes: [], include: ['failed'] });
});
