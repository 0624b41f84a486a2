import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleFunctions } from '../../infra/bundle.ts';
import type { callModel } from '../../lib/extract/llm/call-model.ts';
import { startFakeLlm, type FakeLlm } from '../harness/fake-llm.ts';

let folder: string;
let server: FakeLlm;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-openai-'));
  server = await startFakeLlm({ keys: { good: {} }, answer: () => ({ kind: 'json', value: { a: 1 } }) });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

test('a bundle asks a model as the sources do, with a third of the openai package', async () => {
  const source = resolve(import.meta.dirname, '../../lib/extract/llm/call-model.ts');
  await writeFile(join(folder, 'ask.ts'), `export { callModel } from ${JSON.stringify(source)};`);
  const { ask } = await bundleFunctions({ outdir: join(folder, 'out'), sources: folder, only: ['ask'] });
  expect(ask.bytes).toBeLessThan(160_000);
  const bundle = (await import(pathToFileURL(join(ask.folder, 'index.mjs')).href)) as {
    callModel: typeof callModel;
  };
  const request = {
    model: 'small',
    messages: [{ role: 'user' as const, content: 'a?' }],
    stream: false as const,
  };
  const at = (key: string) => bundle.callModel({ baseUrl: server.url, key }, request, 5_000);
  expect(await at('good')).toMatchObject({
    kind: 'answered',
    body: { choices: [{ message: { content: '{"a":1}' } }] },
  });
  // Errors are told apart by their classes, which have to be those that the client throws.
  expect(await at('bad')).toMatchObject({ kind: 'broken', broken: { kind: 'http', status: 401 } });
  server.set({ answer: () => ({ kind: 'drop' }) });
  expect(await at('good')).toMatchObject({ kind: 'broken', broken: { kind: 'network' } });
  server.set({ answer: () => ({ kind: 'stall', after: 'headers' }) });
  const late = await bundle.callModel({ baseUrl: server.url, key: 'good' }, request, 300);
  expect(late).toEqual({ kind: 'broken', broken: { kind: 'timeout' } });
});
