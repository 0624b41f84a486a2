import { expect, test } from 'vitest';
import { looksLikeSession, readSession, writeSession } from './session.ts';
import { readFeedToken, writeFeedToken } from './feed-token.ts';

const named = { keyId: 'ab'.repeat(10), until: 1_800_000_000_000 };
const token = writeFeedToken(named, 'pepper');

test('a feed token is read again under the same secret alone', () => {
  expect(readFeedToken(token, 'pepper')).toEqual(named);
  expect(readFeedToken(token, 'salt')).toBeNull();
  expect(readFeedToken('', 'pepper')).toBeNull();
});

test('a feed token of which any character was changed is none', () => {
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === '0' ? '1' : '0';
    expect(
      readFeedToken(`${token.slice(0, at)}${other}${token.slice(at + 1)}`, 'pepper'),
      `${at}`,
    ).toBeNull();
  }
});

test('neither a feed token opens a session, nor a session the feed', () => {
  expect(looksLikeSession(token)).toBe(false);
  expect(readSession(token, 'pepper')).toBeNull();
  expect(readFeedToken(writeSession({ ...named, scopes: ['read'] }, 'pepper'), 'pepper')).toBeNull();
  const signature = token.slice(token.lastIndexOf('.'));
  const disguised = `gs_${named.keyId}.${named.until.toString(36)}.r${signature}`;
  expect(readSession(disguised, 'pepper')).toBeNull();
});
