import fc from 'fast-check';
import { expect, test } from 'vitest';
import { domainFolder, envelopeKey, envelopeOwner, makeSlug } from './envelope-key.ts';

const at = Date.UTC(2026, 10, 21, 9, 30);
const contentHash = `sha256:${'ab12cd34'.repeat(8)}`;

test('a key tells domain, day, owner, path and content to a person', () => {
  expect(
    envelopeKey({
      url: 'https://example.com/docs/Intro.html?v=2',
      at,
      owner: 'job-1',
      versionHash: contentHash,
    }),
  ).toMatch(/^staged\/example\.com\/2026-11-21\/job-1__docs-intro\.html-v-2-[0-9a-f]{8}__ab12cd34\.json$/);
});

test.each([
  ['https://example.com/', 'index'],
  ['https://example.com/../..%2f..%2fetc/passwd', 'etc-passwd'],
  ['https://example.com/%E4%B8%AD%E6%96%87', 'index'],
  ['https://example.com/a/b', 'a-b'],
])('the slug of %s is %s', (url, slug) => {
  expect(makeSlug(url)).toBe(slug);
});

test('two URLs never share a key, though their slugs may be equal', () => {
  const key = (url: string): string => envelopeKey({ url, at, owner: 'job', versionHash: contentHash });
  expect(makeSlug('https://example.com/a/b')).toBe(makeSlug('https://example.com/a-b'));
  expect(key('https://example.com/a/b')).not.toBe(key('https://example.com/a-b'));
});

test('sources of one id of two teams never share a key', () => {
  const key = (team: string): string =>
    envelopeKey({
      url: 'https://example.com/',
      at,
      versionHash: contentHash,
      ...envelopeOwner({ id: 'j', team, source: 's' }),
    });
  expect(key('one')).not.toBe(key('two'));
  expect(key('one')).toContain('/s__index-');
});

test('a key is a safe path below its bucket, whatever the URL', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const key = envelopeKey({ url, at, owner: 'job', versionHash: contentHash });
      expect(key).toMatch(/^staged\/[a-z0-9._-]+\/2026-11-21\/job__[a-z0-9.-]+__ab12cd34\.json$/);
      expect(key).not.toMatch(/\.\.|\/\./);
    }),
  );
});

test('hosts on different ports have different folders', () => {
  expect(domainFolder('http://127.0.0.1:8080/')).toBe('127.0.0.1_8080');
  expect(domainFolder('https://example.com:443/')).toBe('example.com');
});
