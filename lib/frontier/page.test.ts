import { expect, test } from 'vitest';
import { pageHash, itemKinds, pageSchema, sitemapHash } from './page.ts';

const url = 'https://example.com/wiki/Category:A';
const row = {
  job: 'j',
  hash: pageHash(url),
  url,
  state: 'admitted',
  depth: 0,
  position: 0,
  attempts: 0,
  admittedAt: 0,
  touchedAt: 0,
};
const other = { ...row, hash: sitemapHash(url) };
const portion = new Uint8Array([1]);

test('a row that was written before it said its kind is read as what it was', () => {
  expect(pageSchema.parse(row).kind).toBe('page');
  expect(pageSchema.parse(other).kind).toBe('sitemap');
  expect(pageSchema.parse({ ...other, portion }).kind).toBe('portion');
  expect(pageSchema.parse({ ...other, portion, reserve: true }).kind).toBe('reserve');
  expect(pageSchema.parse({ ...other, url: `${url}#members=` }).kind).toBe('members');
});

test('a row that says its kind is of that kind, whatever its URL', () => {
  const rows = [
    { ...row, url: `${url}#members=`, kind: 'page' },
    { ...other, url: `${url}#members=`, kind: 'sitemap' },
    { ...other, portion, kind: 'portion' },
    { ...other, portion, kind: 'reserve' },
    { ...other, kind: 'members' },
  ];
  expect(rows.map((one) => pageSchema.parse(one).kind)).toEqual(itemKinds);
});

test('no row is of a kind that its hash is not of, and no portion is without its URLs', () => {
  expect(pageSchema.safeParse({ ...other, kind: 'page' }).success).toBe(false);
  for (const kind of ['sitemap', 'members']) {
    expect(pageSchema.safeParse({ ...row, kind }).success).toBe(false);
  }
  expect(pageSchema.safeParse({ ...other, kind: 'portion' }).success).toBe(false);
});

test('a code that another version gave is read as an internal failure', () => {
  const ended = { ...row, state: 'failed', code: 'NOT_KNOWN_HERE' };
  expect(pageSchema.parse(ended).code).toBe('INTERNAL');
  expect(pageSchema.parse({ ...ended, code: 'TIMEOUT' }).code).toBe('TIMEOUT');
  expect(pageSchema.parse(row).code).toBeUndefined();
});
