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
import { nextAsking, startAsking, type AskingEvent, type AskingState } from './asking-state.ts';
import { valuesOfModel, withheldWarning } from './model-values.ts';
import { noModelUsage, unaskedWarning, type Gap } from './page-extraction.ts';
import { expectedSpending, planQuestions, type PageQuestions } from './page-questions.ts';

/** The models of a deployment. */
export interface Models {
  /** The model that a request means; null where none is named and none is configured. */
  readonly choose: (asked: AskedModel) => Promise<Choice | null>;
  readonly ask: (question: Question) => Promise<ModelOutput>;
}

/** Values that the page gives for nothing, but for those that the caller's schema does not allow. */
const freeAnswers = ({ facts, fields }: AskedPage, index: GroundIndex): Answers =>
  Object.fromEntries(
    Object.entries(findCandidates(facts, fields, index)).filter(([name, { value }]) => {
      const schema = fields.find((field) => field.name === name)?.schema;
      return schema === undefined || openSchemaCheck(schema)(value).length === 0;
    }),
  );

/** Why a page fails that nobody has an answer from. */
const emptyResult = (url: string): Failure =>
  failure('EXTRACT_EMPTY_RESULT', `${url} answers none of the fields`);

/** Whether nothing is open that chunks which follow may answer: a list is never complete, and a guess is no answer. */
const isComplete = (fields: readonly Field[], answers: Answers): boolean =>
  fields.length > 0 &&
  fields.every((field) => {
    const found = Object.hasOwn(answers, field.name) ? answers[field.name] : undefined;
    return !isList(field) && found !== undefined && found.grounded !== 'ungrounded';
  });

/** Failures of which one stands for every further question, until a person has acted. */
const ofModel: ReadonlySet<string> = new Set([
  'ALL_KEYS_EXHAUSTED',
  'INVALID_SCHEMA',
  'LLM_BAD_REQUEST',
  'LLM_MODEL_NOT_FOUND',
  'LLM_NOT_CONFIGURED',
]);
/** Failures that are worth another try, but not before others had their turn. */
const isPassing = ({ code }: Failure): boolean =>
  code !== 'LLM_EMPTY_ANSWER' && retryClass(code) === 'later' && !ofModel.has(code);

/** Questions in a row to which a model may say no in the same way before no further one is put. */
const refusalsMax = 3;

/** Everything that asking a page takes. */
interface ExtractionTask {
  readonly models: Models;
  readonly page: AskedPage;
  readonly index: GroundIndex;
  readonly open: readonly Field[];
  readonly asked: PageQuestions;
  readonly hooks: ExtractionContext;
}

const eventOfFailure = (
  state: AskingState,
  { failure: why, usage }: Extract<ModelOutput, { kind: 'failed' }>,
  { mayWait }: ExtractionContext,
): AskingEvent => {
  if (isPassing(why)) {
    return { kind: 'unavailable', failure: why, usage, until: 0, mayWait: mayWait?.(0, why) ?? true };
  }
  const same = state.unanswered.slice(1 - refusalsMax).filter(({ failure: { code } }) => code === why.code);
  const isHopeless = ofModel.has(why.code) || same.length === refusalsMax - 1;
  return { kind: isHopeless ? 'unaskable' : 'unanswered', failure: why, usage };
};

/** Whether what an answer took was told when the page was put off. */
const isTold = (answer: ModelOutput, { waited }: ExtractionContext): boolean =>
  answer.kind === 'answered' && answer.id !== undefined && waited?.told.includes(answer.id) === true;

const putQuestion = async (asking: ExtractionTask, state: AskingState): Promise<AskingEvent> => {
  const { models, page, index, open, asked, hooks } = asking;
  const question = asked.questions[state.next]?.question;
  if (question === undefined) throw new Error(`Cannot ask: there is no question ${state.next}`);
  const answer = await models.ask(question);
  const usage = isTold(answer, hooks) ? noModelUsage : answer.usage;
  if (answer.kind === 'failed') return eventOfFailure(state, answer, hooks);
  if (answer.kind === 'deferred') {
    const { failure: why, until: later } = answer;
    const mayWait = hooks.mayWait?.(later, why) ?? true;
    return { kind: 'unavailable', failure: why, usage, until: later, mayWait };
  }
  const values = valuesOfModel(page, index, isJsonObject(answer.value) ? answer.value : {});
  const found = combineChunks(open, [...state.parts.map((part) => part.answers), values.answers]);
  const { raw, id } = answer;
  const done = isComplete(open, found);
  return { kind: 'answered', values, raw, usage, isComplete: done, ...(id === undefined ? {} : { id }) };
};

const reserveNext = async (
  { page, open, asked, hooks }: ExtractionTask,
  state: AskingState,
): Promise<AskingEvent> => {
  const question = asked.questions[state.next]?.question;
  if (question === undefined) throw new Error(`Cannot reserve: there is no question ${state.next}`);
  const wanted = expectedSpending(question, open, hooks.usualOutputTokens);
  const reservation = await hooks.reserve(wanted, state.usage);
  switch (reservation) {
    case 'reserved':
      return { kind: 'reserved' };
    case 'over':
      return { kind: 'over', failure: failure('JOB_CANCELLED', 'The job ended before the page was asked') };
    case 'crowded':
    case 'exhausted': {
      const part = `part ${state.next + 1} of ${state.questions} of ${page.facts.url}`;
      const message = `The budget does not have the ${wanted.tokens} tokens that are wanted for ${part}`;
      const why = failure('BUDGET_EXHAUSTED', message);
      if (reservation === 'exhausted') return { kind: 'exhausted', failure: why };
      // Others hold what they may not need: it may be back in a moment.
      const mayWait = hooks.mayWait?.(0, why) ?? true;
      return { kind: 'unavailable', failure: why, usage: noModelUsage, until: 0, mayWait };
    }
  }
};

/** Asks until the page waits or nothing is left to be asked. */
const askAll = async (asking: ExtractionTask): Promise<AskingState> => {
  let state = startAsking(asking.asked.questions.length, asking.hooks.waited?.unanswered);
  for (;;) {
    if (state.kind === 'reserving') state = nextAsking(state, await reserveNext(asking, state));
    else if (state.kind === 'asking') state = nextAsking(state, await putQuestion(asking, state));
    else return state;
  }
};

/** Why fields are open, once no further question is put: one gap for each reason. */
const gapsOf = (
  { unanswered, rest, questions }: AskingState,
  fields: readonly Field[],
  answers: Answers,
): Gap[] => {
  // A list that has items may have more of them in what was not read.
  const open = fields.filter((field) => isList(field) || !Object.hasOwn(answers, field.name));
  if (open.length === 0 && fields.length > 0) return [];
  const names = open.map(({ name }) => name);
  const of = questions > 1 ? ` (in ${unanswered.length} of ${questions} parts)` : '';
  const reasons = new Map(unanswered.map(({ failure: why }) => [why.code, `${why.message}${of}`]));
  if (rest !== undefined) reasons.set(rest.code, rest.message);
  return [...reasons].map(([code, message]) => ({ code, message, fields: names }));
};

/** How the page ends, or that it waits, with what asking has brought. */
const concludeAsking = (
  asking: ExtractionTask,
  before: KnownOfPage,
  state: AskingState,
): ExtractionOutcome => {
  const { page, asked, open } = asking;
  const { usage } = state;
  if (state.kind === 'waiting') {
    const { until, failure: why, unanswered } = state;
    const told = state.parts.flatMap(({ id }) => (id === undefined ? [] : [id]));
    return { kind: 'deferred', until, failure: why, usage, waited: { unanswered, told } };
  }
  const parts = [...state.parts]
    .map(({ at, ...part }) => ({ ...part, place: asked.questions[at]?.place ?? at }))
    .sort((a, b) => a.place - b.place);
  const values = parts.map(({ answers }) => answers);
  const named = open.length > 0 ? open : fieldsSeen(values);
  const found = combineChunks(named, values);
  const answers = { ...before.answers, ...found };
  const isOver = state.kind === 'settled' && state.by === 'over';
  if (isOver && usage.calls === 0 && Object.keys(answers).length === 0) return { kind: 'over' };
  const gaps = gapsOf(state, page.fields, answers);
  const warnings = [
    ...before.warnings,
    ...(asked.unread === null ? [] : [asked.unread]),
    ...withheldWarning(parts, found),
  ];
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
  const isExhausted = state.kind === 'settled' && state.by === 'exhausted';
  return isExhausted ? { ...concluded, isExhausted } : concluded;
};

const failureOfGap = (url: string, { code, message }: Gap): Failure =>
  failure(
    code as Failure['code'],
    message.includes(url) ? message : `${url} answers nothing by itself: ${message}`,
  );

const unpriced = ({ model }: ModelChoice): Failure =>
  failure(
    'EXTRACT_FAILED',
    `Cannot keep the budget in dollars: the price of ${model} is not known. State it under prices in GLEANER_LLM`,
  );

/**
 * Answers what an order asks of a page: out of the page itself first, and by asking a model for what that leaves
 * open. Values
 * of a model are looked up in the page; those with foreign addresses never pass. Whatever becomes of the model, what
 * the page
 * answers by itself and what was paid for is in the answer (`asking-state.ts`).
 */
export const extractFromPage =
  (models: Models): Extractor =>
  async (facts, spec, hooks) => {
    const read = fieldsOfSpec(spec);
    if (read.kind === 'refused') return { kind: 'failed', failure: read.failure, usage: noModelUsage };
    const { fields } = read;
    const page: AskedPage = { facts, spec, ...read };
    const chosen = await models.choose({ provider: spec.provider, model: spec.model });
    // Whoever names a model that cannot be asked has to hear of it.
    if (chosen?.kind === 'refused') return { kind: 'failed', failure: chosen.failure, usage: noModelUsage };
    const index = makeGroundIndex(facts);
    const answers = freeAnswers(page, index);
    const free = Object.keys(answers).length;
    const before = { answers, free, model: null, raw: [], usage: noModelUsage, warnings: [], gaps: [] };
    const open = openFields(fields, answers);
    if (open.length === 0 && fields.length > 0) return concludePage(page, before, emptyResult(facts.url));
    const unasked = (why: Failure, warnings: readonly string[] = []): ExtractionOutcome => {
      const gap = { code: why.code, message: why.message, fields: open.map(({ name }) => name) };
      const gaps = warnings.length > 0 ? [] : [gap];
      return concludePage(page, { ...before, warnings, gaps }, why);
    };
    if (chosen === null) {
      const found = 'none of the fields is answered by the page itself, and no model is configured';
      return unasked(failure('LLM_NOT_CONFIGURED', `Cannot extract from ${facts.url}: ${found}`), [
        unaskedWarning,
      ]);
    }
    const { choice } = chosen;
    if (spec.budget.dollars !== undefined && choice.price === null) return unasked(unpriced(choice));
    const { until, asker } = hooks;
    const asked = planQuestions(
      page,
      choice,
      { open, answers },
      { until, ...(asker === undefined ? {} : { asker }) },
    );
    const asking: ExtractionTask = { models, page, index, open, asked, hooks };
    return concludeAsking(asking, before, await askAll(asking));
  };
