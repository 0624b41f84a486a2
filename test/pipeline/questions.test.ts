import type { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkModel } from '../../lib/steps/api/check-model.ts';
import { completeSpec, type ExtractSpec } from '../../lib/request/extract-spec.ts';
import { chooseCrawlOptions } from '../../lib/steps/api/choose-crawl-options.ts';
import type { Models } from '../../lib/extract/model/extract-from-page.ts';
import { processQuestion } from '../../lib/steps/extract-pages/process-question.ts';
import type { ModelOutput } from '../../lib/extract/llm/model-output.ts';
import type { ModelChoice } from '../../lib/extract/llm/model-choice.ts';
import { noModelUsage } from '../../lib/extract/model/page-extraction.ts';
import { failure } from '../../lib/failure.ts';
import { buryDeadLetter } from '../../lib/steps/bury-dead-letters/bury-dead-letters.ts';
import { createSeenCache } from '../../lib/frontier/seen-cache.ts';
import { limits } from '../../lib/limits/limits.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';

/** A question on its way through the table, with a clock of the test's own. */
let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const choice = { provider: 'openai', model: 'gpt-test' } as ModelChoice;
const answered = (value: object): ModelOutput => ({
  kind: 'answered',
  value: value as never,
  raw: '',
  usage: noModelUsage,
  form: 'json_schema',
  isRepaired: false,
  isCached: false,
});

const world = (model: (asked: number) => ModelOutput, isConfigured = true) => {
  const rung: string[] = [];
  const clock = { at: Date.now(), asked: 0 };
  const client = {
    send: async ({ input }: { input: { Entries?: { MessageBody: string }[] } }) => {
      rung.push(
        ...(input.Entries ?? []).map(
          ({ MessageBody }) => (JSON.parse(MessageBody) as { question: string }).question,
        ),
      );
      return await Promise.resolve({ Failed: [] });
    },
  } as unknown as SQSClient;
  const models: Models = {
    choose: async () => await Promise.resolve(isConfigured ? { kind: 'chosen', choice } : null),
    ask: async () => await Promise.resolve(model((clock.asked += 1))),
  };
  const common = {
    table: stores.table,
    now: () => clock.at,
    sleep: async (ms: number): Promise<void> => {
      clock.at += ms;
      await Promise.resolve();
    },
    log: () => {},
  };
  const ask = (prompt: string, waitMs = 3_000, team = 'a') =>
    chooseCrawlOptions(
      { ...common, queues: { client, extract: 'extract' } },
      team,
      { url: 'https://example.com/', prompt },
      clock.at + waitMs,
    );
  const answerAll = async (): Promise<void> => {
    for (const id of rung.splice(0)) {
      await processQuestion({ ...common, models }, id, clock.at + 60_000);
    }
  };
  const check = (asked: Partial<ExtractSpec>, waitMs: number) =>
    checkModel(
      { ...common, queues: { client, extract: 'extract' } },
      'a',
      completeSpec(asked),
      clock.at + waitMs,
    );
  return { ask, check, answerAll, rung, clock };
};

/** What a check finds that is answered while it is waited for. */
const checked = async (
  { check, answerAll, rung }: ReturnType<typeof world>,
  asked: Partial<ExtractSpec>,
): Promise<unknown> => {
  const waiting = check(asked, 60_000);
  while (rung.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await answerAll();
  return await waiting;
};

const open = { schema: { type: 'object', properties: { facts: { type: 'object' } } } };
const named = { schema: { type: 'object', properties: { name: { type: 'string' } } } };

test('whether there is a model is asked where one is named, or where no field can be answered by its type', async () => {
  const none = world(() => answered({}), false);
  expect(await none.check(named, 0)).toBeNull();
  expect(none.rung).toEqual([]);
  expect(await checked(none, open)).toMatchObject({ code: 'LLM_NOT_CONFIGURED' });
  expect(await checked(none, { ...named, provider: 'anthropic' })).toMatchObject({
    code: 'LLM_NOT_CONFIGURED',
  });
  expect(none.clock.asked).toBe(0);
});

test('that there is a model is believed for an hour, that there is none is asked again', async () => {
  const none = world(() => answered({}), false);
  const asked = { ...named, provider: 'openai', model: 'one' };
  expect(await checked(none, asked)).not.toBeNull();
  const some = world(() => answered({}));
  expect(await checked(some, asked)).toBeNull();
  expect(await some.check(asked, 0)).toBeNull();
  expect(some.rung).toEqual([]);
});

test('where nobody says in time whether there is a model, the order is not taken, and is when it is sent again', async () => {
  for (const isConfigured of [true, false]) {
    const { check, rung, answerAll } = world(() => answered({}), isConfigured);
    const asked = { ...named, model: `unheard ${isConfigured}` };
    expect(await check(asked, 500)).toMatchObject({ code: 'LLM_UNAVAILABLE' });
    expect(rung.length).toBe(1);
    await answerAll();
    const again = await check(asked, 500);
    if (isConfigured) expect(again).toBeNull();
    else expect(again).toMatchObject({ code: 'LLM_NOT_CONFIGURED' });
  }
});

test('a question that takes longer than somebody waits is answered when it is asked again, and rung for once', async () => {
  const { ask, answerAll, rung, clock } = world(() => answered({ limit: 3 }));
  expect(await ask('late')).toMatchObject({ kind: 'failed', failure: { code: 'LLM_TIMEOUT' } });
  expect(await ask('late')).toMatchObject({ kind: 'failed' });
  expect(rung.length).toBe(1);
  await answerAll();
  expect(await ask('late')).toEqual({ kind: 'chosen', options: { limit: 3 }, dropped: [] });
  expect([rung.length, clock.asked]).toEqual([0, 1]);
});

test('of several that ask the same at the same time one rings; another team rings for itself', async () => {
  const { ask, rung } = world(() => answered({}));
  await Promise.all([ask('same', 0), ask('same', 0), ask('same', 0), ask('same', 0, 'b')]);
  expect(new Set(rung).size).toBe(2);
  expect(rung.length).toBe(2);
});

test('a message that came twice costs one answer, and one that comes when nobody waits any more none', async () => {
  const { ask, answerAll, rung, clock } = world(() => answered({ limit: 1 }));
  await ask('twice', 0);
  rung.push(...rung);
  await answerAll();
  expect(clock.asked).toBe(1);
  await ask('forgotten', 0);
  clock.at += limits.questionMs;
  await answerAll();
  expect(clock.asked).toBe(1);
});

test('a question whose message was lost is rung for again by whoever still asks it', async () => {
  const { ask, rung, clock } = world(() => answered({}));
  await ask('lost', 0);
  rung.length = 0;
  clock.at += limits.questionResendMs;
  await ask('lost', 0);
  expect(rung.length).toBe(1);
});

test('an answer is forgotten after an hour', async () => {
  const { ask, answerAll, rung, clock } = world((asked) => answered({ limit: asked }));
  await ask('kept', 0);
  await answerAll();
  clock.at += limits.questionKeptMs + 1_000;
  await ask('kept', 0);
  await answerAll();
  expect(await ask('kept')).toMatchObject({ kind: 'chosen', options: { limit: 2 } });
  expect(rung).toEqual([]);
});

test('keys that are used up, and a deployment without a model, are told to whoever waits; the next one asks anew', async () => {
  const out = failure('ALL_KEYS_EXHAUSTED', 'Cannot ask openai: no key is free');
  const busy = world((asked) =>
    asked === 1 ? { kind: 'deferred', until: 0, failure: out, usage: noModelUsage } : answered({ limit: 9 }),
  );
  await busy.ask('busy', 0);
  await busy.answerAll();
  const again = busy.ask('busy', 0);
  expect(await again).toMatchObject({ kind: 'failed' });
  await busy.answerAll();
  expect(await busy.ask('busy')).toMatchObject({ kind: 'chosen', options: { limit: 9 } });
  const none = world(() => answered({}), false);
  const waiting = none.ask('none', 60_000);
  while (none.rung.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await none.answerAll();
  expect(await waiting).toMatchObject({ kind: 'failed', failure: { code: 'LLM_NOT_CONFIGURED' } });
  expect(none.clock.asked).toBe(0);
});

test('the dead letter of a question is put away: nobody waits for it any more', async () => {
  const logged: string[] = [];
  const burial = await buryDeadLetter(
    {
      ...stores,
      seen: createSeenCache(),
      now: Date.now,
      random: Math.random,
      sleep: async () => {},
      log: (event: string) => void logged.push(event),
    } as never,
    { body: { v: 1, question: 'abc' }, queue: 'extract', receives: 5, firstReceivedAt: Date.now() },
  );
  expect([burial, logged]).toEqual(['job over', ['dead letter']]);
});
