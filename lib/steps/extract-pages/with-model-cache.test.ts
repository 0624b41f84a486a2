import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { TableKey } from '../../keys/table-keys.ts';
import { noModelUsage } from '../../extract/model/page-extraction.ts';
import { modelCacheKey } from '../../extract/llm/model-cache-key.ts';
import type { ModelOutput, Question } from '../../extract/llm/model-output.ts';
import { withModelCache, type ModelCacheDependencies } from './with-model-cache.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

let skew = 0;
const logged: string[] = [];

const sandbox = (): ModelCacheDependencies => ({
  table: store.table,
  now: () => Date.now() + skew,
  random: Math.random,
  sleep: async (ms) => void (await new Promise((done) => setTimeout(done, ms))),
  log: (event) => logged.push(event),
});

let count = 0;
const newKey = (): TableKey => ({ PK: `L#${(count += 1)}`, SK: 'schema#model#1' });

const answer = (name: string): Extract<ModelOutput, { kind: 'answered' }> => ({
  kind: 'answered',
  value: { name },
  raw: JSON.stringify({ name }),
  form: 'json_schema',
  isRepaired: false,
  isCached: false,
  usage: { calls: 1, inputTokens: 10, outputTokens: 5, dollars: 0.1 },
});

const refused: ModelOutput = { kind: 'failed', failure: failure('LLM_REFUSED', 'no'), usage: noModelUsage };

test('an answer is got once, and costs nothing again until it expires', async () => {
  const key = newKey();
  expect(await withModelCache(sandbox(), key, async () => await Promise.resolve(answer('map')))).toEqual(
    answer('map'),
  );
  const never = (): Promise<ModelOutput> => Promise.reject(new Error('asked again'));
  expect(await withModelCache(sandbox(), key, never)).toEqual({
    ...answer('map'),
    usage: noModelUsage,
    isCached: true,
  });
  skew += limits.answerCacheMs;
  const next = await withModelCache(sandbox(), key, async () => await Promise.resolve(answer('new')));
  expect(next).toMatchObject({ value: { name: 'new' }, isCached: false });
});

test('of many that miss an answer at the same time one asks, and the others get what it got', async () => {
  const key = newKey();
  let asked = 0;
  let waiting = 0;
  const others = Promise.withResolvers<void>();
  const fill = async (): Promise<ModelOutput> => {
    asked += 1;
    await others.promise;
    return answer('map');
  };
  /** Tells when all but the one that asks wait for it. */
  const patient = (): ModelCacheDependencies => {
    const own = sandbox();
    let waits = false;
    return {
      ...own,
      sleep: async (ms) => {
        if (!waits && (waiting += 1) === 7) others.resolve();
        waits = true;
        await own.sleep(ms);
      },
    };
  };
  const answers = await Promise.all(Array.from({ length: 8 }, () => withModelCache(patient(), key, fill)));
  expect(asked).toBe(1);
  expect(answers.map((each) => each.kind === 'answered' && each.value)).toEqual(
    answers.map(() => ({ name: 'map' })),
  );
  expect(answers.filter((each) => each.usage.calls > 0)).toHaveLength(1);
});

test('what failed is not kept, and whoever waited asks for itself', async () => {
  const key = newKey();
  const [asks, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const own = sandbox();
  const waiting = { ...own, sleep: async (ms: number) => (waits.resolve(), await own.sleep(ms)) };
  const results = await Promise.all([
    withModelCache(sandbox(), key, async () => {
      asks.resolve();
      await waits.promise;
      return refused;
    }),
    asks.promise.then(
      async () => await withModelCache(waiting, key, async () => await Promise.resolve(answer('map'))),
    ),
  ]);
  expect(results.map(({ kind }) => kind)).toEqual(['failed', 'answered']);
});

test('a page whose answer takes another page too long is put off', async () => {
  const key = newKey();
  const [asks, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = withModelCache(sandbox(), key, async () => {
    asks.resolve();
    await end.promise;
    return answer('map');
  });
  await asks.promise;
  const impatient = { ...sandbox(), sleep: async () => void (skew += 1_000) };
  const second = await withModelCache(impatient, key, () => Promise.reject(new Error('asked twice')));
  expect(second).toMatchObject({ kind: 'deferred', failure: { code: 'CONFLICT' } });
  end.resolve();
  await first;
});

test('whoever dies while it asks holds nobody up for longer than its lease', async () => {
  const key = newKey();
  await expect(
    withModelCache(sandbox(), key, () => Promise.reject(new Error('out of memory'))),
  ).rejects.toThrow();
  expect((await withModelCache(sandbox(), key, async () => await Promise.resolve(answer('a')))).kind).toBe(
    'answered',
  );

  const dead = newKey();
  const until = Date.now() + skew + limits.answerLeaseMs;
  const item = { ...dead, lease: 'gone', until };
  await store.table.documents.send(new PutCommand({ TableName: store.table.name, Item: item }));
  skew += limits.answerLeaseMs;
  expect((await withModelCache(sandbox(), dead, async () => await Promise.resolve(answer('b')))).kind).toBe(
    'answered',
  );
});

/** Bytes that nothing packs. */
const noise = (bytes: number): string => randomBytes(bytes / 2).toString('hex');

test('an answer too large for an item is given and not kept', async () => {
  const key = newKey();
  const large = async (): Promise<ModelOutput> =>
    await Promise.resolve({ ...answer('map'), value: { name: noise(4 * limits.answerCacheBytesMax) } });
  expect((await withModelCache(sandbox(), key, large)).kind).toBe('answered');
  expect(logged).toContain('model answer not kept');
  expect(await withModelCache(sandbox(), key, large)).toMatchObject({ isCached: false });
});

test('an answer among many words of the model is kept without them', async () => {
  const key = newKey();
  const raw = noise(4 * limits.answerCacheBytesMax);
  const wordy = async (): Promise<ModelOutput> => await Promise.resolve({ ...answer('map'), raw });
  const first = await withModelCache(sandbox(), key, wordy, 'job/page');
  expect(first).toMatchObject({ raw, isCached: false });
  const again = await withModelCache(sandbox(), key, wordy, 'job/page');
  expect(again).toMatchObject({ value: { name: 'map' }, usage: answer('map').usage, isCached: true });
});

test('of an answer that could not be used whole only the one that paid for it is told again', async () => {
  const key = newKey();
  const lacking = failure('LLM_ANSWER_INVALID', 'Cannot use the answer: $.price');
  let asked = 0;
  const fill = async (): Promise<ModelOutput> => {
    asked += 1;
    return await Promise.resolve({ ...answer('map'), lacking });
  };
  await withModelCache(sandbox(), key, fill, 'job/page');
  expect(await withModelCache(sandbox(), key, fill, 'job/page')).toMatchObject({ lacking, isCached: true });
  expect(asked).toBe(1);
  expect(await withModelCache(sandbox(), key, fill, 'job/other')).toMatchObject({ isCached: false });
  expect(await withModelCache(sandbox(), key, fill)).toMatchObject({ isCached: false });
  expect(asked).toBe(3);
});

test('a question with anything about it changed is another question, and one spelled otherwise is the same', () => {
  const question: Question = {
    choice: {
      provider: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      model: 'small',
      isKeyless: false,
      keyConcurrency: 1,
      price: null,
      parameters: { seed: 1 },
    },
    schema: { type: 'object', properties: {} },
    system: 'system',
    user: 'user',
    maxOutputTokens: 100,
  };
  const { choice } = question;
  const keys = [
    question,
    { ...question, user: 'other' },
    { ...question, system: 'other' },
    { ...question, maxOutputTokens: 200 },
    { ...question, schema: { type: 'object' } },
    { ...question, choice: { ...choice, model: 'large' } },
    { ...question, choice: { ...choice, baseUrl: 'http://127.0.0.1:1/v1' } },
    { ...question, choice: { ...choice, parameters: { seed: 2 } } },
  ].map((each) => JSON.stringify(modelCacheKey(each, '1')));
  expect(new Set([...keys, JSON.stringify(modelCacheKey(question, '2'))]).size).toBe(keys.length + 1);
  const same = {
    ...question,
    schema: { properties: {}, type: 'object' },
    until: 5,
    choice: { ...choice, keyConcurrency: 9 },
  };
  expect(modelCacheKey(same, '1')).toEqual(modelCacheKey(question, '1'));
});
