import { failure, type Failure, type FailureCode } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { Json } from '../schema/json.ts';
import type { Attempt } from './ask-once.ts';
import type { AskedSchema } from './asked-schema.ts';
import { jsonOfReply, type JsonReply } from './json-reply.ts';
import type { OutputForm } from './model-output.ts';
import type { ModelReply } from './model-reply.ts';
import type { Repair } from './model-request.ts';
import { weakerForm, type ModelCapabilities } from './model-capabilities.ts';
import type { Trouble } from './model-trouble.ts';

/**
 * The state of a question between two calls. A question is asked in its `form` until the server refuses or ignores
 * that, then in the next weaker one; an invalid answer is shown to the model once. `capabilities` holds what was
 * learned about the model meanwhile, and is stored once it has brought an answer.
 */
export interface Turn {
  readonly form: OutputForm;
  readonly capabilities: ModelCapabilities;
  readonly repair: Repair | null;
  /** Whether the same call was already repeated after the provider was down, which happens once. */
  readonly wasOut: boolean;
  readonly wasEmpty: boolean;
  /** Answers, each paid for, that could not be used: they were no completion, no JSON, or not valid. */
  readonly unusable: number;
  /** Parameters that were changed because the server refused them. */
  readonly changed: readonly string[];
  /** The model's last words, stored with a failure. */
  readonly raw?: string;
}

export type AskStep =
  /** Ask again; after a pause if `pauseMs` is more than 0. */
  | { readonly kind: 'ask'; readonly turn: Turn; readonly pauseMs: number }
  /** `lacking`: why a part of the answer was left out; then nothing is learned about the model. */
  | {
      readonly kind: 'answered';
      readonly turn: Turn;
      readonly value: Json;
      readonly raw: string;
      readonly lacking?: Failure;
    }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly raw?: string }
  /** The provider is down: the caller should ask again after a pause. */
  | { readonly kind: 'out'; readonly failure: Failure; readonly pauseMs: number };

export const firstTurn = (capabilities: ModelCapabilities, { isStrict }: AskedSchema): Turn => ({
  // A schema that no strict form can hold says nothing about the model.
  form: capabilities.form === 'json_schema' && !isStrict ? 'json_object' : capabilities.form,
  capabilities,
  repair: null,
  wasOut: false,
  wasEmpty: false,
  unusable: 0,
  changed: [],
});

const ask = (turn: Turn, pauseMs = 0): AskStep => ({ kind: 'ask', turn, pauseMs });

const failed = (turn: Turn, why: Failure): AskStep => ({
  kind: 'failed',
  failure: why,
  ...(turn.raw === undefined ? {} : { raw: turn.raw }),
});

/**
 * Asks in the next weaker form. `isKnown`: the model does not support this one, or does not keep to it, for any
 * question.
 */
const weaken = (turn: Turn, isKnown: boolean, why: Failure): AskStep => {
  const form = weakerForm(turn.form);
  if (form === null) return failed(turn, why);
  return ask({
    ...turn,
    form,
    repair: null,
    capabilities: isKnown ? { ...turn.capabilities, form } : turn.capabilities,
  });
};

const changeParameter = (turn: Turn, trouble: Extract<Trouble, { kind: 'parameter' }>): AskStep => {
  const { name } = trouble;
  if (turn.changed.includes(name) || (name === 'temperature' && !turn.capabilities.takesTemperature)) {
    return failed(turn, trouble.failure);
  }
  const other = turn.capabilities.tokenLimit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const change: Partial<ModelCapabilities> =
    name === 'temperature' ? { takesTemperature: false } : { tokenLimit: other };
  return ask({
    ...turn,
    capabilities: { ...turn.capabilities, ...change },
    changed: [...turn.changed, name],
  });
};

/** Asks again after an answer that could not be used, unless the limit of such answers is reached. */
const again = (turn: Turn, why: Failure, next: Turn): AskStep =>
  turn.unusable >= limits.modelUnusableMax
    ? failed(turn, why)
    : ask({ ...next, unusable: turn.unusable + 1 });

/** How long a function waits for a provider that is down before it asks again. */
const outPauseMs = 500;
const outPauseMsMax = 2_000;

const afterTrouble = (turn: Turn, trouble: Trouble): AskStep => {
  switch (trouble.kind) {
    case 'limited':
    case 'unpaid':
    case 'refused':
      return ask(turn);
    case 'form':
      return weaken(turn, trouble.isKnown, trouble.failure);
    case 'parameter':
      return changeParameter(turn, trouble);
    case 'unavailable': {
      const pauseMs = trouble.pauseMs ?? outPauseMs;
      if (turn.wasOut || pauseMs > outPauseMsMax) {
        return { kind: 'out', failure: trouble.failure, pauseMs: trouble.pauseMs ?? limits.modelOutPauseMs };
      }
      return ask({ ...turn, wasOut: true }, pauseMs);
    }
    case 'unreadable':
      return again(turn, trouble.failure, turn);
    case 'failed':
      return failed(turn, trouble.failure);
  }
};

const invalid = (faults: readonly string[], part = ''): Failure =>
  failure('LLM_ANSWER_INVALID', `Cannot use ${part}the model's answer: ${faults.slice(0, 3).join('; ')}`);

const noJson = ['it is not JSON'];

const repairOrFail = (turn: Turn, raw: string, faults: readonly string[]): AskStep => {
  const heard = { ...turn, raw };
  return turn.repair === null
    ? again(heard, invalid(faults), { ...heard, repair: { raw, faults } })
    : failed(heard, invalid(faults));
};

/**
 * Continues after an answer that shows that the server ignored the form: with the next weaker form, or, if only one
 * call is left, with the form that depends on the prompt alone.
 */
const passedOver = (turn: Turn, faults: readonly string[]): AskStep => {
  const isLast = turn.unusable === limits.modelUnusableMax - 1;
  const form = isLast ? 'prompt' : (weakerForm(turn.form) ?? 'prompt');
  const capabilities = { ...turn.capabilities, form };
  return again(turn, invalid(faults), { ...turn, form, repair: null, capabilities });
};

/**
 * Returns the form that the reply shows the model to keep to: a server that enforced JSON would send no words or fences
 * around it.
 */
const shownForm = (turn: Turn, json: JsonReply, isToolCall: boolean): ModelCapabilities => {
  const isEnforced = turn.form === 'tool' ? isToolCall : json.isBare || turn.form === 'prompt';
  const form = isEnforced ? turn.form : (weakerForm(turn.form) ?? turn.form);
  // A form that was left only because of this question's schema stays the first to try.
  return turn.capabilities.form === turn.form ? { ...turn.capabilities, form } : turn.capabilities;
};

const afterText = (
  turn: Turn,
  { text, isToolCall }: Extract<ModelReply, { kind: 'text' }>,
  schema: AskedSchema,
): AskStep => {
  const json = jsonOfReply(text);
  const heard = { ...turn, raw: text };
  if (json === null) {
    return turn.form === 'prompt' || turn.repair !== null
      ? repairOrFail(turn, text, noJson)
      : passedOver(heard, noJson);
  }
  const inner = schema.unwrap(json.value);
  const value = schema.fit(inner);
  const faults = [...schema.check(value), ...schema.checkNames(inner)];
  if (faults.length === 0) {
    // A server that enforces a schema sends nothing around the answer.
    const isBare = json.isBare && (turn.form !== 'json_schema' || inner === json.value);
    return {
      kind: 'answered',
      turn: { ...heard, capabilities: shownForm(turn, { ...json, isBare }, isToolCall) },
      value,
      raw: text,
    };
  }
  const next = mendOrWeaken(turn, text, json, { faults, schema });
  if (next.kind !== 'failed') return next;
  // The valid part of the answer was paid for, too.
  const usable = schema.usable(value);
  return usable === null
    ? next
    : { kind: 'answered', turn: heard, value: usable, raw: text, lacking: invalid(faults, 'a part of ') };
};

/**
 * Continues after an answer with faults: shows them to the model, or asks in another form if the server did not enforce
 * this one.
 */
const mendOrWeaken = (
  turn: Turn,
  text: string,
  json: JsonReply,
  { faults, schema }: { readonly faults: readonly string[]; readonly schema: AskedSchema },
): AskStep => {
  const wasHeld = turn.form !== 'json_schema' || (json.isBare && schema.checkStrict(json.value).length === 0);
  return wasHeld || turn.repair !== null
    ? repairOrFail(turn, text, faults)
    : passedOver({ ...turn, raw: text }, faults);
};

const ends: Readonly<Record<'refused' | 'filtered' | 'truncated', readonly [FailureCode, string]>> = {
  refused: ['LLM_REFUSED', 'Cannot get an answer: the model declines to give one'],
  filtered: ['LLM_CONTENT_FILTERED', "Cannot get an answer: the provider's filter stopped it"],
  truncated: [
    'LLM_TRUNCATED',
    'Cannot use the answer: the model reached its maximum of tokens before the end',
  ],
};

const noAnswer = failure('LLM_EMPTY_ANSWER', 'Cannot use the answer: the model gave none, twice');

const afterReply = (turn: Turn, reply: ModelReply, schema: AskedSchema): AskStep => {
  switch (reply.kind) {
    case 'text':
      return afterText(turn, reply, schema);
    case 'empty':
      return turn.wasEmpty ? failed(turn, noAnswer) : again(turn, noAnswer, { ...turn, wasEmpty: true });
    case 'refused':
    case 'filtered':
    case 'truncated': {
      const [code, message] = ends[reply.kind];
      return failed({ ...turn, raw: reply.text }, failure(code, message));
    }
  }
};

/** Decides what follows a call. */
export const nextStep = (
  turn: Turn,
  attempt: Exclude<Attempt, { kind: 'deferred' }>,
  schema: AskedSchema,
): AskStep =>
  attempt.kind === 'trouble' ? afterTrouble(turn, attempt.trouble) : afterReply(turn, attempt.reply, schema);
