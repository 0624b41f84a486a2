import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as s3 from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { Bucket, objectsUnderTest } from './objects-under-test.ts';

const { client, put, get, list, dataDir } = objectsUnderTest();

const oddKeys = [
  '../../escape',
  'a/../../../escape',
  './dot',
  'double//slash',
  '/leading',
  'folder/',
  'x'.repeat(1_024),
  `${'y'.repeat(300)}/long-name`,
  'space and + plus & amp <lt> "quote"',
  'ünïcödé/日本語/🦜',
  'back\\slash',
  'percent%2Fencoded',
  'nul\u0000byte',
  'new\nline',
  'con?query#hash',
];

test.each(oddKeys)('the key %j holds its own content and never leaves the data directory', async (key) => {
  const outside = readdirSync(join(dataDir, '..')).includes('escape');
  await put(key, `content of ${key}`);
  expect(await get(key)).toBe(`content of ${key}`);
  expect(
    (await list({ Prefix: key, EncodingType: 'url' })).Contents?.map((it) =>
      decodeURIComponent(it.Key ?? ''),
    ),
  ).toContain(key);
  expect(
    readdirSync(dataDir)
      .toSorted()
      .filter((it) => !it.startsWith('cloud.sqlite')),
  ).toEqual(['s3', 's3-encoded', 's3-temp', 's3-uploads']);
  expect(readdirSync(join(dataDir, '..')).includes('escape')).toBe(outside);
  await client().send(new s3.DeleteObjectCommand({ Bucket, Key: key }));
  await expect(get(key)).rejects.toThrow(s3.NoSuchKey);
});

test('a key and the folder of its name, and keys that differ only in case, are objects of their own', async () => {
  const keys = ['tree/node', 'tree/node/leaf', 'tree', 'tree/NODE'];
  for (const key of keys) await put(key, key);
  for (const key of keys) expect(await get(key)).toBe(key);
  for (const key of keys) await client().send(new s3.DeleteObjectCommand({ Bucket, Key: key }));
  expect(existsSync(join(dataDir, 's3/pages/tree'))).toBe(false);
  await put('tree', 'a file where a folder was');
  expect(readFileSync(join(dataDir, 's3/pages/tree'), 'utf8')).toBe('a file where a folder was');
});

test('a key of more than 1,024 bytes is refused', async () => {
  await expect(put('z'.repeat(1_025), 'x')).rejects.toMatchObject({ name: 'KeyTooLongError' });
});

test('listing goes through all keys once in the order of their UTF-8 bytes', async () => {
  const keys = ['list/a', 'list/b', 'list/Z', 'list/é', 'list/\u{FF5E}', 'list/\u{1F99C}'];
  for (const key of keys) await put(key, 'x');
  const found: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await list({ Prefix: 'list/', MaxKeys: 2, ...(ContinuationToken && { ContinuationToken }) });
    expect(page.KeyCount).toBeLessThanOrEqual(2);
    found.push(...(page.Contents ?? []).map((it) => it.Key ?? ''));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  expect(found).toEqual(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  expect((await list({ Prefix: 'list/', StartAfter: 'list/b' })).Contents?.map((it) => it.Key)).toEqual(
    found.slice(3),
  );
});

test('a delimiter rolls keys up into prefixes, also across pages', async () => {
  for (const folder of ['a', 'b', 'c'])
    for (let index = 0; index < 70; index += 1) await put(`roll/${folder}/${index}`, 'x');
  await put('roll/b.txt', 'x');
  const found: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await list({
      Prefix: 'roll/',
      Delimiter: '/',
      MaxKeys: 1,
      ...(ContinuationToken && { ContinuationToken }),
    });
    found.push(
      ...(page.CommonPrefixes ?? []).map((it) => it.Prefix ?? ''),
      ...(page.Contents ?? []).map((it) => it.Key ?? ''),
    );
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  expect(found).toEqual(['roll/a/', 'roll/b.txt', 'roll/b/', 'roll/c/']);
});
