import { expect, test } from 'vitest';
import { chooseModel, type AskedModel } from './model-choice.ts';
import { modelSettingsSchema } from './model-settings.ts';

const settings = modelSettingsSchema.parse({
  providers: {
    ollama: { baseUrl: 'http://127.0.0.1:11434/v1/', model: 'llama3.1', keyless: true, concurrency: 1 },
    anthropic: { model: 'claude-sonnet-5-5' },
  },
});

const chosen = (asked: AskedModel, keyed: readonly string[] = [], given = settings) => {
  const choice = chooseModel(given, new Set(keyed), asked);
  if (choice.kind === 'refused') throw new Error(choice.failure.message);
  return choice.choice;
};

const refusal = (asked: AskedModel, keyed: readonly string[] = [], given = settings) => {
  const choice = chooseModel(given, new Set(keyed), asked);
  return choice.kind === 'refused' ? choice.failure : null;
};

test('a provider that is known needs nothing but a key, and one that is not needs a base URL', () => {
  expect(chosen({ provider: 'openai' }, ['openai'])).toMatchObject({ baseUrl: 'https://api.openai.com/v1' });
  expect(chosen({ provider: 'anthropic' }, ['anthropic'])).toMatchObject({ model: 'claude-sonnet-5-5' });
  expect(chosen({ provider: 'ollama' })).toMatchObject({
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: 'llama3.1',
    keyConcurrency: 1,
    price: null,
  });
});

test('what has no key, no model or no entry is refused by name', () => {
  expect(refusal({ provider: 'openai' })).toMatchObject({ code: 'LLM_NOT_CONFIGURED' });
  expect(refusal({ provider: 'nobody' })?.message).not.toContain('ollama');
  const bare = modelSettingsSchema.parse({ providers: { own: { baseUrl: 'http://127.0.0.1:8000/v1' } } });
  expect(refusal({ provider: 'own' }, ['own'], bare)?.message).toContain('no model');
  expect(refusal({}, [], modelSettingsSchema.parse({}))).toMatchObject({ code: 'LLM_NOT_CONFIGURED' });
});

test('the provider is the one named, the one before the model, its maker, the default, the first with a key', () => {
  const keyed = ['openai', 'anthropic', 'google'];
  expect(chosen({ provider: 'google', model: 'gpt-4o' }, keyed)).toMatchObject({
    provider: 'google',
    model: 'gpt-4o',
  });
  expect(chosen({ model: 'google/gemini-2.5-flash' }, keyed)).toMatchObject({
    provider: 'google',
    model: 'gemini-2.5-flash',
  });
  expect(chosen({ model: 'claude-haiku-5-5' }, keyed).provider).toBe('anthropic');
  expect(chosen({}, keyed, { ...settings, default: 'google' }).provider).toBe('google');
  expect(chosen({}, keyed, modelSettingsSchema.parse({})).provider).toBe('openai');
  // A default that is none of the makers is a gateway, which has the models of all of them.
  expect(chosen({ model: 'gpt-4o' }, keyed, { ...settings, default: 'ollama' })).toMatchObject({
    provider: 'ollama',
    model: 'gpt-4o',
  });
});

test('a slash that is no provider belongs to the name of the model', () => {
  const model = 'meta-llama/Llama-3.1-8B-Instruct';
  expect(chosen({ provider: 'ollama', model })).toMatchObject({ provider: 'ollama', model });
});

const faultsOf = (given: object): string[] =>
  modelSettingsSchema
    .safeParse(given)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('settings refuse an unknown word, a default that is no provider, and a provider without an address', () => {
  expect(faultsOf({ provider: {} })).toHaveLength(1);
  expect(faultsOf({ default: 'opnai' })).toEqual([
    'default: expected one of openai, anthropic, google, found "opnai"',
  ]);
  expect(faultsOf({ providers: { own: { model: 'm' } } })).toEqual([
    'providers.own.baseUrl: expected a baseUrl, because own is none of openai, anthropic, google',
  ]);
  expect(faultsOf({ default: 'openai', providers: { openai: { concurrency: 2 } } })).toEqual([]);
});

test.each([
  ['file:///etc', 'found one that begins with file://'],
  ['me:secret@example.com/v1', 'found no URL'],
  ['https://me:secret@example.com/v1', 'found one with them'],
  ['https://secret@example.com/v1', 'found one with them'],
  ['http://127.0.0.1:6666/v1', 'expected a port that fetch does not refuse, found 6666'],
  ['', 'found no URL'],
])(
  'a base URL to which no request can be sent is refused, and no credentials shown: %s',
  (baseUrl, found) => {
    const [fault = ''] = faultsOf({ providers: { own: { baseUrl } } });
    expect(fault).toMatch(/^providers\.own\.baseUrl: expected /);
    expect(fault).toContain(found);
    expect(fault).not.toMatch(/secret|me:/);
  },
);
