import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCloud, type Cloud } from '../../../local/cloud/start-cloud.ts';
import { newDataDir, parametersClient } from '../../../test/conformance/cloud-under-test.ts';
import { startFakeLlm, type FakeLlm } from '../../../test/harness/fake-llm.ts';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { completeSpec } from '../../request/extract-spec.ts';
import type { ExtractionOutcome, Extractor } from '../../extract/model/extraction-outcome.ts';
import { readFacts } from '../../extract/facts.fixture.ts';
import { modelSettingsSchema } from '../../extract/llm/model-settings.ts';
import { putSecret } from '../../store/keys/put-secret.ts';
import { createExtractor } from './create-extractor.ts';

const data = newDataDir();
let cloud: Cloud;
let secrets: ReturnType<typeof parametersClient>;
let store: TestTable;
let server: FakeLlm;
const modelKeys = '/Gleaner/model-keys';

beforeAll(async () => {
  cloud = await startCloud({ dataDir: data.path });
  secrets = parametersClient(cloud.url);
  store = await startTestTable();
  server = await startFakeLlm({
    keys: { 'key-of-a-test': {} },
    userMust: [/<page_text>[^]*<\/page_text>\s*$/],
  });
  await putSecret(secrets, modelKeys, JSON.stringify({ fake: ['key-of-a-test'] }));
});
afterAll(async () => {
  secrets.destroy();
  await server.close();
  await store.stop();
  await cloud.close();
  data.remove();
});

const hooks = {
  reserve: async () => await Promise.resolve('reserved' as const),
  until: Number.POSITIVE_INFINITY,
};

/** What answers pages, in a sandbox of its own. */
const sandbox = (): Extractor =>
  createExtractor({
    table: store.table,
    secrets,
    modelKeys,
    settings: modelSettingsSchema.parse({
      providers: { fake: { baseUrl: server.url, model: 'small' } },
      prices: { small: { input: 1, output: 2 } },
    }),
    now: Date.now,
    random: Math.random,
    sleep: async (ms) => void (await new Promise((done) => setTimeout(done, ms))),
    log: () => {},
  });

const facts = readFacts(
  `<html><head><title>Map</title></head><body><main><h1>Fen map</h1>
   <p>Mood: quiet and wide, as the people who live in the fen have always told those who came to visit them.</p>
   <p>Printed on paper that does not mind the rain, in an edition of five hundred copies.</p></main></body></html>`,
);

const schema = { type: 'object', properties: { mood: { type: 'string' }, smell: { type: 'string' } } };

const ask = async (
  answer: Extractor,
  fields: unknown = schema,
): Promise<Extract<ExtractionOutcome, { kind: 'answered' }>> => {
  const spec = completeSpec({ schema: fields as Record<string, unknown> });
  const answered = await answer(facts, spec, hooks);
  if (answered.kind !== 'answered') throw new Error(JSON.stringify(answered));
  return answered;
};

test('a page that has not changed costs no token the second time, in whatever function', async () => {
  const first = await ask(sandbox());
  const calls = server.asks.length;
  expect(first.extraction.usage.calls).toBe(calls);
  expect(first.extraction.model).toBe('small');
  const second = await ask(sandbox());
  expect(server.asks).toHaveLength(calls);
  expect(second.extraction.usage).toMatchObject({ calls: 0, inputTokens: 0, outputTokens: 0, dollars: 0 });
  expect(second.extraction.value).toEqual(first.extraction.value);
});

test('another question about the same page is asked', async () => {
  const before = server.asks.length;
  await ask(sandbox(), { type: 'object', properties: { ...schema.properties, sound: { type: 'string' } } });
  expect(server.asks.length).toBeGreaterThan(before);
});

test('the same page asked by many functions at the same time is asked once', async () => {
  const before = server.asks.length;
  const fields = { type: 'object', properties: { weather: { type: 'string' } } };
  await Promise.all(Array.from({ length: 5 }, async () => await ask(sandbox(), fields).catch(() => null)));
  expect(server.asks).toHaveLength(before + 1);
});
