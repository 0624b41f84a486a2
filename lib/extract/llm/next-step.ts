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
 * Where a question stands between two calls. A question is asked in its `form` until that is refused or passed over,
 * then in the
 * next weaker one; an answer that is not valid is shown to the model once. What was learned of the model meanwhile is
 * in
 * `capabilities`, and is believed once an answer has come of it.
 */
export interface Turn {
  readonly form: OutputForm;
  readonly capabilities: ModelCapabilities;
  readonly repair: Repair | null;
  /** The one time that the same is tried again after the provider was out. */
  readonly wasOut: boolean;
  readonly wasEmpty: boolean;
  /** Answers that could not be read. */
  readonly unreadable: number;
  /** Parameters that were changed because the server refused them. */
  readonly changed: readonly string[];
  /** The model's last words, kept with a failure. */
  readonly raw?: string;
}

export type AskStep =
  /** Ask again; after a pause where `pauseMs` is more than 0. */
  | { readonly kind: 'ask'; readonly turn: Turn; readonly pauseMs: number }
  | { readonly kind: 'answered'; readonly turn: Turn; readonly value: Json; readonly raw: string }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly raw?: string }
  /** The provider is out: the question is to be put again after a pause, by whoever asks. */
  | { readonly kind: 'out'; readonly failure: Failure; readonly pauseMs: number };

export const firstTurn = (capabilities: ModelCapabilities, { isStrict }: AskedSchema): Turn => ({
  // A schema that no strict form holds says nothing of the model.
  form: capabilities.form === 'json_schema' && !isStrict ? 'json_object' : capabilities.form,
  capabilities,
  repair: null,
  wasOut: false,
  wasEmpty: false,
  unreadable: 0,
  changed: [],
});

const ask = (turn: Turn, pauseMs = 0): AskStep => ({ kind: 'ask', turn, pauseMs });

const failed = (turn: Turn, why: Failure): AskStep => ({
  kind: 'failed',
  failure: why,
  ...(turn.raw === undefined ? {} : { raw: turn.raw }),
});

/**
 * Asks in the next weaker form. `isKnown`: the model does not have, or does not keep to, this one, whatever it is
 * asked.
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

/** How long a function waits for a provider that is out before it asks once more. */
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
      return turn.unreadable >= limits.modelUnreadableMax
        ? failed(turn, trouble.failure)
        : ask({ ...turn, unreadable: turn.unreadable + 1 });
    case 'failed':
      return failed(turn, trouble.failure);
  }
};

const invalid = (faults: readonly string[]): Failure =>
  failure('LLM_ANSWER_INVALID', `Cannot use the model's answer: ${faults.slice(0, 3).join('; ')}`);

const noJson = ['it is not JSON'];

const repairOrFail = (turn: Turn, raw: string, faults: readonly string[]): AskStep =>
  turn.repair === null
    ? ask({ ...turn, raw, repair: { raw, faults } })
    : failed({ ...turn, raw }, invalid(faults));

/** The form that the reply shows the model to keep to: JSON between words or fences was not enforced by anybody. */
const shownForm = (turn: Turn, json: JsonReply, isToolCall: boolean): ModelCapabilities => {
  const isEnforced = turn.form === 'tool' ? isToolCall : json.isBare || turn.form === 'prompt';
  const form = isEnforced ? turn.form : (weakerForm(turn.form) ?? turn.form);
  // A form that was left for this question's schema alone stays what is asked first.
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
      : weaken(heard, true, invalid(noJson));
  }
  const value = schema.fit(json.value);
  const faults = [...schema.check(value), ...schema.checkNames(json.value)];
  if (faults.length === 0) {
    return {
      kind: 'answered',
      turn: { ...heard, capabilities: shownForm(turn, json, isToolCall) },
      value,
      raw: text,
    };
  }
  const wasHeld = turn.form !== 'json_schema' || (json.isBare && schema.checkStrict(json.value).length === 0);
  return wasHeld || turn.repair !== null
    ? repairOrFail(turn, text, faults)
    : weaken(heard, true, invalid(faults));
};

const ends: Readonly<Record<'refused' | 'filtered' | 'truncated', readonly [FailureCode, string]>> = {
  refused: ['LLM_REFUSED', 'Cannot get an answer: the model declines to give one'],
  filtered: ['LLM_CONTENT_FILTERED', "Cannot get an answer: the provider's filter stopped it"],
  truncated: [
    'LLM_TRUNCATED',
    'Cannot use the answer: the model reached its maximum of tokens before the end',
  ],
};

const afterReply = (turn: Turn, reply: ModelReply, schema: AskedSchema): AskStep => {
  switch (reply.kind) {
    case 'text':
      return afterText(turn, reply, schema);
    case 'empty':
      return turn.wasEmpty
        ? failed(turn, failure('LLM_EMPTY_ANSWER', 'Cannot use the answer: the model gave none, twice'))
        : ask({ ...turn, wasEmpty: true });
    case 'refused':
    case 'filtered':
    case 'truncated': {
      const [code, message] = ends[reply.kind];
      return failed({ ...turn, raw: reply.text }, failure(code, message));
    }
  }
};

/** What follows from a call. */
export const nextStep = (
  turn: Turn,
  attempt: Exclude<Attempt, { kind: 'deferred' }>,
  schema: AskedSchema,
): AskStep =>
  attempt.kind === 'trouble' ? afterTrouble(turn, attempt.trouble) : afterReply(turn, attempt.reply, schema);
