import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { readFacts } from '../../extract/facts.fixture.ts';
import { answerSizeId, type AnswerSizes } from '../../extract/model/answer-size.ts';
import { extractFormats } from '../../extract/model/extract-formats.ts';
import type { ExtractionOutcome } from '../../extract/model/extraction-outcome.ts';
import { completeSpec } from '../../request/extract-spec.ts';
import { getAnswerSize, putAnswerSize } from '../../store/models/answer-sizes.ts';
import type { Table } from '../../store/table.ts';
import { createAnswerSizes } from './create-answer-sizes.ts';
import { testChoice } from '../../../test/harness/test-choice.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

const schemaOf = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
const page = readFacts(
  '<html lang="en"><head><title>Fen</title></head><body><main><h1>Fen</h1><p>A fen is wet.</p></main></body></html>',
);

/** Asks about a page; answers what was reserved for the question, and how the page ended. */
const ask = async (
  answerSizes: AnswerSizes,
  name: string,
  outputTokens: number,
): Promise<{ readonly reserved: number; readonly outcome: ExtractionOutcome }> => {
  let reserved = 0;
  const usage = { calls: 1, inputTokens: 10, outputTokens, dollars: 0 };
  const answer = extractFormats({
    choose: async () => await Promise.resolve({ kind: 'chosen', choice: testChoice }),
    ask: async () => {
      const value = { [name]: 'wet' };
      const how = { form: 'json_schema', isRepaired: false, isCached: false } as const;
      return await Promise.resolve({ kind: 'answered', value, raw: '', usage, ...how });
    },
  });
  const outcome = await answer(page, completeSpec({ schema: schemaOf(name) }), {
    answerSizes,
    until: Number.MAX_SAFE_INTEGER,
    reserve: async ({ tokens }) => {
      reserved = tokens;
      return await Promise.resolve('reserved');
    },
  });
  return { reserved, outcome };
};

/** The sizes that a new sandbox knows of, and how often it has written; `lead` puts its clock forward. */
const sandbox = (team = 'team', lead = { ms: 0 }) => {
  const counts = { reads: 0, writes: 0 };
  const documents = {
    send: async (command: { readonly constructor: { readonly name: string } }) => {
      if (command.constructor.name === 'PutCommand') counts.writes += 1;
      else counts.reads += 1;
      return await store.table.documents.send(command as never);
    },
  } as unknown as Table['documents'];
  const now = (): number => Date.now() + lead.ms;
  const sizes = createAnswerSizes({ table: { ...store.table, documents }, now, log: () => {} });
  return { sizes: sizes(team), counts };
};

test('a job reserves by what answers with its schema took in jobs before it', async () => {
  const first = sandbox();
  const asGuessed = (await ask(first.sizes, 'ground', 400)).reserved;
  for (let answer = 0; answer < 10; answer += 1) await ask(first.sizes, 'ground', 400);
  const learned = (await ask(sandbox().sizes, 'ground', 400)).reserved;
  // One and a half times what an answer takes, in place of what two fields' worth of text would.
  expect(learned - asGuessed).toBeGreaterThan(350);
  expect((await ask(sandbox().sizes, 'mud', 400)).reserved).toBeLessThan(asGuessed + 100);
  const other = (await ask(sandbox('other team').sizes, 'ground', 400)).reserved;
  expect(other).toBe(asGuessed);
});

test('a size that is far too low fails no page: the answer counts whole, and the size rises', async () => {
  const id = answerSizeId('team', { choice: testChoice, schema: schemaOf('height') });
  await putAnswerSize(store.table, id, { tokens: 1, answers: 32 }, Date.now() + 60_000);
  const low = sandbox();
  const before = await ask(low.sizes, 'height', 900);
  expect(before.outcome).toMatchObject({ kind: 'answered', extraction: { usage: { outputTokens: 900 } } });
  expect((await getAnswerSize(store.table, id))?.tokens).toBeGreaterThan(1);
  let after = before.reserved;
  for (let answer = 0; answer < 40; answer += 1) after = (await ask(low.sizes, 'height', 900)).reserved;
  expect(after - before.reserved).toBeGreaterThan(900);
});

test('answers of much the same size are learned for a read a minute and hardly a write', async () => {
  const lead = { ms: 0 };
  const { sizes, counts } = sandbox('team', lead);
  for (let answer = 0; answer < 20; answer += 1) await ask(sizes, 'depth', 100);
  const before = { ...counts };
  expect(before.reads).toBe(1);
  expect(before.writes).toBeLessThanOrEqual(6);
  for (let answer = 0; answer < 60; answer += 1) await ask(sizes, 'depth', 90 + (answer % 3) * 10);
  expect(counts).toEqual(before);
  lead.ms += 61_000;
  await ask(sizes, 'depth', 100);
  expect(counts).toEqual({ ...before, reads: 2 });
});

test('what cannot be learned costs no answer', async () => {
  const told: string[] = [];
  const documents = {
    send: async () => await Promise.reject(new Error('out')),
  } as unknown as Table['documents'];
  const sizes = createAnswerSizes({
    table: { ...store.table, documents },
    now: Date.now,
    log: (message) => told.push(message),
  })('team');
  await sizes.note({ choice: testChoice, schema: schemaOf('x') }, { expected: 50, outputTokens: 10 });
  expect(told).toEqual(['size of answers not learned']);
});
