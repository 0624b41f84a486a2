import { afterAll, beforeAll, expect, test } from 'vitest';
import { failure } from '../../lib/failure.ts';
import { readFacts } from '../../lib/extract/facts.fixture.ts';
import { limits } from '../../lib/limits/limits.ts';
import { completeSpec } from '../../lib/request/extract-spec.ts';
import type { FakeLlmOptions, FakeReply } from '../harness/fake-llm.ts';
import { startTestTable, type TestTable } from '../harness/table.ts';
import { behaviours } from './model-behaviours.ts';
import { untilItEnds as runUntilItEnds, type Ended } from './until-it-ends.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

const product = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Fen map',
  sku: 'FM-1',
  brand: { '@type': 'Brand', name: 'Reed & Co' },
  offers: { '@type': 'Offer', price: '12.50', priceCurrency: 'EUR' },
};
const facts = readFacts(
  `<html lang="en"><head><title>Fen map</title>` +
    `<script type="application/ld+json">${JSON.stringify(product)}</script></head>
   <body><main><h1>Fen map</h1><p>A map of the fen at € 12.50, quiet in its colours, drawn by Reed & Co for ` +
    `those who walk there.</p>
   <p>Printed on paper that does not mind the rain, in an edition of five hundred copies.</p></main></body></html>`,
);
const free = { name: 'Fen map', price: 12.5, sku: 'FM-1', brand: 'Reed & Co' };
const string = { type: 'string' };
const order = completeSpec({
  merge: true,
  schema: {
    type: 'object',
    properties: { name: string, price: { type: 'number' }, sku: string, brand: string, mood: string },
    required: ['name', 'mood'],
  },
});

type Options = Parameters<typeof runUntilItEnds>[2];
const untilItEnds = async (serve: FakeLlmOptions, options: Partial<Options> = {}): Promise<Ended> =>
  await runUntilItEnds(store, serve, { asked: order, page: facts, ...options });

test('the matrix has forty-three behaviours', () => {
  expect(new Set(behaviours.map(({ name }) => name)).size).toBe(43);
});

test.concurrent.each(behaviours.map((behaviour) => [behaviour.name, behaviour] as const))(
  'a model that %s leaves what the page answers by itself, and every call is told',
  async (_name, { serve, mood, callsMax, isSlow = false }) => {
    const { concluded, made, told, tokens, reasons, waitedMs } = await untilItEnds(serve, { isSlow });
    if (concluded.kind !== 'answered') throw new Error(JSON.stringify(concluded.failure));
    const { extraction } = concluded;
    expect(extraction.value).toMatchObject(free);
    expect(told).toBe(made);
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThanOrEqual(callsMax);
    // Whoever waits says why; and not for ever.
    for (const { code, message } of reasons) expect([code, message].join(' ')).toMatch(/\w{5,}/);
    expect(waitedMs).toBeLessThanOrEqual(limits.extractWaitMsDefault + 60_000);
    if (mood !== null && 'value' in mood) {
      expect(extraction.value).toMatchObject({ mood: mood.value });
      expect(tokens).toBeGreaterThan(0);
      expect(extraction.gaps).toBeUndefined();
      return;
    }
    expect(extraction.answers).not.toHaveProperty('mood');
    expect(extraction.open).toEqual(['mood']);
    if (mood === null) return expect(extraction.gaps).toBeUndefined();
    expect(extraction.gaps).toMatchObject([{ code: mood.code, fields: ['mood'] }]);
    expect(extraction.warnings.join(' ')).toContain(`Open: mood. ${mood.code}`);
    // What cannot be read is paid for.
    if (mood.code === 'LLM_ANSWER_INVALID') expect(tokens).toBeGreaterThan(100);
  },
);

const passes = new Set<string>(['LLM_UNAVAILABLE', 'ALL_KEYS_EXHAUSTED']);
const waiting = behaviours.filter(({ mood }) => mood !== null && 'code' in mood && passes.has(mood.code));

test.concurrent.each(
  waiting.flatMap((one) => [1, 20, 27, 50].map((seconds) => [one.name, seconds, one] as const)),
)(
  'a job whose model %s, after %i s, is silent about that for a minute at most',
  async (_name, seconds, { serve }) => {
    const { concluded, silentMs, reasons } = await untilItEnds(serve, { callMs: seconds * 1_000 });
    if (concluded.kind !== 'answered') throw new Error(JSON.stringify(concluded.failure));
    for (const { code } of [...reasons, ...(concluded.extraction.gaps ?? [])]) expect(passes).toContain(code);
    expect(silentMs).toBeLessThanOrEqual(60_000);
  },
);

const rubbish: FakeReply = { kind: 'text', text: 'as you wish' };
const unknownForm: FakeReply = {
  kind: 'error',
  status: 400,
  error: { error: { message: 'response_format is not supported' } },
};

test.concurrent.each(
  [1, 4, 20, 27, 50].flatMap((seconds) =>
    (['a summary', 'an answer'] as const).flatMap((what) =>
      [rubbish, unknownForm].map((reply) => [what, reply.kind, seconds, reply] as const),
    ),
  ),
)(
  'whoever asks for %s, of a model that sends %s after %i s, is told of it within a minute',
  async (what, _, seconds, reply) => {
    const asked = what === 'a summary' ? completeSpec({ summary: true }) : order;
    const { silentMs, made, told } = await untilItEnds(
      { answer: () => reply },
      { asked, callMs: seconds * 1_000 },
    );
    expect(silentMs).toBeLessThanOrEqual(60_000);
    expect(made).toBeGreaterThan(1);
    expect(told).toBe(made);
  },
);

const walks = (count: number) =>
  readFacts(
    `<html lang="en"><head><title>Walks</title></head><body><main><h1>Walks</h1>${Array.from(
      { length: count },
      (_, at) =>
        `<h2>Walk ${at}</h2><p>The bird of walk ${at} is bird-${at}. ` +
        `${`It leads over meadow ${at} and along the water, through reeds and past the mill. `.repeat(18)}</p>`,
    ).join('')}</main></body></html>`,
  );
const long = walks(8);
const birds = completeSpec({
  chunkTokens: 420,
  schema: { type: 'object', properties: { birds: { type: 'array', items: string } } },
});
const birdIn = (user: string): string[] => user.match(/bird-\d/g) ?? [];

test('chunks that were paid for are kept when a later one fails, and the gap says in how many', async () => {
  let asked = 0;
  const { concluded, made, told } = await untilItEnds(
    {
      answer: ({ user }) => {
        asked += 1;
        if (asked === 6) return { kind: 'refusal', text: 'No.' };
        return { kind: 'json', value: { birds: birdIn(user) } };
      },
    },
    { asked: birds, page: long },
  );
  if (concluded.kind !== 'answered') throw new Error(concluded.failure.message);
  const found = (concluded.extraction.value as { birds: string[] }).birds;
  expect(found.length).toBe(7);
  expect(told).toBe(made);
  expect(concluded.extraction.gaps).toMatchObject([{ code: 'LLM_REFUSED', fields: ['birds'] }]);
  expect(concluded.extraction.gaps?.[0]?.message).toMatch(/in 1 of \d+ parts/);
});

test('a page that waits between two chunks pays for none of them twice, and for no refusal', async () => {
  let asked = 0;
  const { concluded, made, told, reasons } = await untilItEnds(
    {
      answer: ({ user }) => {
        asked += 1;
        if (asked === 2) return { kind: 'refusal', text: 'No.' };
        if (asked === 5 || asked === 6)
          return { kind: 'error', status: 503, error: { error: { message: 'out' } } };
        return { kind: 'json', value: { birds: birdIn(user) } };
      },
    },
    { asked: birds, page: long },
  );
  if (concluded.kind !== 'answered') throw new Error(concluded.failure.message);
  expect(reasons.map(({ code }) => code)).toEqual(['LLM_UNAVAILABLE']);
  expect((concluded.extraction.value as { birds: string[] }).birds.length).toBe(7);
  // Eight chunks, and the two calls that brought nothing.
  expect([made, told]).toEqual([10, 10]);
});

test('a budget that ends in the middle of a page keeps what was paid', async () => {
  let reservations = 0;
  const { concluded, made, told } = await untilItEnds(
    { answer: ({ user }) => ({ kind: 'json', value: { birds: birdIn(user) } }) },
    {
      asked: birds,
      page: long,
      reserve: async () => {
        reservations += 1;
        return await Promise.resolve(reservations > 3 ? 'exhausted' : 'reserved');
      },
    },
  );
  if (concluded.kind !== 'answered') throw new Error(concluded.failure.message);
  expect((concluded.extraction.value as { birds: string[] }).birds.length).toBe(3);
  expect(concluded.extraction.gaps).toMatchObject([{ code: 'BUDGET_EXHAUSTED' }]);
  expect([made, told]).toEqual([3, 3]);
});

test('of a page that is too long, those parts are told as read that a model answered', async () => {
  let asked = 0;
  const { concluded, made } = await untilItEnds(
    {
      answer: ({ user }) => {
        asked += 1;
        return asked > 4
          ? { kind: 'refusal', text: 'No.' }
          : { kind: 'json', value: { birds: birdIn(user) } };
      },
    },
    { asked: birds, page: walks(limits.chunksPerPageMax + 10) },
  );
  if (concluded.kind !== 'answered') throw new Error(concluded.failure.message);
  expect(made).toBe(limits.chunksPerPageMax);
  expect(concluded.extraction.warnings.join(' ')).toMatch(/too long to be read whole: part 1-4 of \d+ read/);
});

test('a page that nobody answers anything of says why: the code of the model, not that it is empty', async () => {
  const asked = completeSpec({ schema: { type: 'object', properties: { mood: string } } });
  const { concluded } = await untilItEnds(
    { answer: () => ({ kind: 'refusal', text: 'No.' }) },
    { asked, page: facts },
  );
  expect(concluded).toMatchObject({
    kind: 'failed',
    failure: failure('LLM_REFUSED', expect.any(String) as string),
  });
});
