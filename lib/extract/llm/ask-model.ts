import { failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { noUsage, type Usage } from '../model/page-answer.ts';
import { askOnce, type AskDependencies } from './ask-once.ts';
import { askedSchemaOf, type AskedSchema } from './asked-schema.ts';
import type { ModelAnswer, Question } from './model-answer.ts';
import { addUsage } from './model-price.ts';
import type { ModelTraits } from './model-traits.ts';
import { firstTurn, nextStep, type Step, type Turn } from './next-step.ts';
import type { TraitsBook } from './traits-book.ts';

/** What asking a model touches. */
export interface ModelDependencies extends AskDependencies {
  readonly traits: TraitsBook;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

const isSame = (one: ModelTraits, other: ModelTraits): boolean =>
  one.form === other.form &&
  one.tokenLimit === other.tokenLimit &&
  one.takesTemperature === other.takesTemperature;

/** Keeps what an answer has shown of a model. */
const learn = async (
  { traits, log }: ModelDependencies,
  { choice }: Question,
  known: ModelTraits,
  { form, traits: shown }: Turn,
  { isStrict }: AskedSchema,
): Promise<void> => {
  try {
    // The form in which a schema is asked that is too large to be strict says nothing of the model.
    if (isSame(known, shown)) return isStrict ? await traits.note(choice, known, form) : undefined;
    log('model learned', { provider: choice.provider, model: choice.model, ...shown });
    await traits.learn(choice, shown);
  } catch (error) {
    // The answer is there and was paid for; the next question learns it again.
    log('model not remembered', { model: choice.model, error: String(error) });
  }
};

const endOf = (step: Exclude<Step, { kind: 'ask' }>, usage: Usage, now: number): ModelAnswer => {
  if (step.kind === 'answered') {
    const { turn, value, raw } = step;
    return {
      kind: 'answered',
      value,
      raw,
      usage,
      form: turn.form,
      isRepaired: turn.repair !== null,
      isCached: false,
    };
  }
  if (step.kind === 'out')
    return { kind: 'deferred', until: now + step.pauseMs, failure: step.failure, usage };
  const { failure: why, raw } = step;
  return { kind: 'failed', failure: why, usage, ...(raw === undefined ? {} : { raw }) };
};

const unusable = (schema: AskedSchema): ModelAnswer | null => {
  const [fault = ''] = schema.check({});
  return fault.startsWith('the schema cannot be applied')
    ? { kind: 'failed', failure: failure('INVALID_SCHEMA', `Cannot ask the model: ${fault}`), usage: noUsage }
    : null;
};

/**
 * Puts a question to a model and answers with what is valid against the question's schema, or why there is nothing.
 *
 * The question is asked in the strongest form that the model has, with one key after the other while their providers refuse
 * them, and an answer that is not valid is mended once. It takes at most `limits.modelCallsMax` calls, and no longer than
 * `question.until`. Expected outcomes are values; only a store that is out throws.
 */
export const askModel = async (dependencies: ModelDependencies, question: Question): Promise<ModelAnswer> => {
  const { choice } = question;
  const schema = askedSchemaOf(question);
  const refused = unusable(schema);
  if (refused !== null) return refused;
  const known = await dependencies.traits.of(choice);
  let turn: Turn = firstTurn(known, schema);
  let usage = noUsage;
  for (let call = 1; call <= limits.modelCallsMax; call += 1) {
    const attempt = await askOnce(dependencies, { question, schema, ...turn });
    if (attempt.kind === 'deferred') return { ...attempt, usage };
    usage = addUsage(usage, attempt.usage);
    const step = nextStep(turn, attempt, schema);
    if (step.kind === 'answered') await learn(dependencies, question, known, step.turn, schema);
    if (step.kind !== 'ask') return endOf(step, usage, dependencies.now());
    turn = step.turn;
    if (step.pauseMs > 0) await dependencies.sleep(step.pauseMs * (1 + dependencies.random() / 2));
  }
  // Only keys were passed over that often: there are many, and others may be free.
  const why = failure(
    'ALL_KEYS_EXHAUSTED',
    `Cannot ask ${choice.provider}: ${limits.modelCallsMax} calls brought no answer`,
  );
  return { kind: 'deferred', until: dependencies.now() + limits.modelKeyPatienceMs, failure: why, usage };
};
