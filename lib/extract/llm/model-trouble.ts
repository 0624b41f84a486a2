import { failure, type Failure, type FailureCode } from '../../failure.ts';
import { safeWords } from '../../safe-words.ts';
import { askedPauseMs, type ReplyHeaders } from './rate-limit-headers.ts';

/** A call without a completion, as observed. */
export type BrokenCall =
  | { readonly kind: 'timeout' }
  /** No answer came. `wasSent`: the question may have left. */
  | { readonly kind: 'network'; readonly found: string; readonly wasSent: boolean }
  /** No call was made, because none can be made with this key. `found`: why, without the key. */
  | { readonly kind: 'unsendable'; readonly found: string }
  /** An answer came that is too large, or not of the type that it claims. */
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'http';
      readonly status: number;
      readonly headers: ReplyHeaders;
      /**
       * The provider's words: message, code, type and parameter of the error, in one text; empty if it sent no JSON.
       */
      readonly words: string;
    };

/** What a call without a completion means, and so what happens next. */
export type Trouble =
  /** Another key may work; this one cools down. */
  | { readonly kind: 'limited'; readonly pauseMs?: number | undefined }
  | { readonly kind: 'unpaid' }
  /** Another key may work; this one is not used with the model for a while. `why`: the provider's words. */
  | { readonly kind: 'refused'; readonly why: string }
  /** An answer came and is paid for, but cannot be read. */
  | { readonly kind: 'unreadable'; readonly failure: Failure }
  /**
   * The next weaker form may work. `isKnown`: the server said that it does not support this one, whatever the schema.
   */
  | { readonly kind: 'form'; readonly isKnown: boolean; readonly failure: Failure }
  | { readonly kind: 'parameter'; readonly name: 'temperature' | 'tokenLimit'; readonly failure: Failure }
  /** The same call may work after a while. */
  | { readonly kind: 'unavailable'; readonly pauseMs?: number | undefined; readonly failure: Failure }
  | { readonly kind: 'failed'; readonly failure: Failure };

/**
 * Patterns in order: the first that matches tells the meaning. The texts are those of OpenAI, Anthropic, Google, vLLM,
 * Ollama, Bedrock.
 */
const meanings = {
  badKey: /api[ _-]?key (?:is )?(?:not valid|invalid|expired)|invalid[ _]api[ _]key|incorrect api key/,
  context:
    /context_length_exceeded|context (?:length|window|size)|maximum (?:context|input)|prompt is too long|input is too long|too many (?:input |prompt )?tokens|input token count/,
  filter:
    /content[_ ](?:filter|policy|management)|responsible ?ai|safety (?:system|setting|filter)|prohibited_content/,
  moderation: /moderat|flagged|violat\w* (?:our|the) (?:usage )?polic/,
  tokenLimit: /max_(?:completion_)?tokens/,
  temperature: /temperature/,
  notTaken:
    /unsupported|not support|does not support|unrecogni[sz]ed|unknown|unexpected|extra|not permitted|instead|only the default|may only be|deprecated/,
  model:
    /model_not_found|no such model|unknown model|invalid model|model[^.]{0,120}(?:not found|not exist|not available|not have access|does not exist|is not supported)|models\/\S+ is not found/,
  schema:
    /invalid_json_schema|invalid schema|(?<!json_)schema (?:is |was )?(?:invalid|not valid|not supported|too)|(?:grammar|(?<!json_)schema)[^.]{0,60}(?:fail|error|unsupported|not supported|compil|complex)|fail[^.]{0,40}grammar|not permitted/,
  form: /response_?format|json_?schema|json_?object|json mode|structured[ _]output|guided|grammar|tool_?choice|\btools?\b|function[ _]?call/,
} as const;

const called = (code: FailureCode, status: number, shown: string): Failure =>
  failure(code, `Cannot get an answer: the provider says ${status}${shown === '' ? '' : ` (${shown})`}`);

const retryDelay = /"?retry_?delay"?:\s*"?(\d+(?:\.\d+)?)s|(?:retry|try again) in (\d+(?:\.\d+)?) ?s/i;

const unpaid = /billing|payment required|credit balance|insufficient (?:funds|balance|credit)/i;

const tooMany = (broken: Extract<BrokenCall, { kind: 'http' }>, now: number): Trouble => {
  const named = retryDelay.exec(broken.words);
  const seconds = named?.[1] ?? named?.[2];
  const pauseMs =
    askedPauseMs(broken.headers, now) ?? (seconds === undefined ? undefined : Number(seconds) * 1_000);
  if (/request too large|must be reduced/i.test(broken.words)) {
    return { kind: 'failed', failure: called('LLM_CONTEXT_EXCEEDED', 429, 'more tokens than a minute has') };
  }
  // OpenAI answers an empty account with 429 as well, and waiting does not fill it. Google mentions billing at every
  // limit.
  const isUnpaid =
    /insufficient_quota/i.test(broken.words) || (pauseMs === undefined && unpaid.test(broken.words));
  return isUnpaid ? { kind: 'unpaid' } : { kind: 'limited', pauseMs };
};

/** Returns why a request was refused. */
const refusedRequest = (status: number, words: string, shown: string): Trouble => {
  const says = (meaning: keyof typeof meanings): boolean => meanings[meaning].test(words);
  const failed = (code: FailureCode): Trouble => ({ kind: 'failed', failure: called(code, status, shown) });
  const parameter = (name: 'temperature' | 'tokenLimit'): Trouble => ({
    kind: 'parameter',
    name,
    failure: called('LLM_BAD_REQUEST', status, shown),
  });
  if (says('badKey')) return { kind: 'refused', why: `${status}: ${shown}` };
  if (unpaid.test(words)) return { kind: 'unpaid' };
  if (status === 413 || says('context')) return failed('LLM_CONTEXT_EXCEEDED');
  if (says('filter')) return failed('LLM_CONTENT_FILTERED');
  if (says('tokenLimit') && says('notTaken')) return parameter('tokenLimit');
  if (says('temperature') && says('notTaken')) return parameter('temperature');
  const form = called('LLM_BAD_REQUEST', status, shown);
  if (says('schema')) return { kind: 'form', isKnown: false, failure: form };
  if (says('form')) return { kind: 'form', isKnown: true, failure: form };
  if (status === 404 || says('model')) return failed('LLM_MODEL_NOT_FOUND');
  return { kind: 'form', isKnown: false, failure: form };
};

const ofStatus = (broken: Extract<BrokenCall, { kind: 'http' }>, secret: string, now: number): Trouble => {
  const { status } = broken;
  const words = broken.words.toLowerCase();
  const shown = safeWords(broken.words, secret);
  if (status === 429) return tooMany(broken, now);
  if (status === 402) return { kind: 'unpaid' };
  if (status === 401) return { kind: 'refused', why: shown === '' ? '401' : `401: ${shown}` };
  // Words about the text concern the page, and the key is as good as before.
  if (status === 403 && (meanings.filter.test(words) || meanings.moderation.test(words))) {
    return { kind: 'failed', failure: called('LLM_CONTENT_FILTERED', status, shown) };
  }
  if (status === 403 && meanings.model.test(words)) {
    return { kind: 'failed', failure: called('LLM_MODEL_NOT_FOUND', status, shown) };
  }
  // A firewall before the provider answers 403 in HTML, which says nothing about the key.
  if (status === 403 && words !== '') return { kind: 'refused', why: `403: ${shown}` };
  // llama.cpp fails with 500 at a grammar that it cannot build.
  if (status === 500 && meanings.schema.test(words)) {
    return { kind: 'form', isKnown: false, failure: called('LLM_BAD_REQUEST', status, shown) };
  }
  if (status === 501)
    return { kind: 'form', isKnown: true, failure: called('LLM_BAD_REQUEST', status, shown) };
  if (status >= 500 || status === 403 || status === 408 || status === 409) {
    const pauseMs = askedPauseMs(broken.headers, now);
    return { kind: 'unavailable', pauseMs, failure: called('LLM_UNAVAILABLE', status, shown) };
  }
  if (status < 400)
    return {
      kind: 'failed',
      failure: called('LLM_BAD_REQUEST', status, 'a redirect, which is not followed'),
    };
  return refusedRequest(status, words, shown);
};

/**
 * Tells what a call without a completion means.
 *
 * @param secret The key that was used: it is removed from everything that is shown.
 */
export const diagnoseTrouble = (broken: BrokenCall, secret: string, now: number): Trouble => {
  if (broken.kind === 'timeout') {
    return {
      kind: 'failed',
      failure: failure('LLM_TIMEOUT', 'Cannot get an answer: the model took too long'),
    };
  }
  if (broken.kind === 'unreadable') {
    const why = 'Cannot read the answer: it is too large, or no chat completion';
    return { kind: 'unreadable', failure: failure('LLM_ANSWER_INVALID', why) };
  }
  if (broken.kind === 'unsendable') return { kind: 'refused', why: broken.found };
  if (broken.kind === 'network') {
    const found = safeWords(broken.found, secret);
    return { kind: 'unavailable', failure: failure('LLM_UNAVAILABLE', `Cannot reach the model: ${found}`) };
  }
  return ofStatus(broken, secret, now);
};
