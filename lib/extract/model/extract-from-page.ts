import { failure, retryClass, type Failure } from '../../failure.ts';
import { findCandidates } from '../candidates/find-candidates.ts';
import type { Answers } from '../candidates/candidate.ts';
import { makeGroundIndex, type GroundIndex } from '../grounding/ground-index.ts';
import type { ModelOutput, Question } from '../llm/model-output.ts';
import type { AskedModel, Choice, ModelChoice } from '../llm/model-choice.ts';
import { openSchemaCheck } from '../llm/schema-check.ts';
import { combineChunks } from '../merge/combine-chunks.ts';
import { fieldsOfSpec, fieldsSeen } from '../schema/asked-fields.ts';
import { isList, type Field } from '../schema/field.ts';
import { isJsonObject } from '../schema/json.ts';
import type { ExtractionOutcome, ExtractionContext, Extractor } from './extraction-outcome.ts';
import { concludePage, openFields, type AskedPage, type KnownOfPage } from './asked-page.ts';
import { giveUp, nextAsking, startAsking, type AskingEvent, type AskingState } from './asking-state.ts';
import { valuesOfModel, valueWarnings } from './model-values.ts';
import { causeOfWait, endOfWait, failureOfGap, gapsLeft, jobIsOver } from './gaps.ts';
import { noModelUsage, unaskedWarning, type ModelUsage } from './page-extraction.ts';
import {
  expectedAnswerTokens,
  expectedSpending,
  planQuestions,
  spendingInWords,
  type PageQuestions,
  tellUnread,
} from './page-questions.ts';

/** The models of a deployment. */
export interface Models {
  /** Returns the model that a request means; null if none is named and none is configured. */
  readonly choose: (asked: AskedModel) => Promise<Choice | null>;
  readonly ask: (question: Question) => Promise<ModelOutput>;
}

/** Returns the values that the page gives without a model, except those that the caller's schema does not allow. */
const freeAnswers = ({ facts, fields }: AskedPage, index: GroundIndex): Answers =>
  Object.fromEntries(
    Object.entries(findCandidates(facts, fields, index)).filter(([name, { value }]) => {
      const schema = fields.find((field) => field.name === name)?.schema;
      return schema === undefined || openSchemaCheck(schema)(value).length === 0;
    }),
  );

/** Returns the failure of a page that answers nothing. */
const emptyResult = (url: string): Failure =>
  failure('EXTRACT_EMPTY_RESULT', `${url} answers none of the fields`);

/** Says whether later chunks could answer no open field: a list is never complete, and a guess is no answer. */
const isComplete = (fields: readonly Field[], answers: Answers): boolean =>
  fields.length > 0 &&
  fields.every((field) => {
    const found = Object.hasOwn(answers, field.name) ? answers[field.name] : undefined;
    return !isList(field) && found !== undefined && found.grounded !== 'ungrounded';
  });

/** Failures that hold for every further question, until a person has acted. */
const ofModel: ReadonlySet<string> = new Set([
  'ALL_KEYS_EXHAUSTED',
  'INVALID_SCHEMA',
  'LLM_BAD_REQUEST',
  'LLM_MODEL_NOT_FOUND',
  'LLM_NOT_CONFIGURED',
]);
/** Says whether a failure is worth another try after others had their turn. */
const isPassing = ({ code }: Failure): boolean =>
  code !== 'LLM_EMPTY_ANSWER' && retryClass(code) === 'later' && !ofModel.has(code);

/** Failures that concern one text: the next chunk may work. */
const ofChunk: ReadonlySet<string> = new Set([
  'LLM_REFUSED',
  'LLM_CONTENT_FILTERED',
  'LLM_TRUNCATED',
  'LLM_CONTEXT_EXCEEDED',
]);
/** Questions in a row that a model fails in the same way before asking stops. */
const uselessMax = 3;

/** Says whether the questions right before this one failed in the same way, with no sign that the next would not. */
const isHopeless = ({ unanswered, next }: AskingState, { code }: Failure): boolean => {
  if (ofModel.has(code)) return true;
  if (ofChunk.has(code)) return false;
  const same = unanswered.filter(({ at, failure: why }) => at > next - uselessMax && why.code === code);
  return same.length === uselessMax - 1;
};

/** Everything that asking about a page needs. */
interface ExtractionTask {
  readonly models: Models;
  readonly page: AskedPage;
  readonly index: GroundIndex;
  readonly open: readonly Field[];
  readonly asked: PageQuestions;
  readonly hooks: ExtractionContext;
}

/** Ends a step in which no model can be asked before `until`: the page waits, or ends with what it has. */
const unavailable = (
  why: Failure,
  usage: ModelUsage,
  until: number,
  { mayWait, measureWait, putOffFor }: ExtractionContext,
): AskingEvent => {
  const waits = mayWait?.(until, why) ?? true;
  const told = waits ? why : endOfWait(causeOfWait(why, usage, putOffFor), measureWait?.(until, why));
  return { kind: 'unavailable', failure: told, usage, until, mayWait: waits };
};

const eventOfFailure = (
  state: AskingState,
  { failure: why, usage }: Extract<ModelOutput, { kind: 'failed' }>,
  hooks: ExtractionContext,
): AskingEvent =>
  isPassing(why)
    ? unavailable(why, usage, 0, hooks)
    : { kind: isHopeless(state, why) ? 'unaskable' : 'unanswered', failure: why, usage };

const putQuestion = async (asking: ExtractionTask, state: AskingState): Promise<AskingEvent> => {
  const { models, page, index, open, asked, hooks } = asking;
  const question = asked.questions[state.next]?.question;
  if (question === undefined) throw new Error(`Cannot ask: there is no question ${state.next}`);
  const answer = await models.ask(question);
  const { usage } = answer;
  const isPaidNow = answer.kind !== 'answered' || !answer.isCached;
  if (isPaidNow && usage.outputTokens > 0) {
    const { outputTokens } = usage;
    const shape = { choice: question.choice, schema: page.schema };
    await hooks.answerSizes?.note(shape, { expected: expectedAnswerTokens(open), outputTokens });
  }
  if (answer.kind === 'failed') return eventOfFailure(state, answer, hooks);
  if (answer.kind === 'deferred') return unavailable(answer.failure, usage, answer.until, hooks);
  const values = valuesOfModel(page, index, isJsonObject(answer.value) ? answer.value : {});
  const found = combineChunks(open, [...state.parts.map((part) => part.answers), values.answers]);
  const { raw, id, lacking } = answer;
  return {
    kind: 'answered',
    values,
    raw,
    usage,
    isComplete: isComplete(open, found),
    ...(id === undefined ? {} : { id }),
    ...(lacking === undefined ? {} : { failure: lacking }),
  };
};

const reserveNext = async (
  { page, open, asked, hooks }: ExtractionTask,
  state: AskingState,
): Promise<AskingEvent> => {
  const question = asked.questions[state.next]?.question;
  if (question === undefined) throw new Error(`Cannot reserve: there is no question ${state.next}`);
  const usual = await hooks.answerSizes?.usual({ choice: question.choice, schema: page.schema });
  const wanted = expectedSpending(question, open, usual);
  const reservation = await hooks.reserve(wanted, state.usage);
  switch (reservation) {
    case 'reserved':
      return { kind: 'reserved' };
    case 'over':
      return { kind: 'over', failure: jobIsOver(hooks) };
    case 'crowded':
    case 'exhausted': {
      const part = `part ${state.next + 1} of ${state.questions} of ${page.facts.url}`;
      const message = `The budget does not have ${spendingInWords(wanted, page.spec)}, which ${part} may take`;
      const why = failure('BUDGET_EXHAUSTED', message);
      if (reservation === 'exhausted') return { kind: 'exhausted', failure: why };
      // Others hold budget that they may not need: it may come back soon.
      return unavailable(why, noModelUsage, 0, hooks);
    }
  }
};

/** Asks until the page waits or no question is left. */
const askAll = async (asking: ExtractionTask): Promise<AskingState> => {
  let state = startAsking(asking.asked.questions.length, asking.hooks.waited?.unanswered);
  for (;;) {
    if (state.kind === 'reserving') state = nextAsking(state, await reserveNext(asking, state));
    else if (state.kind === 'asking') state = nextAsking(state, await putQuestion(asking, state));
    else return state;
  }
};

/** Ends the page, or makes it wait, with what asking has brought. */
const concludeAsking = (
  asking: ExtractionTask,
  before: KnownOfPage,
  state: AskingState,
): ExtractionOutcome => {
  if (state.kind !== 'waiting') return concludeAsked(asking, before, state);
  const { until, failure: why, unanswered, usage } = state;
  const told = state.parts.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const waited = { unanswered, told };
  const instead = concludeAsked(asking, before, giveUp(state, endOfWait(why)));
  const known = instead.kind === 'over' ? {} : { instead };
  return { kind: 'deferred', until, failure: why, usage, waited, ...known };
};

const concludeAsked = (
  asking: ExtractionTask,
  before: KnownOfPage,
  state: AskingState,
): Exclude<ExtractionOutcome, { kind: 'deferred' }> => {
  const { page, asked, open } = asking;
  const { usage } = state;
  const parts = [...state.parts]
    .map(({ at, ...part }) => ({ ...part, place: asked.questions[at]?.place ?? at }))
    .sort((a, b) => a.place - b.place);
  const values = parts.map(({ answers }) => answers);
  const named = open.length > 0 ? open : fieldsSeen(values);
  const found = combineChunks(named, values);
  const answers = { ...before.answers, ...found };
  const isOver = state.kind === 'settled' && state.by === 'over';
  if (isOver && usage.calls === 0 && Object.keys(answers).length === 0) return { kind: 'over' };
  const gaps = gapsLeft(state, page.fields, answers);
  const unread = tellUnread(
    asked,
    parts.map(({ place }) => place),
  );
  const warnings = [...before.warnings, ...(unread === null ? [] : [unread]), ...valueWarnings(parts, found)];
  const known: KnownOfPage = {
    ...before,
    answers,
    model: asked.questions[0]?.question.choice.model ?? null,
    raw: parts.map(({ raw }) => raw),
    usage,
    warnings,
    gaps,
  };
  const [why] = gaps;
  const concluded = concludePage(
    page,
    known,
    why === undefined ? emptyResult(page.facts.url) : failureOfGap(page.facts.url, why),
  );
  const { unanswered } = state;
  const isExhausted = state.kind === 'settled' && state.by === 'exhausted';
  return { ...concluded, unanswered, ...(isExhausted ? { isExhausted } : {}) };
};

const unpriced = ({ model }: ModelChoice): Failure =>
  failure(
    'EXTRACT_FAILED',
    `Cannot keep the budget in dollars: the price of ${model} is not known. State it under prices in GLEANER_LLM`,
  );

/**
 * Answers a spec about a page: first from the page itself, then by asking a model for the fields still open. A
 * model's values are looked up in the page; values with foreign addresses never pass. Whatever happens with the model,
 * the answer has everything that the page answers by itself and everything that was paid for (`asking-state.ts`).
 */
export const extractFromPage =
  (models: Models): Extractor =>
  async (facts, spec, hooks) => {
    const read = fieldsOfSpec(spec);
    if (read.kind === 'refused') return { kind: 'failed', failure: read.failure, usage: noModelUsage };
    const { fields } = read;
    const page: AskedPage = { facts, spec, ...read };
    const chosen = await models.choose({ provider: spec.provider, model: spec.model });
    const index = makeGroundIndex(facts);
    const answers = freeAnswers(page, index);
    const free = Object.keys(answers).length;
    const open = openFields(fields, answers);
    // A caller that names a model which cannot be asked is told so, even if the model is not needed.
    const warnings = chosen?.kind === 'refused' && open.length === 0 ? [chosen.failure.message] : [];
    const before = { answers, free, model: null, raw: [], usage: noModelUsage, warnings, gaps: [] };
    if (open.length === 0 && fields.length > 0) return concludePage(page, before, emptyResult(facts.url));
    const unasked = (why: Failure, told: readonly string[] = []): ExtractionOutcome => {
      const gap = { code: why.code, message: why.message, fields: open.map(({ name }) => name) };
      const gaps = told.length > 0 ? [] : [gap];
      return concludePage(page, { ...before, warnings: told, gaps }, why);
    };
    if (chosen === null) {
      const found = 'none of the fields is answered by the page itself, and no model is configured';
      return unasked(failure('LLM_NOT_CONFIGURED', `Cannot extract from ${facts.url}: ${found}`), [
        unaskedWarning,
      ]);
    }
    if (chosen.kind === 'refused') return unasked(chosen.failure);
    const { choice } = chosen;
    if (spec.budget.dollars !== undefined && choice.price === null) return unasked(unpriced(choice));
    const { until, asker, troubled } = hooks;
    const asked = planQuestions(
      page,
      choice,
      { open, answers },
      {
        until,
        ...(asker === undefined ? {} : { asker }),
        ...(troubled === undefined ? {} : { troubled }),
      },
    );
    const asking: ExtractionTask = { models, page, index, open, asked, hooks };
    return concludeAsking(asking, before, await askAll(asking));
  };
