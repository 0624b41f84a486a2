import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findInstance } from './find-instance.ts';

let folder = '';
const deep = (): string => join(folder, 'a', 'b');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-instance-'));
  mkdirSync(deep(), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const writeInstance = (text: string): void => {
  mkdirSync(join(folder, '.gleaner'));
  writeFileSync(join(folder, '.gleaner', 'instance.json'), text);
};
const local = JSON.stringify({ url: 'http://127.0.0.1:4567', key: 'fc-local:1' });

test('the instance file of the nearest parent gives address and key', () => {
  writeInstance(local);
  expect(findInstance({}, {}, deep())).toEqual({
    url: 'http://127.0.0.1:4567',
    key: 'fc-local:1',
    from: 'file',
  });
});

test('an option wins over the environment, and the environment over the file', () => {
  writeInstance(local);
  const environment = { GLEANER_URL: 'https://one.example/prod/', GLEANER_KEY: 'fc-env' };
  expect(findInstance({}, environment, deep())).toEqual({
    url: 'https://one.example/prod',
    key: 'fc-env',
    from: 'environment',
  });
  expect(findInstance({ url: 'https://two.example', key: 'fc-option' }, environment, deep())).toEqual({
    url: 'https://two.example',
    key: 'fc-option',
    from: 'option',
  });
});

test.each(['/v2', '/v2/', '/v2//', '//v2', '/v1', '/'])(
  'an address that ends in %j is that of the API',
  (end) => {
    const url = `https://one.example/prod${end}`;
    expect(findInstance({ url }, {}, deep())).toMatchObject({ url: 'https://one.example/prod' });
    expect(findInstance({}, { GLEANER_URL: url }, deep())).toMatchObject({ url: 'https://one.example/prod' });
  },
);

test('no other part of an address is taken for the version', () => {
  for (const url of ['https://one.example/v3', 'https://one.example/v2/prod', 'https://v2'])
    expect(findInstance({ url }, {}, deep())).toMatchObject({ url });
});

test("the file's key goes to the file's address and to no other", () => {
  writeInstance(local);
  expect(findInstance({ url: 'http://localhost:4567' }, {}, deep())).toMatchObject({ key: 'fc-local:1' });
  expect(findInstance({ url: 'http://127.0.0.1:4568' }, {}, deep())).toMatchObject({ key: undefined });
  expect(findInstance({ url: 'https://elsewhere.example' }, {}, deep())).toMatchObject({ key: undefined });
});

const badKey = JSON.stringify({ url: 'http://127.0.0.1:4567', key: 'fc-local:1\nfc-local:2' });
test.each(['', '{', '[]', '{"url":7}', badKey])('an instance file that reads %j counts as none', (text) => {
  writeInstance(text);
  expect(findInstance({}, {}, deep())).toMatchObject({ key: undefined });
});

test.each(['nonsense', 'file:///tmp', '127.0.0.1:3000'])('%s is no address of an API', (url) => {
  expect(findInstance({ url }, {}, deep())).toEqual({
    malformed: `expected the API's address, found "${url}"`,
  });
});

test('a key is one word of printable characters, whatever stands around it; another is not shown', () => {
  const found = (key: string): unknown => findInstance({}, { GLEANER_KEY: key }, deep());
  for (const key of ['fc-dev:1', ' fc-dev:1\r\n']) expect(found(key)).toMatchObject({ key: 'fc-dev:1' });
  for (const key of ['', ' \n']) expect(found(key)).toMatchObject({ key: undefined });
  for (const key of ['fc-SECRET:1\nx', 'fc-SECRET 1', 'fc-SECRET:é', `fc-SECRET${'x'.repeat(600)}`])
    expect(found(key)).toEqual({
      malformed: 'GLEANER_KEY: expected one key and nothing else, found other characters in it',
    });
});
