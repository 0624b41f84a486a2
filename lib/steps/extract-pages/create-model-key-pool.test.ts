import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startFakeLlm, type FakeLlm, type FakeLlmOptions } from '../../../test/harness/fake-llm.ts';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { limits } from '../../limits/limits.ts';
import { askModel, type ModelDependencies } from '../../extract/llm/ask-model.ts';
import type { ModelOutput, Question } from '../../extract/llm/model-output.ts';
import { openModels } from './model-dependencies.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

let server: FakeLlm;
afterEach(async () => await server.close());

const serve = async (options: FakeLlmOptions): Promise<void> => {
  server = await startFakeLlm(options);
};

let skew = 0;

/** A sandbox of its own, with the clock that all of them share. */
const sandbox = (
  keys: readonly string[],
  slept: number[] = [],
  random: () => number = Math.random,
): ModelDependencies =>
  openModels({
    table: store.table,
    readSecret: async () => await Promise.resolve(JSON.stringify({ fake: keys })),
    now: () => Date.now() + skew,
    random,
    sleep: async (ms) => {
      slept.push(ms);
      await new Promise((done) => setTimeout(done, ms));
    },
    log: () => {},
  });

const ask = async (models: ModelDependencies, more: Partial<Question['choice']> = {}): Promise<ModelOutput> =>
  await askModel(models, {
    choice: {
      provider: 'fake',
      baseUrl: server.url,
      model: 'small',
      isKeyless: false,
      keyConcurrency: 4,
      price: null,
      parameters: {},
      ...more,
    },
    schema: { type: 'object', properties: { name: { type: 'string' } } },
    system: 'Take the name.',
    user: 'Name: Fen map',
    maxOutputTokens: 100,
  });

test('keys take turns', async () => {
  await serve({ keys: { a: {}, b: {}, c: {} } });
  const models = sandbox(['a', 'b', 'c']);
  for (let count = 0; count < 6; count += 1) expect((await ask(models)).kind).toBe('answered');
  expect(Object.fromEntries(server.callsByKey)).toEqual({ a: 2, b: 2, c: 2 });
});

test('a key with too many requests is passed over by everybody until its provider lets it in again', async () => {
  await serve({ keys: { a: { callsMax: 0, retryAfterMs: 60_000 }, b: {} } });
  const [one, other] = [sandbox(['a', 'b']), sandbox(['a', 'b'])];
  for (const models of [one, one, other, other]) expect((await ask(models)).kind).toBe('answered');
  expect(Object.fromEntries(server.callsByKey)).toEqual({ a: 1, b: 4 });
  skew += 61_000;
  server.set({});
  for (let count = 0; count < 4; count += 1) await ask(other);
  expect(server.callsByKey.get('a')).toBe(3);
});

test('a refused key is asked with once, by whichever function comes first', async () => {
  await serve({ keys: { bad: { refused: true }, good: {} } });
  // One function after the other begins with either key: which of them is decided by chance otherwise.
  for (const chance of [0, 0.0015, 0, 0.0015]) {
    expect((await ask(sandbox(['bad', 'good'], [], () => chance))).kind).toBe('answered');
  }
  expect(server.callsByKey.get('bad')).toBe(1);
});

test('when all keys cool down the question is put off to the first that may be used again, and nothing waits', async () => {
  await serve({
    keys: { a: { callsMax: 0, retryAfterMs: 90_000 }, b: { callsMax: 0, retryAfterMs: 40_000 } },
  });
  const slept: number[] = [];
  const models = sandbox(['a', 'b'], slept);
  const before = Date.now();
  const answer = await ask(models);
  expect(answer).toMatchObject({ kind: 'deferred', failure: { code: 'ALL_KEYS_EXHAUSTED' } });
  const until = answer.kind === 'deferred' ? answer.until - skew : 0;
  expect(until).toBeGreaterThan(before + 35_000);
  expect(until).toBeLessThanOrEqual(Date.now() + 40_000);
  await ask(models);
  expect(server.asks).toHaveLength(2);
  expect(slept).toEqual([]);
});

test('where every key was refused the question fails at once, and says so', async () => {
  await serve({ keys: {} });
  for (let count = 0; count < 2; count += 1) {
    const answer = await ask(sandbox(['a', 'b']));
    expect(answer).toMatchObject({ kind: 'failed', failure: { code: 'ALL_KEYS_EXHAUSTED' } });
    expect(answer.kind === 'failed' && answer.failure.message).toContain('all 2 were refused');
  }
  expect(server.asks).toHaveLength(2);
});

test('a short cooldown is waited for', async () => {
  await serve({ keys: { a: { callsMax: 1, retryAfterMs: 300 } } });
  const models = sandbox(['a']);
  expect((await ask(models)).kind).toBe('answered');
  setTimeout(() => server.set({}), 100);
  expect((await ask(models)).kind).toBe('answered');
});

test('functions together have no more questions under way with a key than it takes', async () => {
  await serve({ delayMs: 60 });
  const sandboxes = Array.from({ length: 6 }, () => sandbox(['a']));
  // How many find room at once is a matter of the machine; the others are put off, and ask again when they are told to.
  const untilAnswered = async (models: ModelDependencies): Promise<ModelOutput> => {
    for (;;) {
      const answer = await ask(models, { keyConcurrency: 3 });
      if (answer.kind !== 'deferred') return answer;
      await new Promise((done) => setTimeout(done, answer.until - skew - Date.now()));
    }
  };
  const answers = await Promise.all(
    sandboxes.flatMap((models) => [untilAnswered(models), untilAnswered(models)]),
  );
  expect(answers.map(({ kind }) => kind)).toEqual(answers.map(() => 'answered'));
  expect(server.asks).toHaveLength(12);
  expect(server.mostAtOnce()).toBeLessThanOrEqual(3);
});

test('questions that find no key free come back at different moments, over as long as the backlog takes', async () => {
  await serve({ delayMs: limits.modelKeyPatienceMs + 3_000 });
  const models = Array.from({ length: 12 }, () => sandbox(['a']));
  const answers = await Promise.all(models.map((each) => ask(each, { keyConcurrency: 2 })));
  const until = answers.flatMap((answer) => (answer.kind === 'deferred' ? [answer.until] : []));
  expect(until).toHaveLength(10);
  // Two at a time, about two seconds each: the last of ten is told ten seconds, not two.
  expect(Math.max(...until) - Math.min(...until)).toBeGreaterThan(6_000);
  expect(new Set(until).size).toBe(10);
});

test('a server without keys is bounded and left alone in the same way', async () => {
  await serve({
    answer: () => ({ kind: 'error', status: 429, error: {}, headers: { 'retry-after': '30' } }),
  });
  const keyless = { isKeyless: true, keyConcurrency: 1 };
  expect((await ask(sandbox([]), keyless)).kind).toBe('deferred');
  expect((await ask(sandbox([]), keyless)).kind).toBe('deferred');
  expect(server.asks).toHaveLength(1);
});

test('a key that is used up with the last answer is not asked with before it is filled', async () => {
  await serve({ headers: { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '50s' } });
  expect((await ask(sandbox(['a']))).kind).toBe('answered');
  expect((await ask(sandbox(['a']))).kind).toBe('deferred');
  expect(server.asks).toHaveLength(1);
});

test('new keys count after a few minutes, without a new function', async () => {
  await serve({ keys: { later: {} } });
  const secret = { fake: [] as string[] };
  const models = openModels({
    table: store.table,
    readSecret: async () => await Promise.resolve(JSON.stringify(secret)),
    now: () => Date.now() + skew,
    random: Math.random,
    sleep: async () => {},
    log: () => {},
  });
  expect((await ask(models)).kind).toBe('failed');
  secret.fake.push('later');
  skew += limits.modelKeysCacheMs;
  expect((await ask(models)).kind).toBe('answered');
});
