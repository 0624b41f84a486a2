import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { isJsonObject } from '../schema/json.ts';
import type { Models } from './extract-from-page.ts';
import type { ExtractionContext } from './extraction-outcome.ts';
import { jobIsOver } from './gaps.ts';
import { expectedSpending } from './page-questions.ts';
import { addUsage } from '../llm/model-price.ts';
import type { ModelOutput, Question } from '../llm/model-output.ts';
import type { ModelChoice } from '../llm/model-choice.ts';
import { noModelUsage, type ModelUsage } from './page-extraction.ts';
import type { PageFacts } from '../candidates/page-facts.ts';
import { collectPageUrls, withoutForeignUrls } from '../candidates/page-urls.ts';
import { dataRule, quotedPage } from './prompt.ts';
import { splitPage, type Chunk } from './split-page.ts';

/** The outcome of summarising a page. */
export type Summarized =
  | {
      readonly kind: 'answered';
      readonly summary: string;
      readonly model: string | null;
      readonly usage: ModelUsage;
      readonly warning?: string;
    }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly usage: ModelUsage }
  | Extract<ModelOutput, { kind: 'deferred' }>
  /** The page or its job was over before any question. */
  | { readonly kind: 'over' };

const schema: JsonSchema = {
  type: 'object',
  properties: { summary: { type: 'string', description: 'the summary, as plain text' } },
  required: ['summary'],
  additionalProperties: false,
};

const system =
  `You summarise web pages and answer with JSON.

${dataRule}

- Say what the page is about and what it says, in two to five sentences, in the language of the page.
- Say only what the page says, and nothing of its navigation, banners or of this task. Never use what you ` +
  `know from elsewhere.
- Write plain text, without Markdown, headings or lists, and without addresses.`;

const partRule = 'The page is long: you are given a part of it. Keep names, numbers and dates that matter.';
const wholeRule = 'You are given summaries of the parts of one page, in order. Make one summary of them.';

/** The context of a summary; `usage` is the usage since the page was taken up. */
type SummaryContext = SummaryHooks & { readonly usage: ModelUsage };
type SummaryHooks = Pick<ExtractionContext, 'until' | 'asker' | 'reserve' | 'endedBy' | 'troubled'>;

/** Asks one question; the caller bounds the length of the model's answer. */
const summaryOf = async (
  models: Models,
  facts: PageFacts,
  choice: ModelChoice,
  asked: { readonly chunk: Chunk; readonly part: number; readonly parts: number; readonly rule?: string },
  { until, asker, reserve, troubled, usage }: SummaryContext,
): Promise<Summarized> => {
  const { chunk, part, parts, rule } = asked;
  const place = { url: facts.url, title: facts.metadata.title, chunk, part, parts };
  const question: Question = {
    choice,
    schema,
    system,
    user: [...(rule === undefined ? [] : [rule]), quotedPage(place)].join('\n\n'),
    maxOutputTokens: limits.summaryOutputTokensMax,
    until,
    ...(asker === undefined ? {} : { asker }),
    ...(troubled === undefined ? {} : { troubled }),
  };
  const reservation = await reserve(expectedSpending(question, []), usage);
  if (reservation !== 'reserved') return { kind: 'over' };
  const answer = await models.ask(question);
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

/** Returns the summaries of the parts unjoined if the last question fails; a failure if there are none. */
const asParts = (
  summaries: readonly string[],
  { model }: ModelChoice,
  why: Failure,
  usage: ModelUsage,
): Summarized => {
  if (summaries.length === 0) return { kind: 'failed', failure: why, usage };
  const summary = summaries.join('\n\n').slice(0, limits.summaryCharactersMax);
  const warning = `The summaries of ${summaries.length} parts stand one after another: ${why.message}`;
  return { kind: 'answered', summary, model, usage, warning };
};

/**
 * Summarises parts, then their summaries. A part that the model does not summarise is left out with a warning: the
 * others were paid for.
 */
const summarizeParts = async (
  models: Models,
  facts: PageFacts,
  choice: ModelChoice,
  { chunks, isCut }: { readonly chunks: readonly Chunk[]; readonly isCut: boolean },
  context: SummaryHooks,
): Promise<Summarized> => {
  let usage = noModelUsage;
  const summaries: string[] = [];
  const missing: string[] = [];
  let why: Failure | null = null;
  for (const [at, chunk] of chunks.entries()) {
    const part = { chunk, part: at + 1, parts: chunks.length, rule: partRule };
    const found = await summaryOf(models, facts, choice, part, { ...context, usage });
    if (found.kind === 'over')
      return usage.calls === 0 ? found : asParts(summaries, choice, jobIsOver(context), usage);
    usage = addUsage(usage, found.usage);
    if (found.kind === 'deferred') return { ...found, usage };
    if (found.kind === 'answered') summaries.push(found.summary);
    else {
      why ??= found.failure;
      missing.push(`part ${at + 1} of ${chunks.length} (${found.failure.code})`);
    }
  }
  if (why !== null && summaries.length === 0) return { kind: 'failed', failure: why, usage };
  const text = summaries.join('\n\n');
  const chunk: Chunk = { headings: [], text, start: 0, end: text.length };
  const last = { chunk, part: 1, parts: 1, rule: wholeRule };
  const whole = await summaryOf(models, facts, choice, last, { ...context, usage });
  if (whole.kind === 'over') return asParts(summaries, choice, jobIsOver(context), usage);
  const total = { ...whole, usage: addUsage(usage, whole.usage) };
  if (total.kind === 'deferred') return total;
  const made = total.kind === 'failed' ? asParts(summaries, choice, total.failure, total.usage) : total;
  if (made.kind !== 'answered') return made;
  const warnings = [
    ...(made.warning === undefined ? [] : [made.warning]),
    ...(missing.length === 0 ? [] : [`The summary leaves out ${missing.join(', ')}`]),
    ...(isCut ? ['The page is too long to be summarised whole: its end is left out'] : []),
  ];
  return warnings.length === 0 ? made : { ...made, warning: warnings.join('. ') };
};

/**
 * Summarises a page in a few sentences. A long page is summarised part by part, then the summaries are. Parts beyond
 * the limit are left out with a warning. Addresses that are not the page's are removed.
 */
export const summarizePage = async (
  models: Models,
  facts: PageFacts,
  asked: { readonly provider?: string | undefined; readonly model?: string | undefined },
  context: SummaryHooks,
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
    return await summaryOf(
      models,
      facts,
      choice,
      { chunk: only, part: 1, parts: 1 },
      { ...context, usage: noModelUsage },
    );
  const isCut = all.length > chunks.length;
  return await summarizeParts(models, facts, choice, { chunks, isCut }, context);
};
