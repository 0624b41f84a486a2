import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { isJsonObject } from '../schema/json.ts';
import type { Models } from './extract-from-page.ts';
import { addUsage } from '../llm/model-price.ts';
import type { ModelOutput } from '../llm/model-output.ts';
import type { ModelChoice } from '../llm/model-choice.ts';
import { noModelUsage, type ModelUsage } from './page-extraction.ts';
import type { PageFacts } from '../candidates/page-facts.ts';
import { collectPageUrls, withoutForeignUrls } from '../candidates/page-urls.ts';
import { dataRule, quotedPage } from './prompt.ts';
import { splitPage, type Chunk } from './split-page.ts';

/** What became of a page that was to be summarised. */
export type Summarized =
  | {
      readonly kind: 'answered';
      readonly summary: string;
      readonly model: string | null;
      readonly usage: ModelUsage;
      readonly warning?: string;
    }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly usage: ModelUsage }
  | Extract<ModelOutput, { kind: 'deferred' }>;

const schema: JsonSchema = {
  type: 'object',
  properties: { summary: { type: 'string', description: 'the summary, as plain text' } },
  required: ['summary'],
  additionalProperties: false,
};

const system = `You summarise web pages and answer with JSON.

${dataRule}

- Say what the page is about and what it says, in two to five sentences, in the language of the page.
- Say only what the page says, and nothing of its navigation, banners or of this task. Never use what you ` +
`know from elsewhere.
- Write plain text, without Markdown, headings or lists, and without addresses.`;

const partRule = 'The page is long: you are given a part of it. Keep names, numbers and dates that matter.';
const wholeRule = 'You are given summaries of the parts of one page, in order. Make one summary of them.';

/** Puts one question; what a model says more than once is the caller's to bound. */
const summaryOf = async (
  models: Models,
  facts: PageFacts,
  choice: ModelChoice,
  asked: { readonly chunk: Chunk; readonly part: number; readonly parts: number; readonly rule?: string },
  until: number,
): Promise<Summarized> => {
  const { chunk, part, parts, rule } = asked;
  const place = { url: facts.url, title: facts.metadata.title, chunk, part, parts };
  const answer = await models.ask({
    choice,
    schema,
    system,
    user: [...(rule === undefined ? [] : [rule]), quotedPage(place)].join('\n\n'),
    maxOutputTokens: limits.summaryOutputTokensMax,
    until,
  });
  if (answer.kind !== 'answered') return answer;
  const text = isJsonObject(answer.value) ? answer.value['summary'] : undefined;
  const written = typeof text === 'string' ? withoutForeignUrls(collectPageUrls(facts), text).trim() : '';
  if (written === '') {
    const why = failure('LLM_ANSWER_INVALID', `Cannot summarise ${facts.url}: the model wrote no summary`);
    return { kind: 'failed', failure: why, usage: answer.usage };
  }
  const summary = written.slice(0, limits.summaryCharactersMax);
  return { kind: 'answered', summary, model: choice.model, usage: answer.usage };
};

/**
 * Summarises a page in a few sentences. A long one is summarised part by part, then its summaries; what is beyond so
 * many parts
 * is left out, and said to be. Addresses that are none of the page's do not pass.
 */
export const summarizePage = async (
  models: Models,
  facts: PageFacts,
  asked: { readonly provider?: string | undefined; readonly model?: string | undefined },
  until: number,
): Promise<Summarized> => {
  const { provider, model } = asked;
  const chosen = await models.choose({ provider, model });
  if (chosen?.kind === 'refused') return { kind: 'failed', failure: chosen.failure, usage: noModelUsage };
  if (chosen === null) {
    const message = `Cannot summarise ${facts.url}: a summary is written by a model, and none is configured`;
    return { kind: 'failed', failure: failure('LLM_NOT_CONFIGURED', message), usage: noModelUsage };
  }
  const { choice } = chosen;
  const all = splitPage(facts.markdown, limits.summaryChunkTokens);
  const chunks = all.slice(0, limits.summaryChunksMax);
  const [only] = chunks;
  if (only === undefined) return { kind: 'answered', summary: '', model: null, usage: noModelUsage };
  if (chunks.length === 1)
    return await summaryOf(models, facts, choice, { chunk: only, part: 1, parts: 1 }, until);
  let usage = noModelUsage;
  const summaries: string[] = [];
  for (const [at, chunk] of chunks.entries()) {
    const part = { chunk, part: at + 1, parts: chunks.length, rule: partRule };
    const found = await summaryOf(models, facts, choice, part, until);
    usage = addUsage(usage, found.usage);
    if (found.kind !== 'answered') return { ...found, usage };
    summaries.push(found.summary);
  }
  const text = summaries.join('\n\n');
  const chunk: Chunk = { headings: [], text, start: 0, end: text.length };
  const whole = await summaryOf(models, facts, choice, { chunk, part: 1, parts: 1, rule: wholeRule }, until);
  const total = { ...whole, usage: addUsage(usage, whole.usage) };
  if (total.kind !== 'answered' || all.length === chunks.length) return total;
  return { ...total, warning: 'The page is too long to be summarised whole: its end is left out' };
};
