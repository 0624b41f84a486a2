import { expect, test } from 'vitest';
import { requestHeaders, responseHeaders } from './http-headers.ts';

const wanted = {
  userAgent: 'Test/1',
  headers: {
    Authorization: 'Bearer x',
    Cookie: 'a=1',
    'X-Own': 'y',
    'Transfer-Encoding': 'chunked',
    'bad name': 'z',
  },
};

test('what a caller meant for one site is not sent to another', () => {
  expect(requestHeaders(wanted, true)).toMatchObject({
    authorization: 'Bearer x',
    cookie: 'a=1',
    'x-own': 'y',
  });
  const elsewhere = requestHeaders(wanted, false);
  expect(elsewhere).not.toHaveProperty('authorization');
  expect(elsewhere).not.toHaveProperty('cookie');
  expect(elsewhere).not.toHaveProperty('x-own');
  expect(elsewhere).toHaveProperty('user-agent', 'Test/1');
});

test('a caller cannot decide how the connection is used', () => {
  const headers = requestHeaders(wanted, true);
  expect(headers).not.toHaveProperty('transfer-encoding');
  expect(headers).not.toHaveProperty('bad name');
});

test('repeated fields become one, as browsers read them', () => {
  const headers = responseHeaders({
    'content-type': ['text/plain', 'text/html'],
    location: ['/a', '/b'],
    'x-a': ['1', '2'],
    __proto__: undefined,
  });
  expect({ ...headers }).toEqual({ 'content-type': 'text/html', location: '/a', 'x-a': '1, 2' });
});
