import { limits } from '../../limits/limits.ts';

/**
 * The state of one key, shared by all functions. These functions compute its next state; a caller writes that on
 * condition that no other function wrote in between.
 *
 * A key is *free* while fewer calls are under way with it than it allows; each call holds a lease, which ends by itself
 * if its holder dies. A caller that finds no key free is told when to come back: `nextRetryAt` is the next moment to
 * give out, and moves on by the time that a call takes, so that a backlog comes back one by one and not all at once. A
 * key *cools down* after its provider said "too many requests", until the moment that the provider named, or twice as
 * long each time in a row. A key that was *refused* with a model is not used with that model for minutes, twice as long
 * each time in a row: a person may repair or wake it (`wake`). Other models may still be asked with it.
 */
export interface KeyState {
  /** When each lease ends, by its id. */
  readonly leases: Readonly<Record<string, number>>;
  readonly cooldownUntil: number;
  /** Times in a row that the provider said "too many requests". */
  readonly rateLimitsInARow: number;
  readonly nextRetryAt: number;
  /** The typical time of a call, in milliseconds. */
  readonly callMs: number;
  /** Models with which the provider refused the key. */
  readonly refusals: Readonly<Record<string, ModelRefusal>>;
  /** Why it cools down: code of the failure (lib/failure.ts), or the provider's words. */
  readonly why?: string | undefined;
  readonly version: number;
}

/** Until when a key is not used with a model, how often in a row it was refused, and the provider's words. */
export interface ModelRefusal {
  readonly until: number;
  readonly timesInARow: number;
  readonly why: string;
}

export const freshKeyState: KeyState = {
  leases: {},
  cooldownUntil: 0,
  rateLimitsInARow: 0,
  nextRetryAt: 0,
  callMs: 2_000,
  refusals: {},
  version: 0,
};

export type Taking =
  | { readonly kind: 'taken'; readonly state: KeyState }
  /** No call can be made with the key before `until`. */
  | { readonly kind: 'cooling'; readonly until: number; readonly why?: string }
  | { readonly kind: 'refused'; readonly until: number; readonly why: string }
  /** As many calls are under way as the key allows; the last of their leases ends by itself at `until`. */
  | { readonly kind: 'busy'; readonly until: number };

const leaseMs = limits.modelCallMs + limits.modelKeyLeaseGraceMs;

/** Takes a lease of a key under a name, for one call. */
export const takeLease = (
  state: KeyState,
  {
    lease,
    concurrency,
    model,
    now,
  }: {
    readonly lease: string;
    readonly concurrency: number;
    readonly model: string;
    readonly now: number;
  },
): Taking => {
  const refusal = Object.hasOwn(state.refusals, model) ? state.refusals[model] : undefined;
  if (refusal !== undefined && refusal.until > now)
    return { kind: 'refused', until: refusal.until, why: refusal.why };
  if (state.cooldownUntil > now) {
    const { cooldownUntil: until, why } = state;
    return { kind: 'cooling', until, ...(why === undefined ? {} : { why }) };
  }
  const live = Object.entries(state.leases).filter(([, until]) => until > now);
  if (live.length >= concurrency) return { kind: 'busy', until: Math.min(...live.map(([, until]) => until)) };
  const leases = { ...Object.fromEntries(live), [lease]: now + leaseMs };
  return { kind: 'taken', state: { ...state, leases, version: state.version + 1 } };
};

/**
 * SQS delays a message by no more than this: a caller that should come back later comes back then, and is told again.
 */
const comeBackMsMax = limits.messageDelaySecondsMax * 1_000;
const comeBackMsMin = 1_000;

/** Returns when a caller that found no free lease should come back, in milliseconds since the epoch. */
export const comeBack = (
  state: KeyState,
  { concurrency, now }: { readonly concurrency: number; readonly now: number },
): { readonly until: number; readonly state: KeyState } => {
  const until = Math.min(
    Math.max(now + comeBackMsMin, state.cooldownUntil, state.nextRetryAt),
    now + comeBackMsMax,
  );
  const nextRetryAt = until + Math.max(10, state.callMs / concurrency);
  return { until, state: { ...state, nextRetryAt, version: state.version + 1 } };
};

/** What a call showed about its key. */
export type KeyVerdict =
  /** `pauseMs`: how long the provider's allowance is used up. */
  | { readonly kind: 'fine'; readonly pauseMs?: number | undefined; readonly model?: string }
  | { readonly kind: 'limited'; readonly pauseMs?: number | undefined }
  /** There is no quota or credit left. */
  | { readonly kind: 'unpaid' }
  | { readonly kind: 'refused'; readonly model: string; readonly why: string }
  /** The provider did not answer, so the call shows nothing about the key. */
  | { readonly kind: 'unknown' };

const cooldownMs = (verdict: KeyVerdict, rateLimitsInARow: number): number => {
  if (verdict.kind === 'unpaid') return limits.modelKeyQuotaPauseMs;
  if (verdict.kind === 'fine') return verdict.pauseMs ?? 0;
  if (verdict.kind !== 'limited') return 0;
  const doubled = limits.modelKeyPauseMs * 2 ** Math.min(rateLimitsInARow, 10);
  return verdict.pauseMs ?? Math.min(doubled, limits.modelKeyPauseMsMax);
};

/** Returns why a key cools down, as long as it does. */
const whyOf = (state: KeyState, verdict: KeyVerdict, now: number): Pick<KeyState, 'why'> => {
  if (verdict.kind === 'unpaid') return { why: 'no quota or credit is left' };
  if (verdict.kind === 'limited') return { why: 'the provider limits requests' };
  return state.cooldownUntil > now && state.why !== undefined ? { why: state.why } : {};
};

const modelsMax = 20;

/** Returns the refusals after a verdict: a model that answers with the key is no longer refused. */
const refusalsAfter = ({ refusals }: KeyState, verdict: KeyVerdict, now: number): KeyState['refusals'] => {
  if (verdict.kind === 'fine' && verdict.model !== undefined && Object.hasOwn(refusals, verdict.model))
    return Object.fromEntries(Object.entries(refusals).filter(([name]) => name !== verdict.model));
  if (verdict.kind !== 'refused') return refusals;
  const { model, why } = verdict;
  const before = Object.hasOwn(refusals, model) ? refusals[model] : undefined;
  // Calls that ran at the same time are refused at the same time: that counts once.
  if (before !== undefined && before.until > now) return refusals;
  const timesInARow = (before?.timesInARow ?? 0) + 1;
  const refusedMs = Math.min(
    limits.modelKeyRefusedMs * 2 ** Math.min(timesInARow - 1, 10),
    limits.modelKeyRefusedMsMax,
  );
  const others = Object.entries(refusals).filter(([name]) => name !== model);
  return Object.fromEntries([
    ...others.slice(1 - modelsMax),
    [model, { until: now + refusedMs, timesInARow, why }],
  ]);
};

/** Wakes a key that a person has repaired: it may be used at once. */
export const wake = (state: KeyState): KeyState => ({
  ...state,
  cooldownUntil: 0,
  rateLimitsInARow: 0,
  refusals: {},
  version: state.version + 1,
});

/** Gives a lease back, with the call's verdict. Never shortens a cooldown that another call caused. */
export const giveLease = (state: KeyState, lease: string, verdict: KeyVerdict, now: number): KeyState => {
  const leases = Object.fromEntries(
    Object.entries(state.leases).filter(([name, until]) => name !== lease && until > now),
  );
  const ended = state.leases[lease];
  // A lease that ended long ago says nothing about the time of its call.
  const tookMs = ended === undefined ? state.callMs : Math.max(0, now - (ended - leaseMs));
  const isCalm = verdict.kind === 'fine' && state.cooldownUntil <= now;
  return {
    leases,
    cooldownUntil: Math.max(state.cooldownUntil, now + cooldownMs(verdict, state.rateLimitsInARow)),
    // Calls that ran at the same time are limited at the same time: that counts once.
    rateLimitsInARow: isCalm
      ? 0
      : state.rateLimitsInARow + (verdict.kind === 'limited' && state.cooldownUntil <= now ? 1 : 0),
    nextRetryAt: state.nextRetryAt,
    callMs: verdict.kind === 'fine' ? Math.round(0.8 * state.callMs + 0.2 * tookMs) : state.callMs,
    refusals: refusalsAfter(state, verdict, now),
    ...whyOf(state, verdict, now),
    version: state.version + 1,
  };
};
