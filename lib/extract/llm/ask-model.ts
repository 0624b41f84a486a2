import { failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { noModelUsage, type ModelUsage } from '../model/page-extraction.ts';
import { askOnce, type AskDependencies } from './ask-once.ts';
import { makeAskedSchema, type AskedSchema } from './asked-schema.ts';
import type { ModelOutput, Question } from './model-output.ts';
import { addUsage } from './model-price.ts';
import type { ModelCapabilities } from './model-capabilities.ts';
import { firstTurn, nextStep, type AskStep, type Turn } from './next-step.ts';
import type { CapabilityCache } from './capability-cache.ts';

/** What asking a model touches. */
export interface ModelDependencies extends AskDependencies {
  readonly capabilities: CapabilityCache;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

const isSame = (one: ModelCapabilities, other: ModelCapabilities): boolean =>
  one.form === other.form &&
  one.tokenLimit === other.tokenLimit &&
  one.takesTemperature === other.takesTemperature;

/** Keeps what an answer has shown of a model. */
const learn = async (
  { capabilities, log }: ModelDependencies,
  { choice }: Question,
  known: ModelCapabilities,
  { form, capabilities: shown }: Turn,
  { isStrict }: AskedSchema,
): Promise<void> => {
  try {
    // The form in which a schema is asked that is too large to be strict says nothing of the model.
    if (isSame(known, shown)) return isStrict ? await capabilities.note(choice, known, form) : undefined;
    log('model learned', { provider: choice.provider, model: choice.model, ...shown });
    await capabilities.learn(choice, shown);
  } catch (error) {
    // The answer is there and was paid for; the next question learns it again.
    log('model not remembered', { model: choice.model, error: String(error) });
  }
};

const endOf = (step: Exclude<AskStep, { kind: 'ask' }>, usage: ModelUsage, now: number): ModelOutput => {
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

const unusable = (schema: AskedSchema): ModelOutput | null => {
  const [fault = ''] = schema.check({});
  return fault.startsWith('the schema cannot be applied')
    ? {
        kind: 'failed',
        failure: failure('INVALID_SCHEMA', `Cannot ask the model: ${fault}`),
        usage: noModelUsage,
      }
    : null;
};

/**
 * Puts a question to a model and answers with what is valid against the question's schema, or why there is nothing.
 *
 * The question is asked in the strongest form that the model has, with one key after the other while their providers
 * refuse
 * them, and an answer that is not valid is mended once. It takes at most `limits.modelCallsMax` calls, and no longer
 * than
 * `question.until`. Expected outcomes are values; only a store that is out throws.
 */
export const askModel = async (dependencies: ModelDependencies, question: Question): Promise<ModelOutput> => {
  const { choice } = question;
  const schema = makeAskedSchema(question);
  const refused = unusable(schema);
  if (refused !== null) return refused;
  const known = await dependencies.capabilities.of(choice);
  let turn: Turn = firstTurn(known, schema);
  let usage = noModelUsage;
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
