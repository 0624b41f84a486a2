import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { TableKey } from '../../keys/table-keys.ts';
import { noUsage } from '../../extract/model/page-answer.ts';
import { answerKeyOf } from '../../extract/llm/answer-key.ts';
import type { ModelAnswer, Question } from '../../extract/llm/model-answer.ts';
import { withAnswerCache, type AnswerCacheDependencies } from './with-answer-cache.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

let skew = 0;
const logged: string[] = [];

const sandbox = (): AnswerCacheDependencies => ({
  table: store.table,
  now: () => Date.now() + skew,
  random: Math.random,
  sleep: async (ms) => void (await new Promise((done) => setTimeout(done, ms))),
  log: (event) => logged.push(event),
});

let count = 0;
const newKey = (): TableKey => ({ PK: `L#${(count += 1)}`, SK: 'schema#model#1' });

const answer = (name: string): Extract<ModelAnswer, { kind: 'answered' }> => ({
  kind: 'answered',
  value: { name },
  raw: JSON.stringify({ name }),
  form: 'json_schema',
  isRepaired: false,
  isCached: false,
  usage: { calls: 1, inputTokens: 10, outputTokens: 5, dollars: 0.1 },
});

const refused: ModelAnswer = { kind: 'failed', failure: failure('LLM_REFUSED', 'no'), usage: noUsage };

const pause = async (ms: number): Promise<void> => void (await new Promise((done) => setTimeout(done, ms)));

test('an answer is got once, and costs nothing again until it expires', async () => {
  const key = newKey();
  expect(await withAnswerCache(sandbox(), key, async () => await Promise.resolve(answer('map')))).toEqual(
    answer('map'),
  );
  const never = (): Promise<ModelAnswer> => Promise.reject(new Error('asked again'));
  expect(await withAnswerCache(sandbox(), key, never)).toEqual({
    ...answer('map'),
    usage: noUsage,
    isCached: true,
  });
  skew += limits.answerCacheMs;
  const next = await withAnswerCache(sandbox(), key, async () => await Promise.resolve(answer('new')));
  expect(next).toMatchObject({ value: { name: 'new' }, isCached: false });
});

test('of many that miss an answer at the same time one asks, and the others get what it got', async () => {
  const key = newKey();
  let asked = 0;
  const fill = async (): Promise<ModelAnswer> => {
    asked += 1;
    await pause(400);
    return answer('map');
  };
  const answers = await Promise.all(Array.from({ length: 8 }, () => withAnswerCache(sandbox(), key, fill)));
  expect(asked).toBe(1);
  expect(answers.map((each) => each.kind === 'answered' && each.value)).toEqual(
    answers.map(() => ({ name: 'map' })),
  );
  expect(answers.filter((each) => each.usage.calls > 0)).toHaveLength(1);
});

test('what failed is not kept, and whoever waited asks for itself', async () => {
  const key = newKey();
  const results = await Promise.all([
    withAnswerCache(sandbox(), key, async () => {
      await pause(200);
      return refused;
    }),
    (async () => {
      await pause(50);
      return await withAnswerCache(sandbox(), key, async () => await Promise.resolve(answer('map')));
    })(),
  ]);
  expect(results.map(({ kind }) => kind)).toEqual(['failed', 'answered']);
});

test('a page whose answer takes another page too long is put off', async () => {
  const key = newKey();
  let end = (): void => {};
  const first = withAnswerCache(sandbox(), key, async () => {
    await new Promise<void>((done) => {
      end = done;
    });
    return answer('map');
  });
  await pause(50);
  const impatient = { ...sandbox(), sleep: async () => void (skew += 1_000) };
  const second = await withAnswerCache(impatient, key, () => Promise.reject(new Error('asked twice')));
  expect(second).toMatchObject({ kind: 'deferred', failure: { code: 'CONFLICT' } });
  end();
  await first;
});

test('whoever dies while it asks holds nobody up for longer than its lease', async () => {
  const key = newKey();
  await expect(
    withAnswerCache(sandbox(), key, () => Promise.reject(new Error('out of memory'))),
  ).rejects.toThrow();
  expect((await withAnswerCache(sandbox(), key, async () => await Promise.resolve(answer('a')))).kind).toBe(
    'answered',
  );

  const dead = newKey();
  const until = Date.now() + skew + limits.answerLeaseMs;
  const item = { ...dead, lease: 'gone', until };
  await store.table.documents.send(new PutCommand({ TableName: store.table.name, Item: item }));
  skew += limits.answerLeaseMs;
  expect((await withAnswerCache(sandbox(), dead, async () => await Promise.resolve(answer('b')))).kind).toBe(
    'answered',
  );
});

test('an answer too large for an item is given and not kept', async () => {
  const key = newKey();
  const noise = Array.from({ length: 60_000 }, () => Math.random().toString(36)).join('');
  const large = async (): Promise<ModelAnswer> => await Promise.resolve({ ...answer('map'), raw: noise });
  expect((await withAnswerCache(sandbox(), key, large)).kind).toBe('answered');
  expect(logged).toContain('model answer not kept');
  expect(await withAnswerCache(sandbox(), key, large)).toMatchObject({ isCached: false });
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
  ].map((each) => JSON.stringify(answerKeyOf(each, '1')));
  expect(new Set([...keys, JSON.stringify(answerKeyOf(question, '2'))]).size).toBe(keys.length + 1);
  const same = {
    ...question,
    schema: { properties: {}, type: 'object' },
    until: 5,
    choice: { ...choice, keyConcurrency: 9 },
  };
  expect(answerKeyOf(same, '1')).toEqual(answerKeyOf(question, '1'));
});
