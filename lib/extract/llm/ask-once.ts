import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { noModelUsage, type ModelUsage } from '../model/page-extraction.ts';
import type { AskedSchema } from './asked-schema.ts';
import { callModel, type ModelCall } from './call-model.ts';
import type { KeyVerdict } from './key-state.ts';
import type { OutputForm, Question } from './model-output.ts';
import { callCost } from './model-price.ts';
import { readReply, tokensSpent, type ModelReply } from './model-reply.ts';
import { makeModelRequest, type Repair } from './model-request.ts';
import { diagnoseTrouble, type Trouble } from './model-trouble.ts';
import type { ModelCapabilities } from './model-capabilities.ts';
import type { ModelKeyPool } from './model-key-pool.ts';
import { spentForMs } from './rate-limit-headers.ts';
import type { Log } from '../../log.ts';

/** The outcome of one call. */
export type Attempt =
  | { readonly kind: 'reply'; readonly reply: ModelReply; readonly usage: ModelUsage }
  | { readonly kind: 'trouble'; readonly trouble: Trouble; readonly usage: ModelUsage }
  /** No call was made: no key is free, or no time is left. */
  | { readonly kind: 'deferred'; readonly until: number; readonly failure: Failure };

export interface AskDependencies {
  readonly keys: ModelKeyPool;
  readonly now: () => number;
  readonly log: Log;
}

export interface Ask {
  readonly question: Question;
  readonly schema: AskedSchema;
  readonly form: OutputForm;
  readonly capabilities: ModelCapabilities;
  readonly repair: Repair | null;
}

/** Returns what a call shows about its key. */
const verdictOf = (call: ModelCall, trouble: Trouble | null, model: string, now: number): KeyVerdict => {
  if (call.kind === 'answered') return { kind: 'fine', pauseMs: spentForMs(call.headers, now), model };
  if (trouble?.kind === 'limited') return { kind: 'limited', pauseMs: trouble.pauseMs };
  if (trouble?.kind === 'unpaid') return { kind: 'unpaid' };
  if (trouble?.kind === 'refused') return { kind: 'refused', model, why: trouble.why };
  // A request that was refused for its content shows that the key was accepted.
  const wasLetIn = call.broken.kind === 'http' && trouble?.kind !== 'unavailable';
  return wasLetIn ? { kind: 'fine' } : { kind: 'unknown' };
};

const noKey = (
  provider: string,
  { keys, refused, why }: { readonly keys: number; readonly refused: number; readonly why: string | null },
): Failure => {
  const words = why === null || why === '' ? '' : ` (${why})`;
  const found =
    keys === 0
      ? 'it has none'
      : refused === keys
        ? `all ${keys} were refused${words}`
        : refused === 0
          ? `all ${keys} rest or are in use${words}`
          : `of ${keys}, ${refused} were refused${words} and the others rest or are in use`;
  return failure('ALL_KEYS_EXHAUSTED', `Cannot ask ${provider}: no key is free; ${found}`);
};

const unreadable: Trouble = {
  kind: 'unreadable',
  failure: failure('LLM_ANSWER_INVALID', 'Cannot read the answer: it is no chat completion'),
};

/** Says whether a call was made: without a connection, or with a key that cannot be sent, there is none to count. */
const wasSent = (call: ModelCall): boolean =>
  call.kind === 'answered' ||
  (call.broken.kind !== 'unsendable' && (call.broken.kind !== 'network' || call.broken.wasSent));

/**
 * Returns the usage of a call without a completion: a model that answered, or was still working on it, is paid at least
 * for its input.
 */
const takenBy = (call: ModelCall, trouble: Trouble, { question }: Ask, sent: string): ModelUsage => {
  if (!wasSent(call)) return noModelUsage;
  const body = call.kind === 'answered' ? call.body : null;
  const isPaid =
    trouble.kind === 'unreadable' || (trouble.kind === 'failed' && trouble.failure.code === 'LLM_TIMEOUT');
  const tokens = isPaid ? tokensSpent(body, sent) : { inputTokens: 0, outputTokens: 0 };
  return { calls: 1, ...tokens, dollars: isPaid ? callCost(question.choice.price, tokens) : 0 };
};

const readCall = (call: ModelCall, ask: Ask, sent: string, trouble: Trouble | null): Attempt => {
  const read = call.kind === 'answered' ? readReply(call.body, sent) : null;
  if (read === null) {
    const why = trouble ?? unreadable;
    return { kind: 'trouble', trouble: why, usage: takenBy(call, why, ask, sent) };
  }
  const dollars = callCost(ask.question.choice.price, read.tokens);
  return { kind: 'reply', reply: read.reply, usage: { calls: 1, ...read.tokens, dollars } };
};

/** A server that takes no key and still refuses cannot be asked: there is no key that could cool down. */
const withoutKey = (trouble: Trouble | null, isKeyless: boolean): Trouble | null =>
  trouble?.kind === 'refused' && isKeyless
    ? {
        kind: 'failed',
        failure: failure('LLM_NOT_CONFIGURED', `Cannot ask the model: it wants a key (${trouble.why})`),
      }
    : trouble;

/** Asks a question once: takes a key, calls the model, and returns the key with what the call showed about it. */
export const askOnce = async (dependencies: AskDependencies, ask: Ask): Promise<Attempt> => {
  const { keys, now, log } = dependencies;
  const { choice, until = Number.POSITIVE_INFINITY } = ask.question;
  const keyLease = await keys.lease(choice);
  if (keyLease.kind === 'exhausted') {
    const why = noKey(choice.provider, keyLease);
    // A person has to replace refused keys, and has to be told; the other keys are free again after a while.
    if (keyLease.refused === keyLease.keys)
      return { kind: 'trouble', trouble: { kind: 'failed', failure: why }, usage: noModelUsage };
    return { kind: 'deferred', until: keyLease.until, failure: why };
  }
  const { leased } = keyLease;
  const started = now();
  const timeoutMs = Math.floor(Math.min(limits.modelCallMs, until - started));
  if (timeoutMs < limits.modelCallMsMin) {
    await leased.release({ kind: 'unknown' });
    const why = failure('LLM_TIMEOUT', 'Cannot ask the model: too little time is left for an answer');
    return { kind: 'deferred', until: started, failure: why };
  }
  const request = makeModelRequest(ask.question, ask.form, ask.capabilities, ask.schema, ask.repair);
  const call = await callModel({ baseUrl: choice.baseUrl, key: leased.key }, request, timeoutMs);
  const found = call.kind === 'broken' ? diagnoseTrouble(call.broken, leased.key, now()) : null;
  const trouble = withoutKey(found, choice.isKeyless);
  await leased.release(verdictOf(call, trouble, choice.model, now()));
  const attempt = readCall(call, ask, JSON.stringify(request.messages), trouble);
  log(wasSent(call) ? 'model called' : 'model not called', {
    provider: choice.provider,
    model: choice.model,
    key: leased.fingerprint,
    form: ask.form,
    ms: now() - started,
    ...(attempt.kind === 'reply' ? { outcome: attempt.reply.kind, ...attempt.usage } : {}),
    ...(attempt.kind === 'trouble' ? { outcome: attempt.trouble.kind } : {}),
    ...(call.kind === 'broken' && call.broken.kind === 'unsendable' ? { why: call.broken.found } : {}),
  });
  return attempt;
};
