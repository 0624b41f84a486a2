import * as z from 'zod';
import { limits } from '../../limits/limits.ts';

/**
 * What is known of one key, shared by all functions; these functions compute its next state, and whoever writes it
 * does so
 * on condition that nobody else did in between.
 *
 * A key is *free* while fewer questions are under way with it than it may take; each holds a lease, which ends by
 * itself if
 * its holder dies. Whoever finds none free is told when to come back: `soft` is the first moment that nobody was told
 * yet, and
 * moves on by what a call takes, so that a backlog comes back one by one and not all at once. A key *rests* after its
 * provider said "too many requests", until the moment named, or twice as long each time in
 * a row. For a model with which it was *refused* it is left alone for minutes, twice as long each time in a row:
 * somebody may mend it, or wake
 * it (`wake`). Other models may be asked with it.
 */
export const keyStateSchema = z.object({
  /** When each lease ends, by its id. */
  leases: z.record(z.string(), z.number()),
  restUntil: z.number(),
  /** Times in a row that the provider said "too many requests". */
  strikes: z.number().int(),
  soft: z.number(),
  /** What a call takes, typically, in milliseconds. */
  callMs: z.number(),
  /**
   * Models with which the provider refused the key: until when it is left alone, how often in a row, and the
   * provider's words.
   */
  refusals: z
    .record(z.string(), z.object({ until: z.number(), strikes: z.number().int(), why: z.string() }))
    .default({}),
  /** Why it rests: code of the failure (lib/failure.ts), or the provider's words. */
  why: z.string().optional(),
  version: z.number().int(),
});
export type KeyState = z.infer<typeof keyStateSchema>;

export const freshKeyState: KeyState = {
  leases: {},
  restUntil: 0,
  strikes: 0,
  soft: 0,
  callMs: 2_000,
  refusals: {},
  version: 0,
};

export type Taking =
  | { readonly kind: 'taken'; readonly state: KeyState }
  /** Nothing can be asked with the key before `until`. */
  | { readonly kind: 'resting'; readonly until: number }
  | { readonly kind: 'refused'; readonly until: number; readonly why: string }
  /** As many questions are under way as it takes; the last of their leases to end by itself ends at `until`. */
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
  if (state.restUntil > now) return { kind: 'resting', until: state.restUntil };
  const live = Object.entries(state.leases).filter(([, until]) => until > now);
  if (live.length >= concurrency) return { kind: 'busy', until: Math.min(...live.map(([, until]) => until)) };
  const leases = { ...Object.fromEntries(live), [lease]: now + leaseMs };
  return { kind: 'taken', state: { ...state, leases, version: state.version + 1 } };
};

/** SQS delays a message for no longer: whoever would come back later than this comes back then, and is told again. */
const comeBackMsMax = limits.messageDelaySecondsMax * 1_000;
const comeBackMsMin = 1_000;

/** When whoever found no lease free is to come back, in milliseconds since the epoch. */
export const comeBack = (
  state: KeyState,
  { concurrency, now }: { readonly concurrency: number; readonly now: number },
): { readonly until: number; readonly state: KeyState } => {
  const until = Math.min(Math.max(now + comeBackMsMin, state.restUntil, state.soft), now + comeBackMsMax);
  const soft = until + Math.max(10, state.callMs / concurrency);
  return { until, state: { ...state, soft, version: state.version + 1 } };
};

/** What a call showed of the key it was made with. */
export type KeyVerdict =
  /** `pauseMs`: nothing is left of what the provider grants, for so long. */
  | { readonly kind: 'fine'; readonly pauseMs?: number | undefined; readonly model?: string }
  | { readonly kind: 'limited'; readonly pauseMs?: number | undefined }
  /** There is no quota or credit left. */
  | { readonly kind: 'unpaid' }
  | { readonly kind: 'refused'; readonly model: string; readonly why: string }
  /** The provider did not answer: nothing was learned of the key. */
  | { readonly kind: 'unknown' };

const cooldownMs = (verdict: KeyVerdict, strikes: number): number => {
  if (verdict.kind === 'unpaid') return limits.modelKeyQuotaPauseMs;
  if (verdict.kind === 'fine') return verdict.pauseMs ?? 0;
  if (verdict.kind !== 'limited') return 0;
  const doubled = limits.modelKeyPauseMs * 2 ** Math.min(strikes, 10);
  return verdict.pauseMs ?? Math.min(doubled, limits.modelKeyPauseMsMax);
};

/** Why a key rests, as long as it does. */
const whyOf = (state: KeyState, verdict: KeyVerdict, now: number): Pick<KeyState, 'why'> => {
  if (verdict.kind === 'unpaid') return { why: 'no quota or credit is left' };
  if (verdict.kind === 'limited') return { why: 'the provider limits requests' };
  return state.restUntil > now && state.why !== undefined ? { why: state.why } : {};
};

const modelsMax = 20;

/** What is known of refusals after a verdict: a model that answers with the key is none of them any more. */
const refusalsAfter = ({ refusals }: KeyState, verdict: KeyVerdict, now: number): KeyState['refusals'] => {
  if (verdict.kind === 'fine' && verdict.model !== undefined && Object.hasOwn(refusals, verdict.model))
    return Object.fromEntries(Object.entries(refusals).filter(([name]) => name !== verdict.model));
  if (verdict.kind !== 'refused') return refusals;
  const { model, why } = verdict;
  const before = Object.hasOwn(refusals, model) ? refusals[model] : undefined;
  // Calls that were under way together are told together: that is one time.
  if (before !== undefined && before.until > now) return refusals;
  const strikes = (before?.strikes ?? 0) + 1;
  const restMs = Math.min(
    limits.modelKeyRefusedMs * 2 ** Math.min(strikes - 1, 10),
    limits.modelKeyRefusedMsMax,
  );
  const others = Object.entries(refusals).filter(([name]) => name !== model);
  return Object.fromEntries([...others.slice(1 - modelsMax), [model, { until: now + restMs, strikes, why }]]);
};

/** A key that a person has mended: nothing keeps it from being asked with. */
export const wake = (state: KeyState): KeyState => ({
  ...state,
  restUntil: 0,
  strikes: 0,
  refusals: {},
  version: state.version + 1,
});

/** Gives a lease back, with what was seen. A rest that another call brought about is never cut short. */
export const giveLease = (state: KeyState, lease: string, verdict: KeyVerdict, now: number): KeyState => {
  const leases = Object.fromEntries(
    Object.entries(state.leases).filter(([name, until]) => name !== lease && until > now),
  );
  const ended = state.leases[lease];
  // A lease that is long gone says nothing of the time that its call took.
  const tookMs = ended === undefined ? state.callMs : Math.max(0, now - (ended - leaseMs));
  const isCalm = verdict.kind === 'fine' && state.restUntil <= now;
  return {
    leases,
    restUntil: Math.max(state.restUntil, now + cooldownMs(verdict, state.strikes)),
    // Calls that were under way together are told together: that is one time.
    strikes: isCalm ? 0 : state.strikes + (verdict.kind === 'limited' && state.restUntil <= now ? 1 : 0),
    soft: state.soft,
    callMs: verdict.kind === 'fine' ? Math.round(0.8 * state.callMs + 0.2 * tookMs) : state.callMs,
    refusals: refusalsAfter(state, verdict, now),
    ...whyOf(state, verdict, now),
    version: state.version + 1,
  };
};
