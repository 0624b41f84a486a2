import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scopes } from './scopes.ts';
import { looksLikeSession, readSession, writeSession } from './session.ts';

const keyIds = fc
  .array(fc.integer({ min: 0, max: 15 }), { minLength: 20, maxLength: 20 })
  .map((digits) => digits.map((digit) => digit.toString(16)).join(''));

test('what was written is read again, under the same secret alone', () => {
  fc.assert(
    fc.property(
      keyIds,
      fc.integer({ min: 1, max: 4e12 }),
      fc.subarray([...scopes], { minLength: 1 }),
      (keyId, until, granted) => {
        const token = writeSession({ keyId, until, scopes: granted }, 'pepper');
        expect(looksLikeSession(token)).toBe(true);
        expect(readSession(token, 'pepper')).toEqual({ keyId, until, scopes: granted });
        expect(readSession(token, 'salt')).toBeNull();
      },
    ),
  );
});

test('a token of which any character was changed is no session', () => {
  const token = writeSession(
    { keyId: 'ab'.repeat(10), until: 1_700_000_000_000, scopes: ['read'] },
    'pepper',
  );
  for (let at = 0; at < token.length; at += 1) {
    for (const other of ['0', 'w', '.']) {
      if (token[at] === other) continue;
      const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
      expect(readSession(changed, 'pepper'), `character ${at} as ${other}`).toBeNull();
    }
  }
  expect(readSession('', 'pepper')).toBeNull();
  expect(readSession('gs_', 'pepper')).toBeNull();
});
