import { expect, test } from 'vitest';
import { openHeaders, publicSealKey, sealHeaders } from './sealed-headers.ts';

const headers = { Authorization: 'Bearer SITE-SECRET', Cookie: 'ü=1' };
const secret = 'deployment';
const site = ['crawl', 'team', 'https://site.example'];
const sealed = sealHeaders(publicSealKey(secret, 'crawl'), 'crawl', headers, site);

test('sealed headers are read with the secret, for what they were sealed for, and for nothing else', () => {
  expect(openHeaders(secret, 'crawl', sealed, site)).toEqual(headers);
  expect(openHeaders('another deployment', 'crawl', sealed, site)).toBeNull();
  expect(openHeaders(secret, 'webhook', sealed, site)).toBeNull();
  expect(openHeaders(secret, 'crawl', sealed, ['crawl', 'mallory', 'https://site.example'])).toBeNull();
  expect(openHeaders(secret, 'crawl', sealed, ['crawl', 'team', 'https://evil.example'])).toBeNull();
});

test('a box that was changed or cut anywhere does not open', () => {
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x40;
    expect(openHeaders(secret, 'crawl', changed.toString('base64url'), site)).toBeNull();
    expect(openHeaders(secret, 'crawl', bytes.subarray(0, at).toString('base64url'), site)).toBeNull();
  }
});

test('neither the box nor the public key shows what is in it, and no two boxes are alike', () => {
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('SITE-SECRET');
  expect(sealHeaders(publicSealKey(secret, 'crawl'), 'crawl', headers, site)).not.toBe(sealed);
  expect(publicSealKey(secret, 'crawl')).not.toBe(publicSealKey(secret, 'webhook'));
});
