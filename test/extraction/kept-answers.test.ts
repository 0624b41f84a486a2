import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFacts } from '../../lib/extract/facts.fixture.ts';
import type { Extraction } from '../../lib/extract/model/page-extraction.ts';
import { completeSpec, type ExtractSpec } from '../../lib/request/extract-spec.ts';
import { limits } from '../../lib/limits/limits.ts';
import type { FakeLlmOptions, FakeReply } from '../harness/fake-llm.ts';
import { startTestTable, type TestTable } from '../harness/table.ts';
import { untilItEnds, type Ended } from './until-it-ends.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

const string = { type: 'string' };
const shop = readFacts(
  `<html lang="en"><head><title>Fen map</title><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Fen map',
    sku: 'FM-1',
  })}</script></head><body><main><h1>Fen map</h1><p>A map of the fen, quiet in its colours, drawn in 1998 for
  those who walk there, by hands that knew the water. It comes folded, in grey or in green paper.</p></main></body>
  </html>`,
);
const mood = { type: 'object', properties: { name: string, sku: string, mood: string }, required: ['mood'] };

const refusal: FakeReply = { kind: 'refusal', text: 'No.' };
const out: FakeReply = { kind: 'error', status: 503, error: { error: { message: 'out' } } };
const json = (value: object): FakeReply => ({ kind: 'json', value: value as never });

const ask = async (
  spec: Partial<ExtractSpec>,
  answer: FakeLlmOptions['answer'],
  page = shop,
): Promise<Ended> =>
  await untilItEnds(store, answer === undefined ? {} : { answer }, { asked: completeSpec(spec), page });

const extractionIn = ({ concluded }: Ended): Extraction => {
  if (concluded.kind !== 'answered') throw new Error(JSON.stringify(concluded.failure));
  return concluded.extraction;
};
const failureIn = ({ concluded }: Ended): { readonly code: string; readonly message: string } =>
  concluded.kind === 'failed' ? concluded.failure : expect.fail(JSON.stringify(concluded.extraction.value));

test.each([true, false])(
  'whoever names a model that cannot be asked is told so, and has what the page answers by itself: merged %s',
  async (merge) => {
    const ended = await ask({ schema: mood, provider: 'nobody', merge }, () => refusal);
    const extraction = extractionIn(ended);
    expect(extraction.value).toEqual({ name: 'Fen map', sku: 'FM-1' });
    expect(extraction.gaps).toMatchObject([{ fields: ['mood'] }]);
    expect(extraction.warnings.join(' ')).toContain('nobody');
    expect(ended.made).toBe(0);
  },
);

test('with strict, what a model left open makes a part of the answer, and fails no page', async () => {
  const extraction = extractionIn(await ask({ schema: mood, strict: true }, () => refusal));
  expect(extraction.value).toEqual({ name: 'Fen map', sku: 'FM-1' });
  expect(extraction.gaps).toMatchObject([{ code: 'LLM_REFUSED', fields: ['mood'] }]);
  expect(extraction.warnings.join(' ')).toMatch(/Open: mood\. LLM_REFUSED.*EXTRACT_SCHEMA_MISMATCH/);
});

test('with strict, a page that a model read and that does not answer fails with the reasons', async () => {
  const failed = failureIn(await ask({ schema: mood, strict: true }, () => json({ mood: null })));
  expect(failed.code).toBe('EXTRACT_SCHEMA_MISMATCH');
  expect(failed.message).toContain('mood');
});

const three = {
  type: 'object',
  properties: { mood: string, year: { type: 'number' }, papers: { type: 'array', items: string } },
};

test('of an answer that stays at fault in one field, the others are kept, and every call is told', async () => {
  const answer = { mood: 'quiet', year: 'long ago', papers: ['grey', 7.5, { is: 'green' }, 'green'] };
  const ended = await ask({ schema: three }, () => json(answer));
  const extraction = extractionIn(ended);
  expect(extraction.value).toMatchObject({ mood: 'quiet', papers: ['grey', 'green'] });
  expect(extraction.open).toEqual(['year']);
  expect(extraction.gaps).toMatchObject([{ code: 'LLM_ANSWER_INVALID' }]);
  expect(extraction.gaps?.[0]?.fields).toContain('year');
  expect(ended.made).toBeLessThanOrEqual(3);
  expect([ended.told, ended.made]).toEqual([ended.made, ended.made]);
});

const chunks = (count: number) =>
  readFacts(
    `<html lang="en"><head><title>Walks</title></head><body><main><h1>Walks</h1>${Array.from(
      { length: count },
      (_, at) =>
        `<h2>Walk ${at}</h2><p>The bird of walk ${at} is bird-${at}. ` +
        `${`It leads over meadow ${at} and along the water, through reeds and past the mill. `.repeat(18)}</p>`,
    ).join('')}</main></body></html>`,
  );
const birds = {
  chunkTokens: 420,
  schema: { type: 'object', properties: { birds: { type: 'array', items: string } } },
};
const birdIn = (user: string): string[] => user.match(/bird-\d+/g) ?? [];

const moderated: FakeReply = {
  kind: 'error',
  status: 403,
  error: { error: { message: 'Your input was flagged and requires moderation' } },
};

test.each<[string, FakeReply, string]>([
  ['refuses', refusal, 'LLM_REFUSED'],
  ['moderates', moderated, 'LLM_CONTENT_FILTERED'],
  ['cuts short', { kind: 'cut', text: '{"birds":["bi', reason: 'length' }, 'LLM_TRUNCATED'],
])('a model that %s one chunk after the other is asked about those that follow', async (_, reply, code) => {
  let asked = 0;
  const ended = await ask(
    { ...birds, prompt: code },
    ({ user }) => {
      asked += 1;
      return asked <= 5 ? reply : json({ birds: birdIn(user) });
    },
    chunks(8),
  );
  expect((extractionIn(ended).value as { birds: string[] }).birds).toHaveLength(3);
  expect(extractionIn(ended).gaps).toMatchObject([{ code }]);
  expect(extractionIn(ended).gaps?.[0]?.message).toMatch(/in 5 of 8 parts/);
  expect([ended.made, ended.told]).toEqual([8, 8]);
});

test('a model that answers rubbish three times in a row is not paid for more of it; now and then it is', async () => {
  const rubbish: FakeReply = { kind: 'text', text: 'as you wish' };
  const always = await ask({ ...birds, prompt: 'rubbish' }, () => rubbish, chunks(8));
  expect(always.made).toBeLessThanOrEqual(9);
  const good = new Set(['bird-2', 'bird-5']);
  const sometimes = await ask(
    { ...birds, prompt: 'some rubbish' },
    ({ user }) => (birdIn(user).some((bird) => good.has(bird)) ? json({ birds: birdIn(user) }) : rubbish),
    chunks(8),
  );
  expect((extractionIn(sometimes).value as { birds: string[] }).birds).toEqual(['bird-2', 'bird-5']);
  expect(sometimes.told).toBe(sometimes.made);
});

test('a page that answers nothing says also what of it was not read, and what was withheld', async () => {
  const schema = { type: 'object', properties: { mood: string } };
  const nothing = await ask({ schema, chunkTokens: 420 }, () => json({ mood: 'jubilant' }), chunks(60));
  const { code, message } = failureIn(nothing);
  expect(code).toBe('EXTRACT_EMPTY_RESULT');
  expect(message).toMatch(/too long to be read whole: part [\d, -]+ of \d+ read/);
  expect(message).toContain(
    'Withheld, because the page does not say what the model answered (groundedOnly: false delivers it): mood',
  );
});

test('a page that waited for a key as long as it may says that the model could not be asked, and why', async () => {
  const limited: FakeReply = { kind: 'error', status: 429, error: { error: { code: 'insufficient_quota' } } };
  const ended = await ask({ schema: mood, maxWaitMs: 120_000 }, () => limited);
  const [gap] = extractionIn(ended).gaps ?? [];
  expect(gap?.code).toBe('LLM_UNAVAILABLE');
  expect(gap?.message).toMatch(/no quota or credit/);
  expect(ended.waitedMs).toBeLessThanOrEqual(120_000 + limits.waitingNoteMs);
});

test('a page that may not wait for as long as the server of the model wants says so, with all three times', async () => {
  const limited: FakeReply = {
    kind: 'error',
    status: 429,
    error: { error: { message: 'slow down' } },
    headers: { 'retry-after': '40' },
  };
  const ended = await ask({ schema: mood, maxWaitMs: 10_000 }, () => limited);
  const [gap] = extractionIn(ended).gaps ?? [];
  expect(gap?.code).toBe('LLM_UNAVAILABLE');
  expect(gap?.message).toMatch(
    /^The page waited 0 s of the 10 s that it may wait, and a model can be asked again in (?:39|40)(?:\.\d)? s\. /,
  );
});

test('a page whose summary waits is told what its answer took once, and asks no refusal again', async () => {
  let summaries = 0;
  let refusals = 0;
  const ended = await ask(
    { ...birds, prompt: 'and a summary', summary: true },
    ({ user, messages }) => {
      if (JSON.stringify(messages).includes('You summarise')) {
        summaries += 1;
        return summaries <= 2 ? out : json({ summary: 'Walks along the water.' });
      }
      if (!birdIn(user).includes('bird-1')) return json({ birds: birdIn(user) });
      refusals += 1;
      return refusal;
    },
    chunks(4),
  );
  const extraction = extractionIn(ended);
  expect(ended.reasons.map(({ code }) => code)).toEqual(['LLM_UNAVAILABLE']);
  expect(extraction.summary).toBe('Walks along the water.');
  expect((extraction.value as { birds: string[] }).birds).toHaveLength(3);
  expect(refusals).toBe(1);
  expect(ended.told).toBe(ended.made);
});

test('questions in vain of one part of an order say nothing of the questions of another', async () => {
  let outs = 0;
  const ended = await ask(
    {
      schema: { type: 'object', properties: { mood: string } },
      changes: { schema: { type: 'object', properties: { paper: string } } },
    },
    ({ body }) => {
      if (JSON.stringify(body).includes('"mood"')) return refusal;
      outs += 1;
      return outs <= 2 ? out : json({ paper: 'grey' });
    },
  );
  expect(ended.reasons.map(({ code }) => code)).toEqual(['LLM_UNAVAILABLE']);
  expect(extractionIn(ended).changes?.value).toEqual({ paper: 'grey' });
  // One refusal, two calls that brought nothing, and the answer.
  expect([ended.made, ended.told]).toEqual([4, 4]);
});
