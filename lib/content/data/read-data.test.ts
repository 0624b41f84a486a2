import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import { readData } from './read-data.ts';

const url = 'https://example.com/openapi';
/** A machine that others keep busy takes long to start a thread. */
const patient = { cpuMs: 60_000, wallMs: 600_000, heapMb: 256, threads: 2 };

test('a description of an API is read in its thread, as JSON and as YAML', async () => {
  const json = JSON.stringify({ openapi: '3.1.0', info: { title: 'A' }, paths: { '/a': { get: {} } } });
  const yaml = 'swagger: "2.0"\ninfo: {title: B}\npaths: {/b: {post: {}}}\n';
  expect(
    await Promise.all([json, yaml].map(async (text) => await readData(text, url, patient))),
  ).toMatchObject([
    { kind: 'read', api: { title: 'A', endpoints: [{ method: 'GET', path: '/a' }] }, warnings: [] },
    { kind: 'read', api: { title: 'B', endpoints: [{ method: 'POST', path: '/b' }] } },
  ]);
});

test('other data has no description, and a text that is no data is refused', async () => {
  expect(await readData('{"results": []}', url, patient)).toEqual({
    kind: 'read',
    api: undefined,
    warnings: [],
  });
  const refused = await readData('<html><title>Sign in</title></html>', url, patient);
  expect(refused).toMatchObject({ kind: 'refused', failure: { code: 'DATA_INVALID' } });
});

test('a document that is too much for its reader keeps its text, with a warning', async () => {
  const long = await readData(' '.repeat(limits.dataCharactersMax + 1), url);
  expect(long).toMatchObject({
    kind: 'read',
    warnings: [expect.stringMatching(/characters, expected at most/)],
  });
  // Each item of YAML is an object of its parser, of some hundred bytes.
  const dear = await readData('- a\n'.repeat(300_000), url, { ...patient, heapMb: 64 });
  expect(dear).toMatchObject({
    kind: 'read',
    api: undefined,
    warnings: [expect.stringMatching(/takes more than 64 MB/)],
  });
});
