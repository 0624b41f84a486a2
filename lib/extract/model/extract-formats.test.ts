import { expect, test } from 'vitest';
import { failure, type Failure } from '../../failure.ts';
import { completeSpec, type ExtractSpec } from '../../request/extract-spec.ts';
import { extractFormats } from './extract-formats.ts';
import type { Models } from './extract-from-page.ts';
import type { ExtractionOutcome, ExtractionContext } from './extraction-outcome.ts';
import { readFacts } from '../facts.fixture.ts';
import type { Json } from '../schema/json.ts';
import type { ModelOutput, Question } from '../llm/model-output.ts';
import { noModelUsage } from './page-extraction.ts';
import { testChoice } from '../../../test/harness/test-choice.ts';

const page = readFacts('<title>Lamp</title><main><h1>Lamp</h1><p>It shines in a warm light.</p></main>');
const usage = { calls: 1, inputTokens: 10, outputTokens: 5, dollars: 0 };

const isSummary = ({ schema }: Question): boolean => JSON.stringify(schema).includes('"summary"');

/** A model that answers each question with a value, or with why it does not. */
const models = (say: (question: Question) => Json | Failure): Models => ({
  choose: () =>
    Promise.resolve({
      kind: 'chosen',
      choice: testChoice,
    }),
  ask: (question) => {
    const said = say(question);
    const isFailure = typeof said === 'object' && said !== null && 'code' in said;
    const answer: ModelOutput = isFailure
      ? { kind: 'failed', failure: said as Failure, usage }
      : {
          kind: 'answered',
          value: said,
          raw: '',
          usage,
          form: 'json_schema',
          isRepaired: false,
          isCached: false,
        };
    return Promise.resolve(answer);
  },
});

const hooks: ExtractionContext = {
  reserve: () => Promise.resolve('reserved'),
  until: Number.POSITIVE_INFINITY,
};
const none: Models = { choose: () => Promise.resolve(null), ask: () => Promise.reject(new Error('asked')) };

const answer = (
  given: Partial<ExtractSpec>,
  say: Models | ((question: Question) => Json | Failure),
  more: Partial<ExtractionContext> = {},
): Promise<ExtractionOutcome> =>
  extractFormats(typeof say === 'function' ? models(say) : say)(page, completeSpec(given), {
    ...hooks,
    ...more,
  });

const refused = failure('LLM_REFUSED', 'No');
const light = { schema: { type: 'object', properties: { light: { type: 'string' } } } };

test('a part that nobody answers is left out with a warning, and asked again the next time', async () => {
  const answered = await answer({ ...light, summary: true }, (question) =>
    isSummary(question) ? refused : { light: 'warm' },
  );
  expect(answered).toMatchObject({
    kind: 'answered',
    extraction: {
      value: { light: 'warm' },
      lacking: ['summary'],
      warnings: ['Without summary. LLM_REFUSED: No'],
      usage: { calls: 2 },
    },
  });
  const other = await answer({ ...light, summary: true }, (question) =>
    isSummary(question) ? { summary: 'A lamp.' } : refused,
  );
  expect(other).toMatchObject({
    kind: 'answered',
    extraction: {
      value: null,
      summary: 'A lamp.',
      lacking: ['json'],
      open: ['light'],
      warnings: [expect.stringMatching(/^Open: light\. LLM_REFUSED: .*No$/)],
    },
  });
});

test('a page fails where none of its parts is answered, with the first reason and all that it took', async () => {
  expect(await answer({ ...light, summary: true }, () => refused)).toMatchObject({
    kind: 'failed',
    failure: { code: 'LLM_REFUSED' },
    usage: { calls: 2 },
  });
  expect(await answer({ summary: true }, none)).toMatchObject({
    kind: 'failed',
    failure: { code: 'LLM_NOT_CONFIGURED' },
    usage: noModelUsage,
  });
});

test('a model that is out has the page wait, as long as it may', async () => {
  const out = failure('LLM_TIMEOUT', 'Too slow');
  expect(await answer({ summary: true }, () => out)).toMatchObject({
    kind: 'deferred',
    failure: out,
    usage: { calls: 1 },
  });
  const late = { mayWait: () => false };
  expect(await answer({ summary: true }, () => out, late)).toMatchObject({ kind: 'failed', failure: out });
});

test.each([light, { summary: true as const }])(
  'a page that may wait no longer says what kept the model from answering, not that time ran out: %j',
  async (asked) => {
    const late = failure('LLM_TIMEOUT', 'Cannot ask the model: too little time is left for an answer');
    const putOffFor = failure('LLM_UNAVAILABLE', 'The provider answers with the status 500');
    const busy: Models = {
      ...models(() => refused),
      ask: () => Promise.resolve({ kind: 'deferred', until: 0, failure: late, usage: noModelUsage }),
    };
    const told = await answer(asked, busy, { mayWait: () => false, putOffFor });
    expect(told).toMatchObject({ kind: 'failed', failure: { code: 'LLM_UNAVAILABLE' } });
    expect(JSON.stringify(told)).toContain('the status 500');
    const unknown = await answer(asked, busy, { mayWait: () => false });
    expect(unknown).toMatchObject({ kind: 'failed', failure: { code: 'LLM_TIMEOUT' } });
  },
);

test.each([
  [{ tokens: 1 }, /^The budget does not have \d+ tokens, which part 1 of 1/],
  [{ dollars: 0.000001 }, /^The budget does not have \$0\.\d+, which part 1 of 1/],
  [{ tokens: 1, dollars: 0.000001 }, /^The budget does not have \d+ tokens and \$0\.\d+, which part 1 of 1/],
])('a budget that is exhausted is told in its own units: %j', async (budget, words) => {
  const priced: Models = {
    ...models(() => refused),
    choose: () =>
      Promise.resolve({ kind: 'chosen', choice: { ...testChoice, price: { input: 1, output: 10 } } }),
  };
  const spent = { reserve: () => Promise.resolve('exhausted' as const) };
  expect(await answer({ ...light, budget }, priced, spent)).toMatchObject({
    kind: 'failed',
    failure: { code: 'BUDGET_EXHAUSTED', message: expect.stringMatching(words) as string },
  });
});

test('a page that waits for one of its parts would end with what the others have, and what all of them took', async () => {
  const out = failure('LLM_UNAVAILABLE', 'Out');
  const waits = await answer({ ...light, summary: true, changes: light }, (question) =>
    isSummary(question) ? out : { light: 'warm' },
  );
  if (waits.kind !== 'deferred') throw new Error(waits.kind);
  expect(waits.usage.calls).toBe(2);
  expect(waits.instead).toMatchObject({
    kind: 'answered',
    extraction: { value: { light: 'warm' }, lacking: ['summary', 'changes'], usage: { calls: 2 } },
  });
  const first = await answer({ ...light, summary: true }, () => out);
  if (first.kind !== 'deferred') throw new Error(first.kind);
  expect(first.instead).toMatchObject({ kind: 'failed', failure: { code: out.code }, usage: { calls: 1 } });
});

test('half an answer is not compared, nor fails its page: without a model, only what the page itself says whole', async () => {
  const { title, ...rest } = { title: { type: 'string' }, ...light.schema.properties };
  for (const [properties, why] of [
    [rest, /no model is configured/],
    [{ title, ...rest }, /reads light, and none/],
  ] as const) {
    const half = await answer({ changes: { schema: { ...light.schema, properties } } }, none);
    expect(half).toMatchObject({
      kind: 'answered',
      extraction: { lacking: ['changes'], warnings: [expect.stringMatching(why)] },
    });
    expect(half).not.toHaveProperty('extraction.changes');
  }
  const titled = { schema: { type: 'object', properties: { title: { type: 'string' } } } };
  const free = await answer({ changes: titled }, none);
  expect(free).toMatchObject({ kind: 'answered', extraction: { changes: { value: { title: 'Lamp' } } } });
});

test('the version before is asked the same out of as much as is known of both', async () => {
  const previous = { key: 'k', facts: { ...page, markdown: 'It shines in a cold light.' }, current: page };
  const say = ({ user }: Question): Json => ({ light: /in a (\w+) light/.exec(user)?.[1] ?? null });
  expect(await answer({ changes: light }, say, { previous })).toMatchObject({
    extraction: {
      value: null,
      changes: {
        value: { light: 'warm' },
        compared: { key: 'k', previous: { light: 'cold' }, current: { light: 'warm' } },
      },
      usage: { calls: 3 },
    },
  });
});

test('an answer of which one part was kept and another was paid for counts what was paid, and is not called kept', async () => {
  const paying = models((question) => (isSummary(question) ? { summary: 'A lamp.' } : { light: 'warm' }));
  const keeping: Models = {
    ...paying,
    ask: async (question) => {
      const found = await paying.ask(question);
      return isSummary(question) || found.kind !== 'answered'
        ? found
        : { ...found, isCached: true, usage: noModelUsage };
    },
  };
  expect(await answer({ ...light, summary: true }, keeping)).toMatchObject({
    extraction: { cached: false, usage },
  });
  expect(await answer(light, keeping)).toMatchObject({ extraction: { cached: true, usage: noModelUsage } });
  // The page itself has paid for it, before it died or waited.
  const own: Models = {
    ...keeping,
    ask: async (question) => {
      const found = await keeping.ask(question);
      return found.kind === 'answered' ? { ...found, usage, id: 'own' } : found;
    },
  };
  expect(await answer(light, own)).toMatchObject({ extraction: { cached: false, usage } });
});
