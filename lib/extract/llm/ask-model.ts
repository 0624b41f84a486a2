import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { noModelUsage, type ModelUsage } from '../model/page-extraction.ts';
import { askOnce, type AskDependencies, type Attempt } from './ask-once.ts';
import { makeAskedSchema, type AskedSchema } from './asked-schema.ts';
import type { ModelOutput, Question } from './model-output.ts';
import { addUsage } from './model-price.ts';
import type { ModelCapabilities } from './model-capabilities.ts';
import { firstTurn, nextStep, type AskStep, type Turn } from './next-step.ts';
import type { CapabilityCache } from './capability-cache.ts';

/** The clients and stores that asking a model uses. */
export interface ModelDependencies extends AskDependencies {
  readonly capabilities: CapabilityCache;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

const isSame = (one: ModelCapabilities, other: ModelCapabilities): boolean =>
  one.form === other.form &&
  one.tokenLimit === other.tokenLimit &&
  one.takesTemperature === other.takesTemperature;

/** Stores what an answer has shown about a model. */
const learn = async (
  { capabilities, log }: ModelDependencies,
  { choice }: Question,
  known: ModelCapabilities,
  { form, capabilities: shown }: Turn,
  { isStrict }: AskedSchema,
): Promise<void> => {
  try {
    // A schema too large to be strict is asked in another form, which shows nothing about the model.
    if (isSame(known, shown)) return isStrict ? await capabilities.note(choice, known, form) : undefined;
    log('model learned', { provider: choice.provider, model: choice.model, ...shown });
    await capabilities.learn(choice, shown);
  } catch (error) {
    // The answer has arrived and was paid for; the next question can learn this again.
    log('model not remembered', { model: choice.model, error: String(error) });
  }
};

const endOf = (step: Exclude<AskStep, { kind: 'ask' }>, usage: ModelUsage, now: number): ModelOutput => {
  if (step.kind === 'answered') {
    const { turn, value, raw, lacking } = step;
    return {
      kind: 'answered',
      value,
      raw,
      usage,
      form: turn.form,
      isRepaired: turn.repair !== null,
      isCached: false,
      ...(lacking === undefined ? {} : { lacking }),
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

/** Returns the failure of a call that may pass by itself or with another key; null if the model answered. */
const passing = (attempt: Attempt): Failure | null => {
  if (attempt.kind !== 'trouble') return null;
  const { trouble } = attempt;
  switch (trouble.kind) {
    case 'limited':
    case 'unpaid':
    case 'refused':
      return failure('ALL_KEYS_EXHAUSTED', 'Cannot get an answer: keys were passed over, and time ran out');
    case 'unavailable':
      return trouble.failure;
    case 'form':
    case 'parameter':
    case 'unreadable':
    case 'failed':
      return null;
  }
};

/** Returns why a question is asked again: the call was refused, or its answer could not be used. */
const askedAgain = (attempt: Attempt): Failure =>
  attempt.kind === 'trouble' && 'failure' in attempt.trouble
    ? attempt.trouble.failure
    : failure('LLM_ANSWER_INVALID', "Cannot use the model's answer: it is asked again");

/**
 * Asks a model, and returns an answer that is valid against the question's schema, or the reason why there is none.
 *
 * It asks in the strongest form that the model supports, with one key after the other while their providers refuse
 * them, and has an invalid answer repaired once. It takes at most `limits.modelCallsMax` calls, and no longer than
 * `question.until`. Calls without an answer share the time of one call; then the caller is told, and can say why it
 * waits. Expected outcomes are values; it throws only if a store is down.
 */
export const askModel = async (dependencies: ModelDependencies, question: Question): Promise<ModelOutput> => {
  const { choice } = question;
  const schema = makeAskedSchema(question);
  const refused = unusable(schema);
  if (refused !== null) return refused;
  const known = await dependencies.capabilities.of(choice);
  let turn: Turn = firstTurn(known, schema);
  let usage = noModelUsage;
  let heardAt = dependencies.now();
  let toldAt = heardAt;
  let passed: Failure | null = null;
  for (let call = 1; call <= limits.modelCallsMax; call += 1) {
    const until = Math.min(question.until ?? Number.POSITIVE_INFINITY, heardAt + limits.modelCallMs);
    const attempt = await askOnce(dependencies, { question: { ...question, until }, schema, ...turn });
    if (attempt.kind === 'deferred') {
      // Without time for another call, the call before says why there is no answer.
      const why = attempt.failure.code === 'LLM_TIMEOUT' ? (passed ?? attempt.failure) : attempt.failure;
      return { ...attempt, failure: why, usage };
    }
    usage = addUsage(usage, attempt.usage);
    const step = nextStep(turn, attempt, schema);
    if (step.kind === 'answered' && step.lacking === undefined)
      await learn(dependencies, question, known, step.turn, schema);
    const now = dependencies.now();
    if (step.kind !== 'ask') return endOf(step, usage, now);
    const why = passing(attempt);
    passed = why;
    // Another whole call follows, so the caller is told before it has waited for a minute.
    if (why === null && now - toldAt > limits.modelSilentMs - limits.modelCallMs) {
      await question.troubled?.(askedAgain(attempt), now + limits.modelCallMs);
      toldAt = now;
    }
    if (why === null) heardAt = now;
    // The remaining time would be too short for a model that takes as long as this one took to fail.
    else if (now - heardAt > limits.modelCallMs / 2)
      return { kind: 'deferred', until: now + step.pauseMs, failure: why, usage };
    turn = step.turn;
    if (step.pauseMs > 0) await dependencies.sleep(step.pauseMs * (1 + dependencies.random() / 2));
  }
  // Only keys were refused this often: there are many, and others may be free.
  const why = failure(
    'ALL_KEYS_EXHAUSTED',
    `Cannot ask ${choice.provider}: ${limits.modelCallsMax} calls brought no answer`,
  );
  return { kind: 'deferred', until: dependencies.now() + limits.modelKeyPatienceMs, failure: why, usage };
};
