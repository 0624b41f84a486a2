import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  startFakeLlm,
  type FakeLlm,
  type FakeLlmOptions,
  type FakeReply,
} from '../../../test/harness/fake-llm.ts';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { isJsonList, isJsonObject, type Json } from '../schema/json.ts';
import { limits } from '../../limits/limits.ts';
import { askModel, type ModelDependencies } from './ask-model.ts';
import type { ModelOutput, Question } from './model-output.ts';
import { chooseModel } from './model-choice.ts';
import { modelSettingsSchema } from './model-settings.ts';
import { openModels, type ModelsAt } from '../../steps/extract-pages/model-dependencies.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

const servers: FakeLlm[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const serve = async (options: FakeLlmOptions): Promise<FakeLlm> => {
  const server = await startFakeLlm(options);
  servers.push(server);
  return server;
};

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number', minimum: 0 }, color: { type: 'string' } },
  required: ['name', 'price'],
};

const logged: string[] = [];

const sandboxOptions = (keys: readonly string[]): ModelsAt => ({
  table: store.table,
  readSecret: async () => await Promise.resolve(JSON.stringify({ fake: keys })),
  now: Date.now,
  random: () => 0.5,
  sleep: async (ms) => void (await new Promise((done) => setTimeout(done, Math.min(ms, 50)))),
  log: (event, fields) => logged.push(JSON.stringify({ event, ...fields })),
});

/** A sandbox of its own: it remembers nothing but what the table does. */
const sandbox = (
  keys: readonly string[] = ['key-one-aaaaaaaaaaaaaaaaaaaa'],
  skew = 0,
  now = () => Date.now() + skew,
): ModelDependencies => openModels({ ...sandboxOptions(keys), now });

const question = (server: FakeLlm, more: Partial<Question> & { readonly model?: string } = {}): Question => {
  const { model = 'small', ...rest } = more;
  const settings = modelSettingsSchema.parse({
    providers: { fake: { baseUrl: server.url, model } },
    prices: { small: { input: 1, output: 2 } },
  });
  const choice = chooseModel(settings, new Set(['fake']), { provider: 'fake' });
  if (choice.kind === 'refused') throw new Error(choice.failure.message);
  return {
    choice: choice.choice,
    schema,
    system: 'Take the values from the page.',
    user: '<page>\nName: Fen map\nPrice: 12.50\n</page>',
    maxOutputTokens: 500,
    ...rest,
  };
};

const answered = (answer: ModelOutput): Extract<ModelOutput, { kind: 'answered' }> => {
  if (answer.kind !== 'answered') throw new Error(JSON.stringify(answer));
  return answer;
};

const failure = (answer: ModelOutput): Extract<ModelOutput, { kind: 'failed' }> => {
  if (answer.kind !== 'failed') throw new Error(JSON.stringify(answer));
  return answer;
};

const forms = (server: FakeLlm): string[] => server.asks.map(({ form }) => form);

const map = { name: 'Fen map', price: 12.5 };

test('a question is asked with a strict schema, and its answer is counted and priced', async () => {
  const server = await serve({});
  const answer = answered(await askModel(sandbox(), question(server)));
  expect(answer).toMatchObject({ value: map, form: 'json_schema', isRepaired: false });
  expect(JSON.parse(answer.raw)).toEqual({ ...map, color: null });
  const { inputTokens, outputTokens } = answer.usage;
  expect(answer.usage).toMatchObject({ calls: 1, dollars: (inputTokens + 2 * outputTokens) / 1_000_000 });
  expect(server.asks[0]).toMatchObject({ isStrict: true, model: 'small', body: { temperature: 0 } });
});

test.each([
  [{ json_schema: 'rejected' }, 'json_object'],
  [{ json_schema: 'rejected', json_object: 'rejected' }, 'tool'],
  [{ json_schema: 'rejected', json_object: 'rejected', tool: 'rejected' }, 'prompt'],
] as const)('a form that a server refuses is not asked for again: %j', async (supported, form) => {
  const server = await serve({ forms: supported });
  expect(answered(await askModel(sandbox(), question(server)))).toMatchObject({ value: map, form });
  const tried = server.asks.length;
  expect(tried).toBe(Object.keys(supported).length + 1);
  // Another sandbox reads it in the table.
  expect(answered(await askModel(sandbox(), question(server)))).toMatchObject({ value: map, form });
  expect(server.asks).toHaveLength(tried + 1);
  // It is learned anew after a day: servers are upgraded.
  server.set({});
  const tomorrow = answered(
    await askModel(sandbox(undefined, limits.modelCapabilitiesMs + 60_000), question(server)),
  );
  expect(tomorrow.form).toBe('json_schema');
});

test('a form that a server passes over in silence is left for the next, without a further call where the answer serves', async () => {
  const server = await serve({ forms: { json_schema: 'ignored', json_object: 'ignored', tool: 'held' } });
  for (const form of ['json_schema', 'json_object', 'tool', 'tool']) {
    expect(answered(await askModel(sandbox(), question(server)))).toMatchObject({ value: map, form });
  }
  expect(server.asks).toHaveLength(4);
});

test.each(['json_object', 'prompt'] as const)(
  'prose instead of JSON is asked for in the next form, and at last in plain words: %s',
  async (kept) => {
    const server = await serve({
      answer: ({ form }): FakeReply =>
        form === kept
          ? { kind: 'text', text: JSON.stringify(map) }
          : { kind: 'text', text: 'The map costs 12.50.' },
    });
    expect(answered(await askModel(sandbox(), question(server)))).toMatchObject({ value: map, form: kept });
    const expected =
      kept === 'prompt' ? ['json_schema', 'json_object', 'prompt'] : ['json_schema', 'json_object'];
    expect(forms(server)).toEqual(expected);
  },
);

test.each<[string, readonly FakeReply[]]>([
  ['prose', [{ kind: 'text', text: 'as you wish' }]],
  ['a wrong type', [{ kind: 'text', text: '{"price":"cheap"}' }]],
  ['prose, then nothing', [{ kind: 'text', text: 'as you wish' }, { kind: 'empty' }]],
  [
    'one after the other',
    [{ kind: 'body', status: 200, body: '<html></html>' }, { kind: 'text', text: 'well' }, { kind: 'empty' }],
  ],
])('whatever is wrong with its answers, a question is put three times at most: %s', async (_, replies) => {
  let calls = 0;
  const server = await serve({
    answer: (): FakeReply => {
      calls += 1;
      return replies[(calls - 1) % replies.length] ?? expect.fail();
    },
  });
  const put = failure(await askModel(sandbox(), question(server)));
  expect(put.failure.code).toMatch(/^LLM_(?:ANSWER_INVALID|EMPTY_ANSWER)$/);
  expect(server.asks.length).toBeLessThanOrEqual(1 + limits.modelUnusableMax);
  expect(put.usage.calls).toBe(server.asks.length);
  expect(put.usage.inputTokens).toBeGreaterThan(0);
});

test('JSON that breaks what the server was to enforce shows that it was not told to the model: the next form tells it', async () => {
  const server = await serve({
    answer: ({ form }): FakeReply => ({
      kind: 'text',
      text: JSON.stringify(form === 'json_schema' ? { title: 'Fen map', cost: '£12.50' } : map),
    }),
  });
  expect(answered(await askModel(sandbox(), question(server)))).toMatchObject({
    value: map,
    isRepaired: false,
  });
  expect(forms(server)).toEqual(['json_schema', 'json_object']);
});

test.each<[string, unknown]>([
  ['a list of one object', [map]],
  ['an object called data', { data: map }],
  ['a fence, and an object called result', '```json\n{"result": {"name": "Fen map", "price": "12.50"}}\n```'],
])('an answer in a wrapper is taken at once, and its raw form is kept: %s', async (_, value) => {
  const raw = typeof value === 'string' ? value : JSON.stringify(value);
  const server = await serve({ answer: () => ({ kind: 'text', text: raw }) });
  expect(answered(await askModel(sandbox(), question(server)))).toMatchObject({ value: map, raw });
  expect(server.asks).toHaveLength(1);
  // A server that enforced the schema would have sent no wrapper.
  expect(answered(await askModel(sandbox(), question(server))).form).toBe('json_object');
});

test('a question and its key are taken to no other server', async () => {
  const other = await serve({});
  const location = `${other.url}/chat/completions`;
  const server = await serve({
    answer: () => ({ kind: 'error', status: 307, error: {}, headers: { location } }),
  });
  expect(failure(await askModel(sandbox(), question(server))).failure.code).toBe('LLM_BAD_REQUEST');
  expect(other.asks).toEqual([]);
});

test('a schema that one server finds invalid is asked for in a weaker form this once', async () => {
  const invalid = {
    error: {
      message: "Invalid schema for response_format 'answer'",
      code: 'invalid_json_schema',
      param: 'response_format',
    },
  };
  const server = await serve({
    answer: ({ form }): FakeReply =>
      form === 'json_schema' ? { kind: 'error', status: 400, error: invalid } : { kind: 'json', value: map },
  });
  expect(answered(await askModel(sandbox(), question(server))).form).toBe('json_object');
  server.set({});
  expect(answered(await askModel(sandbox(), question(server))).form).toBe('json_schema');
});

test('a server that finds every schema invalid is asked in the weaker form after a few', async () => {
  const invalid = {
    error: { message: "Invalid schema for response_format 'answer'", code: 'invalid_json_schema' },
  };
  const server = await serve({
    answer: ({ form }): FakeReply =>
      form === 'json_schema' ? { kind: 'error', status: 400, error: invalid } : { kind: 'json', value: map },
  });
  const models = sandbox();
  for (let count = 0; count < 5; count += 1) answered(await askModel(models, question(server)));
  expect(forms(server).filter((form) => form === 'json_schema')).toHaveLength(3);
});

test('an answer that is not valid is mended once, with the reasons', async () => {
  const server = await serve({
    answer: ({ messages }): FakeReply => ({
      kind: 'json',
      value: messages.length > 2 ? { ...map, color: null } : { name: 'Fen map', price: -1, color: null },
    }),
  });
  expect(answered(await askModel(sandbox(), question(server)))).toMatchObject({
    value: map,
    isRepaired: true,
  });
  expect(server.asks[1]?.messages.at(-1)?.content).toContain('$.price');
  expect(server.asks[1]?.messages.at(-2)).toMatchObject({ role: 'assistant' });
});

test('a model that lies to the end fails with its faults and its words, and nothing is learned of it', async () => {
  const lie = { name: [7], price: 'cheap', color: [] };
  const server = await serve({ answer: () => ({ kind: 'json', value: lie }) });
  const failed = failure(await askModel(sandbox(), question(server)));
  expect(failed.failure.code).toBe('LLM_ANSWER_INVALID');
  expect(failed.failure.message).toContain('$.price: expected number, found string');
  expect(failed.raw).toBe(JSON.stringify(lie));
  expect(failed.usage.calls).toBe(server.asks.length);
  server.set({});
  expect(answered(await askModel(sandbox(), question(server))).form).toBe('json_schema');
});

test('a part of a page may leave out what the whole must have, and is asked for nothing that it does not say', async () => {
  const server = await serve({});
  const part = { user: '<page>\nName: Fen map\n</page>' };
  expect(answered(await askModel(sandbox(), question(server, part))).value).toEqual({ name: 'Fen map' });
  expect(server.asks).toHaveLength(1);
});

test('a list at the root of a schema is wrapped for the server and unwrapped in the answer, in every form', async () => {
  const list = { type: 'array', items: { type: 'object' } };
  const entries = [[{ name: 'size', value: 'XL' }]];
  for (const supported of [{}, { json_schema: 'rejected' }] as const) {
    const server = await serve({
      forms: supported,
      answer: () => ({ kind: 'json', value: { answer: entries } }),
    });
    expect(answered(await askModel(sandbox(), question(server, { schema: list }))).value).toEqual([
      { size: 'XL' },
    ]);
  }
});

/** Types of the leaves of a schema, wherever they stand. */
const leafTypes = (schema: Json): Json[] => {
  if (!isJsonObject(schema)) return [];
  const { properties, anyOf, enum: values, type = null } = schema;
  if (isJsonObject(properties)) return Object.values(properties).flatMap(leafTypes);
  if (isJsonList(anyOf)) return [anyOf.flatMap(leafTypes).flat()];
  return [isJsonList(values) ? [values.includes(null) ? 'null' : 'lacks null', type].flat() : type];
};

test.each(['json_schema', 'json_object', 'tool', 'prompt'] as const)(
  'whatever is required, every leaf may be null in the question, and null is no answer: %s',
  async (form) => {
    const all = ['json_schema', 'json_object', 'tool', 'prompt'] as const;
    const refused = all.slice(0, all.indexOf(form)).map((name) => [name, 'rejected'] as const);
    const leaf = { type: 'number' };
    const properties = {
      price: leaf,
      seller: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      colour: { enum: ['red', 'blue'] },
      size: { anyOf: [{ type: 'string' }, leaf] },
      weight: { $ref: '#/$defs/weight' },
      kind: { const: 'map' },
    };
    const given = { type: 'object', properties, required: Object.keys(properties), $defs: { weight: leaf } };
    const nothing = {
      price: null,
      seller: { name: null },
      colour: null,
      size: null,
      weight: null,
      kind: null,
    };
    const server = await serve({
      forms: Object.fromEntries(refused),
      answer: () => ({ kind: 'json', value: nothing }),
    });
    const put = answered(await askModel(sandbox(), question(server, { schema: given })));
    expect(put.form).toBe(form);
    const { price, seller, ...rest } = put.value as Record<string, Json>;
    expect([price, seller, rest]).toEqual([undefined, {}, {}]);
    const last = server.asks.at(-1);
    const words = last?.messages[0]?.content ?? '';
    const told = form === 'json_object' || form === 'prompt';
    const asked = told
      ? (JSON.parse(words.slice(words.lastIndexOf('\n') + 1)) as Json)
      : (last?.schema ?? last?.body);
    const schema = isJsonObject(asked) && 'properties' in asked ? asked : expect.fail(JSON.stringify(asked));
    const leaves = leafTypes(schema);
    expect(leaves.length).toBe(6);
    for (const types of leaves) expect([types].flat()).toContain('null');
  },
);

test.each<[string, FakeReply]>([
  ['an outage', { kind: 'error', status: 503, error: { error: { message: 'overloaded' } } }],
  ['a closed connection', { kind: 'drop' }],
])('a question to a provider that is out is tried once more, then put off: %s', async (_, reply) => {
  const server = await serve({ answer: () => reply });
  const askedAt = Date.now();
  const put = await askModel(sandbox(), question(server));
  expect(put).toMatchObject({ kind: 'deferred', failure: { code: 'LLM_UNAVAILABLE' } });
  expect(put.kind === 'deferred' && put.until > askedAt + limits.modelOutPauseMs / 2).toBe(true);
  expect(server.asks).toHaveLength(2);
});

test.each<[string, FakeReply]>([
  ['a page of HTML', { kind: 'body', status: 200, body: '<html>Bad gateway</html>' }],
  ['half of a body', { kind: 'body', status: 200, body: '{"choices":[', type: 'application/json' }],
  ['a reply without end', { kind: 'text', text: 'x'.repeat(limits.modelReplyBytesMax) }],
])('an answer that cannot be read is paid for, and asked for twice more at most: %s', async (_, reply) => {
  const server = await serve({ answer: () => reply });
  const put = failure(await askModel(sandbox(), question(server)));
  expect(put.failure.code).toBe('LLM_ANSWER_INVALID');
  expect(put.usage.calls).toBe(server.asks.length);
  expect(put.usage.inputTokens).toBeGreaterThan(0);
  expect(server.asks).toHaveLength(1 + limits.modelUnusableMax);
});

test.each<[string, FakeReply, string]>([
  ['refusal', { kind: 'refusal', text: 'I cannot help with that.' }, 'LLM_REFUSED'],
  ['end of tokens', { kind: 'cut', text: '{"name":"Fen', reason: 'length' }, 'LLM_TRUNCATED'],
  ['filter', { kind: 'cut', text: '', reason: 'content_filter' }, 'LLM_CONTENT_FILTERED'],
  ['nothing', { kind: 'empty' }, 'LLM_EMPTY_ANSWER'],
  [
    'too long a prompt',
    {
      kind: 'error',
      status: 400,
      error: { error: { message: 'too long', code: 'context_length_exceeded' } },
    },
    'LLM_CONTEXT_EXCEEDED',
  ],
  ['a redirect', { kind: 'body', status: 302, body: '' }, 'LLM_BAD_REQUEST'],
])('what a provider does instead of answering has its code: %s', async (_, reply, code) => {
  const server = await serve({ answer: () => reply });
  expect(failure(await askModel(sandbox(), question(server))).failure.code).toBe(code);
  expect(server.asks.length).toBeLessThanOrEqual(2);
});

test('a model that does not exist is named as such', async () => {
  const server = await serve({ models: ['large'] });
  expect(failure(await askModel(sandbox(), question(server))).failure.code).toBe('LLM_MODEL_NOT_FOUND');
});

test.each(['nothing', 'headers'] as const)(
  'a server that stalls after %s is given up when the time is over',
  async (after) => {
    const server = await serve({ answer: () => ({ kind: 'stall', after }) });
    const beganAt = Date.now();
    const until = beganAt + limits.modelCallMsMin + 6_000;
    // However busy the machine is, no time passes before the server is asked.
    const now = (): number => (server.asks.length === 0 ? beganAt : Date.now());
    const failed = failure(await askModel(sandbox(undefined, 0, now), question(server, { until })));
    expect(failed.failure.code).toBe('LLM_TIMEOUT');
    expect(Date.now()).toBeGreaterThanOrEqual(until - 500);
  },
);

test('a question for which no time is left is put off, not begun', async () => {
  const server = await serve({});
  const late = await askModel(
    sandbox(),
    question(server, { until: Date.now() + limits.modelCallMsMin - 500 }),
  );
  expect(late.kind).toBe('deferred');
  expect(server.asks).toEqual([]);
});

test('a question for which no time is left after an outage names the outage', async () => {
  let now = Date.now();
  const until = now + limits.modelCallMsMin + 500;
  const server = await serve({
    answer: (): FakeReply => {
      now += 1_000;
      return { kind: 'error', status: 500, error: { error: { message: 'oops' } } };
    },
  });
  const put = await askModel(
    sandbox(undefined, 0, () => now),
    question(server, { until }),
  );
  expect(put).toMatchObject({ kind: 'deferred', failure: { code: 'LLM_UNAVAILABLE' }, usage: { calls: 1 } });
  expect(put.kind === 'deferred' && put.failure.message).toMatch(/500/);
});

test('an outage that passes is passed over, and one that names its time is left alone until then', async () => {
  let calls = 0;
  const server = await serve({
    answer: (): FakeReply => {
      calls += 1;
      return calls === 1 ? { kind: 'drop' } : { kind: 'json', value: map };
    },
  });
  expect(answered(await askModel(sandbox(), question(server))).value).toEqual(map);
  const overloaded = { kind: 'error', status: 529, error: {}, headers: { 'retry-after': '60' } } as const;
  server.set({ answer: () => overloaded });
  const askedAt = Date.now();
  const put = await askModel(sandbox(), question(server));
  expect(put).toMatchObject({ kind: 'deferred', failure: { code: 'LLM_UNAVAILABLE' } });
  expect(put.kind === 'deferred' && put.until - askedAt).toBeGreaterThanOrEqual(60_000);
});

test('a parameter that a model refuses is left out or renamed, and not sent again', async () => {
  const server = await serve({ refuses: ['max_tokens', 'temperature'] });
  expect(answered(await askModel(sandbox(), question(server))).value).toEqual(map);
  expect(server.asks).toHaveLength(3);
  expect(answered(await askModel(sandbox(), question(server))).value).toEqual(map);
  expect(server.asks).toHaveLength(4);
  expect(server.asks.at(-1)?.body).toMatchObject({ max_completion_tokens: 500 });
});

test("a deployment's own parameters reach the provider", async () => {
  const server = await serve({});
  const asked = question(server);
  const choice = { ...asked.choice, parameters: { reasoning_effort: 'low' } };
  await askModel(sandbox(), { ...asked, choice });
  expect(server.asks[0]?.body).toMatchObject({ reasoning_effort: 'low' });
});

test('a schema that cannot be applied is refused before anything is spent', async () => {
  const server = await serve({});
  const failed = failure(await askModel(sandbox(), question(server, { schema: { $ref: '#' } })));
  expect(failed.failure.code).toBe('INVALID_SCHEMA');
  expect(server.asks).toEqual([]);
});

test.each(['sk-secr€t', 'sk-secrét', 'sk-sec\u0000ret', 'sk-sec\u200bret', 'sk-sec\u007fret'])(
  'a key that no header can carry counts as refused at once, without a call: %j',
  async (key) => {
    const server = await serve({});
    const put = failure(await askModel(sandbox([key]), question(server)));
    expect(put).toMatchObject({ failure: { code: 'ALL_KEYS_EXHAUSTED' }, usage: { calls: 0 } });
    expect(put.failure.message).toMatch(/all 1 were refused \(the key holds a character that no HTTP header/);
    expect(server.asks).toEqual([]);
    expect(JSON.stringify(put) + logged.join('\n')).not.toMatch(/sk-sec/);
  },
);

test('after a key that no header can carry the next one is taken, and only its call counts', async () => {
  const server = await serve({ keys: { good: {} } });
  // One of the two sandboxes begins with either key.
  for (const chance of [0, 0.0015]) {
    const models = openModels({ ...sandboxOptions(['sk-secr€t', 'good']), random: () => chance });
    expect(answered(await askModel(models, question(server))).usage.calls).toBe(1);
  }
  expect(server.callsByKey.get('good')).toBe(2);
});

test('a call for which there was no connection is not counted', async () => {
  const server = await startFakeLlm({});
  await server.close();
  const put = await askModel(sandbox(), question(server));
  expect(put).toMatchObject({ kind: 'deferred', failure: { code: 'LLM_UNAVAILABLE' }, usage: { calls: 0 } });
});

test('no key stands in a failure, an answer or a log', async () => {
  const key = 'sk-secret-0123456789abcdefghijklmnop';
  const echo = (status: number): FakeReply => ({
    kind: 'error',
    status,
    error: { error: { message: `bad thing with key ${key} (sk-se***mnop) at https://example.com/keys/1` } },
  });
  const said: unknown[] = [];
  for (const status of [400, 401, 403, 404, 422, 429, 500]) {
    const server = await serve({ answer: () => echo(status) });
    said.push(await askModel(sandbox([key]), question(server, { model: `m${status}` })));
  }
  const text = JSON.stringify(said) + logged.join('\n');
  expect(text).not.toContain('sk-se');
  expect(text).not.toContain('mnop');
  expect(text).not.toContain('example.com');
  expect(text).toContain('bad thing with key');
});

test('whoever waits for late answers that cannot be used is told why before each further one is asked', async () => {
  const server = await serve({ answer: () => ({ kind: 'text', text: 'I would rather not.' }) });
  const told: { readonly code: string; readonly after: number }[] = [];
  // Each look at the clock is 25 seconds after the last: no answer comes sooner.
  let skew = 0;
  const asked = sandbox();
  const late = { ...asked, now: () => asked.now() + (skew += 25_000) };
  const failed = failure(
    await askModel(
      late,
      question(server, {
        troubled: async (why) =>
          void (await Promise.resolve(told.push({ code: why.code, after: server.asks.length }))),
      }),
    ),
  );
  expect(failed.failure.code).toBe('LLM_ANSWER_INVALID');
  expect(told.map(({ code }) => code)).toEqual(server.asks.slice(1).map(() => 'LLM_ANSWER_INVALID'));
  expect(told.map(({ after }) => after)).toEqual(server.asks.slice(1).map((_, at) => at + 1));
});

test('an answer that could not be kept is one that was cut, and is not paid for again', async () => {
  const server = await serve({
    answer: () => ({ kind: 'json', value: { ...map, name: 'x'.repeat(limits.answerTextBytesMax) } }),
  });
  const failed = failure(await askModel(sandbox(), question(server)));
  expect(failed.failure.code).toBe('LLM_TRUNCATED');
  expect(failed.usage.calls).toBe(1);
  expect(server.asks).toHaveLength(1);
});
