import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { Usage } from '../model/page-answer.ts';
import type { AskedSchema } from './asked-schema.ts';
import { callModel, type ModelCall } from './call-model.ts';
import type { KeyVerdict } from './key-state.ts';
import type { AnswerForm, Question } from './model-answer.ts';
import { costOf } from './model-price.ts';
import { readReply, type ModelReply } from './model-reply.ts';
import { requestOf, type Repair } from './model-request.ts';
import { troubleOf, type Trouble } from './model-trouble.ts';
import type { ModelTraits } from './model-traits.ts';
import type { KeyRing } from './key-ring.ts';
import { spentForMs } from './rate-limit-headers.ts';

/** What one call brought. */
export type Attempt =
  | { readonly kind: 'reply'; readonly reply: ModelReply; readonly usage: Usage }
  | { readonly kind: 'trouble'; readonly trouble: Trouble }
  /** No call was made: no key is free, or no time is left. */
  | { readonly kind: 'deferred'; readonly until: number; readonly failure: Failure };

export interface AskDependencies {
  readonly keys: KeyRing;
  readonly now: () => number;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}

export interface Ask {
  readonly question: Question;
  readonly schema: AskedSchema;
  readonly form: AnswerForm;
  readonly traits: ModelTraits;
  readonly repair: Repair | null;
}

/** What a call shows of its key. */
const verdictOf = (call: ModelCall, trouble: Trouble | null, now: number): KeyVerdict => {
  if (call.kind === 'answered') return { kind: 'fine', pauseMs: spentForMs(call.headers, now) };
  if (trouble?.kind === 'limited') return { kind: 'limited', pauseMs: trouble.pauseMs };
  if (trouble?.kind === 'unpaid' || trouble?.kind === 'refused') return { kind: trouble.kind };
  // A request that was refused for what it asks was let in with its key.
  const wasLetIn = call.broken.kind === 'http' && trouble?.kind !== 'unavailable';
  return { kind: wasLetIn ? 'fine' : 'unknown' };
};

const noKey = (provider: string, keys: number, dead: number): Failure => {
  const found =
    keys === 0
      ? 'it has none'
      : dead === keys
        ? `all ${keys} were refused`
        : `of ${keys}, ${dead} were refused and the others rest or are in use`;
  return failure('ALL_KEYS_EXHAUSTED', `Cannot ask ${provider}: no key is free; ${found}`);
};

const unreadable: Trouble = {
  kind: 'unavailable',
  failure: failure('LLM_UNAVAILABLE', 'Cannot read the answer: it is no chat completion'),
};

const readCall = (call: ModelCall, ask: Ask, sent: string, trouble: Trouble | null): Attempt => {
  if (call.kind === 'broken') return { kind: 'trouble', trouble: trouble ?? unreadable };
  const read = readReply(call.body, sent);
  if (read === null) return { kind: 'trouble', trouble: unreadable };
  const dollars = costOf(ask.question.choice.price, read.tokens);
  return { kind: 'reply', reply: read.reply, usage: { calls: 1, ...read.tokens, dollars } };
};

/** Puts a question once: holds a key, calls, gives the key back with what was seen of it. */
export const askOnce = async (dependencies: AskDependencies, ask: Ask): Promise<Attempt> => {
  const { keys, now, log } = dependencies;
  const { choice, until = Number.POSITIVE_INFINITY } = ask.question;
  const holding = await keys.hold(choice);
  if (holding.kind === 'exhausted') {
    const why = noKey(choice.provider, holding.keys, holding.dead);
    // Refused keys are mended by a person, who has to hear of it; the others are free in a while.
    if (holding.dead === holding.keys) return { kind: 'trouble', trouble: { kind: 'failed', failure: why } };
    return { kind: 'deferred', until: holding.until, failure: why };
  }
  const { held } = holding;
  const started = now();
  const timeoutMs = Math.min(limits.modelCallMs, until - started);
  if (timeoutMs < limits.modelCallMsMin) {
    await held.release({ kind: 'unknown' });
    const why = failure('LLM_TIMEOUT', 'Cannot ask the model: too little time is left for an answer');
    return { kind: 'deferred', until: started, failure: why };
  }
  const request = requestOf(ask.question, ask.form, ask.traits, ask.schema, ask.repair);
  const call = await callModel({ baseUrl: choice.baseUrl, key: held.key }, request, timeoutMs);
  const trouble = call.kind === 'broken' ? troubleOf(call.broken, held.key, now()) : null;
  await held.release(verdictOf(call, trouble, now()));
  const attempt = readCall(call, ask, JSON.stringify(request.messages), trouble);
  log('model called', {
    provider: choice.provider,
    model: choice.model,
    key: held.fingerprint,
    form: ask.form,
    ms: now() - started,
    ...(attempt.kind === 'reply' ? { outcome: attempt.reply.kind, ...attempt.usage } : {}),
    ...(attempt.kind === 'trouble' ? { outcome: attempt.trouble.kind } : {}),
  });
  return attempt;
};
