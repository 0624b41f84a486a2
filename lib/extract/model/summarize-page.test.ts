import { expect, test } from 'vitest';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { readFacts } from '../facts.fixture.ts';
import type { Question } from '../llm/model-output.ts';
import type { Models } from './extract-from-page.ts';
import { noModelUsage } from './page-extraction.ts';
import { summarizePage } from './summarize-page.ts';
import { testChoice } from '../../../test/harness/test-choice.ts';

const words = (about: string): string =>
  Array.from({ length: limits.summaryChunkTokens }, (_, at) => `The ${about} has a word ${at}.`).join(' ');
const page = readFacts(
  `<title>Parts</title><main><h1>Parts</h1>${['first', 'second', 'third']
    .map((about) => `<h2>The ${about}</h2><p>${words(about)}</p>`)
    .join('')}</main>`,
);
const usage = { calls: 1, inputTokens: 10, outputTokens: 5, dollars: 0 };
const refused = failure('LLM_REFUSED', 'No');

const summarized = async (say: (call: number, question: Question) => string | Failure) => {
  let calls = 0;
  const models: Models = {
    choose: async () => await Promise.resolve({ kind: 'chosen', choice: testChoice }),
    ask: async (question) => {
      calls += 1;
      const said = say(calls, question);
      return await Promise.resolve(
        typeof said === 'string'
          ? {
              kind: 'answered' as const,
              value: { summary: said },
              raw: '',
              usage,
              form: 'json_schema' as const,
              isRepaired: false,
              isCached: false,
            }
          : { kind: 'failed' as const, failure: said, usage },
      );
    },
  };
  const reserve = async (): Promise<'reserved'> => await Promise.resolve('reserved');
  const found = await summarizePage(models, page, {}, { until: Number.POSITIVE_INFINITY, reserve });
  return { found, calls };
};

const isWhole = ({ user }: Question): boolean => user.includes('summaries of the parts');

test('a part that is refused is left out of a summary, and said to be', async () => {
  const { found, calls } = await summarized((call, question) =>
    isWhole(question) ? 'All of it.' : call === 2 ? refused : `Part ${call}.`,
  );
  expect(calls).toBeGreaterThan(3);
  expect(found).toMatchObject({ kind: 'answered', summary: 'All of it.', usage: { calls } });
  expect(found.kind === 'answered' && found.warning).toContain('leaves out part 2 of');
});

test('where nobody makes one summary of those of the parts, they stand one after another', async () => {
  const { found, calls } = await summarized((call, question) =>
    isWhole(question) ? refused : `Part ${call}.`,
  );
  expect(found).toMatchObject({ kind: 'answered', usage: { calls } });
  expect(found.kind === 'answered' && found.summary).toContain('Part 1.\n\nPart 2.');
  expect(found.kind === 'answered' && found.warning).toContain('one after another: No');
});

test('a page none of whose parts is summarised has no summary', async () => {
  const { found, calls } = await summarized(() => refused);
  expect(found).toEqual({
    kind: 'failed',
    failure: refused,
    usage: { ...noModelUsage, ...usage, calls, inputTokens: 10 * calls, outputTokens: 5 * calls },
  });
});
