import type { Spending } from '../../job/spending.ts';
import { failure, retryClass, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { hashSpec, type ExtractSpec } from '../../request/extract-spec.ts';
import { findCandidates } from '../candidates/find-candidates.ts';
import type { ExtractionOutcome, Extractor, Concluded } from './extraction-outcome.ts';
import { fieldsOfSpec, fieldsSeen } from '../schema/asked-fields.ts';
import type { Answers } from '../candidates/candidate.ts';
import { combineChunks } from '../merge/combine-chunks.ts';
import { isList, wrappedName, type Field } from '../schema/field.ts';
import { makeGroundIndex } from '../grounding/ground-index.ts';
import { groundedValue } from '../grounding/grounding.ts';
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { addUsage, callCost } from '../llm/model-price.ts';
import type { ModelOutput, Question } from '../llm/model-output.ts';
import type { AskedModel, Choice, ModelChoice } from '../llm/model-choice.ts';
import { openSchemaCheck } from '../llm/schema-check.ts';
import { openSchema } from '../schema/open-schema.ts';
import {
  microdollarsPerDollar,
  noModelUsage,
  unaskedWarning,
  type Extraction,
  type ModelUsage,
} from './page-extraction.ts';
import type { PageFacts } from '../candidates/page-facts.ts';
import { writePrompt } from './prompt.ts';
import { splitPage } from './split-page.ts';
import { estimateTokens } from './token-estimate.ts';

/** The models of a deployment. */
export interface Models {
  /** The model that a request means; null where none is named and none is configured. */
  readonly choose: (asked: AskedModel) => Promise<Choice | null>;
  readonly ask: (question: Question) => Promise<ModelOutput>;
}

interface ExtractionTask {
  readonly facts: PageFacts;
  readonly spec: ExtractSpec;
  readonly fields: readonly Field[];
  readonly schema: JsonSchema;
  readonly isWrapped: boolean;
}

/** What is known of a page while it is asked. */
interface Progress {
  readonly answers: Answers;
  readonly free: number;
  readonly model: string | null;
  readonly raw: readonly string[];
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

const openFields = (fields: readonly Field[], answers: Answers): Field[] =>
  fields.filter(({ name }) => !Object.hasOwn(answers, name));

/** The answer as the caller's schema has it: fields by their order; an open one is null or empty where `fields` were asked for. */
const valueOf = ({ spec, fields, isWrapped }: ExtractionTask, answers: Answers): Json => {
  const named = fields.length > 0 ? fields : fieldsSeen([answers]);
  const members = named.flatMap((field): [string, Json][] => {
    const found = Object.hasOwn(answers, field.name) ? answers[field.name] : undefined;
    if (found !== undefined) return [[field.name, found.value]];
    return spec.fields === undefined ? [] : [[field.name, isList(field) ? [] : null]];
  });
  const value = Object.fromEntries(members);
  return isWrapped ? (value[wrappedName] ?? []) : value;
};

const extractionOf = (asking: ExtractionTask, progress: Progress): Extraction => {
  const { spec, fields } = asking;
  const { answers, free, model, raw, usage, warnings } = progress;
  const open = openFields(fields, answers).map(({ name }) => name);
  return {
    order: hashSpec(spec),
    value: valueOf(asking, answers),
    answers,
    open,
    fields: fields.length > 0 ? fields.length : Object.keys(answers).length,
    free,
    model,
    raw: raw.map((text) => text.slice(0, limits.rawAnswerCharactersMax)),
    usage,
    cached: false,
    warnings: [...warnings],
  };
};

/** With `strict`, what the answer has that the schema does not allow. */
const mismatchOf = ({ spec, facts }: ExtractionTask, value: Json): Failure | null => {
  if (!spec.strict || spec.schema === undefined) return null;
  const faults = openSchemaCheck(spec.schema as JsonSchema)(value);
  if (faults.length === 0) return null;
  const message = `What ${facts.url} answers is not what the schema allows: ${faults.join('; ')}`;
  return failure('EXTRACT_SCHEMA_MISMATCH', message);
};

/** How the page ends with what is known of it; `why` it fails where that is nothing and pages are answered apart. */
const conclude = (asking: ExtractionTask, progress: Progress, why: Failure): Concluded => {
  const { spec } = asking;
  const extraction = extractionOf(asking, progress);
  const isEmpty = Object.keys(progress.answers).length === 0;
  if (isEmpty && !spec.merge) return { kind: 'failed', failure: why, usage: progress.usage };
  const mismatch = spec.merge ? null : mismatchOf(asking, extraction.value as Json);
  return mismatch === null
    ? { kind: 'answered', extraction }
    : { kind: 'failed', failure: mismatch, usage: progress.usage };
};

/** Values that the page gives for nothing, but for those that the caller's schema does not allow. */
const freeAnswers = ({ facts, fields }: ExtractionTask, index: ReturnType<typeof makeGroundIndex>): Answers =>
  Object.fromEntries(
    Object.entries(findCandidates(facts, fields, index)).filter(([name, { value }]) => {
      const schema = fields.find((field) => field.name === name)?.schema;
      return schema === undefined || openSchemaCheck(schema)(value).length === 0;
    }),
  );

/** What is asked, chunk by chunk. */
const questionsOf = (
  asking: ExtractionTask,
  choice: ModelChoice,
  open: readonly Field[],
  until: number,
): Question[] => {
  const { facts, spec, schema } = asking;
  const chunks = splitPage(facts.markdown, spec.chunkTokens).slice(0, limits.chunksPerPageMax);
  return chunks.map((chunk, at) => ({
    choice,
    schema: asking.fields.length === 0 ? schema : openSchema(schema, new Set(open.map(({ name }) => name))),
    isPart: chunks.length > 1 || spec.merge,
    ...writePrompt({
      url: facts.url,
      title: facts.metadata.title,
      chunk,
      part: at + 1,
      parts: chunks.length,
      fields: open,
      prompt: spec.prompt,
      systemPrompt: spec.systemPrompt,
    }),
    maxOutputTokens: limits.modelOutputTokensMax,
    until,
  }));
};

/** The most that these questions may take: each may be put twice, once more to mend its answer. */
const spendingOf = (questions: readonly Question[], { price }: ModelChoice): Spending => {
  let tokens = 0;
  let dollars = 0;
  for (const question of questions) {
    const schema = estimateTokens(JSON.stringify(question.schema));
    const inputTokens = 2 * (estimateTokens(question.system) + estimateTokens(question.user) + schema);
    const used = {
      inputTokens: inputTokens + question.maxOutputTokens,
      outputTokens: 2 * question.maxOutputTokens,
    };
    tokens += used.inputTokens + used.outputTokens;
    dollars += callCost(price, used) ?? 0;
  }
  return { tokens, microdollars: Math.ceil(dollars * microdollarsPerDollar) };
};

/** A model's answer as candidates, each looked up in the page. */
const groundedAnswers = (
  { spec, fields }: ExtractionTask,
  index: ReturnType<typeof makeGroundIndex>,
  value: JsonObject,
): Answers => {
  const named = fields.length > 0 ? fields : fieldsSeen([asCandidates(value)]);
  return Object.fromEntries(
    named.flatMap((field) => {
      const found = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
      if (found === undefined || found === null) return [];
      const { candidate } = groundedValue(index, field, found, spec.groundedOnly);
      return candidate === null ? [] : [[field.name, candidate]];
    }),
  );
};

const asCandidates = (value: JsonObject): Answers =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      {
        value: inner,
        confidence: 0,
        grounded: 'ungrounded' as const,
        evidence: { url: '', kind: 'model' as const, where: null, quote: null },
      },
    ]),
  );

/** Why a page fails that nobody has an answer from. */
const emptyResult = ({ url }: PageFacts): Failure =>
  failure('EXTRACT_EMPTY_RESULT', `${url} answers none of the fields`);

/** Whether chunks that follow may still answer something: a list is never complete. */
const isDone = (fields: readonly Field[], answers: Answers): boolean =>
  fields.length > 0 && fields.every((field) => !isList(field) && Object.hasOwn(answers, field.name));

/** What becomes of a page whose question failed: once more later, where that may help. */
const afterFailure = (
  { failure: why }: Extract<ModelOutput, { kind: 'failed' }>,
  usage: ModelUsage,
): ExtractionOutcome =>
  retryClass(why.code) === 'later'
    ? { kind: 'deferred', until: 0, triesMax: limits.extractTriesMax, failure: why, usage }
    : { kind: 'failed', failure: why, usage };

/** Puts the questions one after the other, until nothing is open. */
const askAll = async (
  models: Models,
  asking: ExtractionTask,
  questions: readonly Question[],
  before: Progress,
  index: ReturnType<typeof makeGroundIndex>,
): Promise<ExtractionOutcome> => {
  const open = openFields(asking.fields, before.answers);
  const parts: Answers[] = [];
  let { usage } = before;
  const raw: string[] = [];
  for (const question of questions) {
    const answer = await models.ask(question);
    usage = addUsage(usage, answer.usage);
    if (answer.kind === 'deferred')
      return { kind: 'deferred', until: answer.until, failure: answer.failure, usage };
    if (answer.kind === 'failed') return afterFailure(answer, usage);
    raw.push(answer.raw);
    if (isJsonObject(answer.value)) parts.push(groundedAnswers(asking, index, answer.value));
    if (isDone(open, combineChunks(open, parts))) break;
  }
  const asked = open.length > 0 ? open : fieldsSeen(parts);
  const answers = { ...before.answers, ...combineChunks(asked, parts) };
  const model = questions[0]?.choice.model ?? before.model;
  return conclude(asking, { ...before, answers, model, raw, usage }, emptyResult(asking.facts));
};

/**
 * Answers what an order asks of a page: out of the page itself first, and by asking a model for what that leaves open. Values
 * of a model are looked up in the page; those with foreign addresses never pass. Before a model is asked, what that may take at
 * most is reserved.
 */
export const extractFromPage =
  (models: Models): Extractor =>
  async (facts, spec, { reserve, until }) => {
    const read = fieldsOfSpec(spec);
    if (read.kind === 'refused') return { kind: 'failed', failure: read.failure, usage: noModelUsage };
    const { fields, schema, isWrapped } = read;
    const asking: ExtractionTask = { facts, spec, fields, schema, isWrapped };
    const chosen = await models.choose({ provider: spec.provider, model: spec.model });
    if (chosen?.kind === 'refused') return { kind: 'failed', failure: chosen.failure, usage: noModelUsage };
    const index = makeGroundIndex(facts);
    const answers = freeAnswers(asking, index);
    const free = Object.keys(answers).length;
    const before = { answers, free, model: null, raw: [], usage: noModelUsage, warnings: [] };
    const open = openFields(fields, answers);
    if (open.length === 0 && fields.length > 0) return conclude(asking, before, emptyResult(facts));
    const unanswered = `Cannot extract from ${facts.url}: none of the fields is answered by the page itself`;
    if (chosen === null) {
      const why = failure('LLM_NOT_CONFIGURED', `${unanswered}, and no model is configured`);
      return conclude(asking, { ...before, warnings: [unaskedWarning] }, why);
    }
    const { choice } = chosen;
    if (spec.budget.dollars !== undefined && choice.price === null) {
      const message = `Cannot keep the budget in dollars: the price of ${choice.model} is not known. State it under prices in GLEANER_LLM`;
      return { kind: 'failed', failure: failure('EXTRACT_FAILED', message), usage: noModelUsage };
    }
    const questions = questionsOf(asking, choice, open, until);
    const reservation = await reserve(spendingOf(questions, choice));
    if (reservation === 'over') return { kind: 'over' };
    if (reservation === 'exhausted') {
      const why = failure('BUDGET_EXHAUSTED', `${unanswered}, and the budget is too small to ask a model`);
      return { kind: 'unaffordable', page: conclude(asking, before, why) };
    }
    return await askAll(models, asking, questions, before, index);
  };
