import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import {
  comeBack,
  freshKeyState,
  giveLease,
  takeLease,
  wake,
  type KeyState,
  type KeyVerdict,
} from './key-state.ts';

const taken = (state: KeyState, lease: string, now: number, concurrency = 2): KeyState => {
  const taking = takeLease(state, { lease, concurrency, model: 'small', now });
  if (taking.kind !== 'taken') throw new Error(taking.kind);
  return taking.state;
};

const kind = (state: KeyState, now: number, concurrency = 2): string =>
  takeLease(state, { lease: 'new', concurrency, model: 'small', now }).kind;

const verdicts: fc.Arbitrary<KeyVerdict> = fc.oneof(
  fc.constant<KeyVerdict>({ kind: 'fine' }),
  fc.constant<KeyVerdict>({ kind: 'unknown' }),
  fc.nat(100_000).map((pauseMs): KeyVerdict => ({ kind: 'limited', pauseMs })),
  fc.constant<KeyVerdict>({ kind: 'limited' }),
);

test('never more leases are held than a key takes, and a cooldown is never cut short, in whatever order calls end', () => {
  const steps = fc.array(
    fc.record({ after: fc.nat(40_000), lease: fc.nat(5), verdict: fc.option(verdicts) }),
  );
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 3 }), (script, concurrency) => {
      let state = freshKeyState;
      let now = 1;
      let cooldown = 0;
      for (const { after, lease, verdict } of script) {
        now += after;
        if (verdict === null) {
          const taking = takeLease(state, { lease: `${lease}`, concurrency, model: 'small', now });
          if (taking.kind === 'taken') {
            expect(now).toBeGreaterThanOrEqual(cooldown);
            state = taking.state;
          }
        } else state = giveLease(state, `${lease}`, verdict, now);
        expect(state.cooldownUntil).toBeGreaterThanOrEqual(cooldown);
        cooldown = state.cooldownUntil;
        expect(Object.values(state.leases).filter((until) => until > now).length).toBeLessThanOrEqual(
          concurrency,
        );
      }
    }),
  );
});

test('the lease of a function that died ends by itself, after its call must have', () => {
  const full = taken(taken(freshKeyState, 'one', 0), 'two', 0);
  expect(kind(full, limits.modelCallMs)).toBe('busy');
  expect(kind(full, limits.modelCallMs + limits.modelKeyLeaseGraceMs)).toBe('taken');
});

test('a key cools down as long as its provider says, or twice as long each time in a row, until a call is fine', () => {
  const limited = (state: KeyState, now: number): KeyState => giveLease(state, 'x', { kind: 'limited' }, now);
  const once = limited(freshKeyState, 0);
  expect(once.cooldownUntil).toBe(limits.modelKeyPauseMs);
  const twice = limited(once, once.cooldownUntil);
  expect(twice.cooldownUntil - once.cooldownUntil).toBe(2 * limits.modelKeyPauseMs);
  const calm = giveLease(twice, 'x', { kind: 'fine' }, twice.cooldownUntil);
  expect(limited(calm, twice.cooldownUntil).cooldownUntil - twice.cooldownUntil).toBe(limits.modelKeyPauseMs);
  expect(giveLease(freshKeyState, 'x', { kind: 'limited', pauseMs: 250 }, 0).cooldownUntil).toBe(250);
});

test('calls under way together that are told "too many" count as one time', () => {
  const first = giveLease(freshKeyState, 'a', { kind: 'limited' }, 0);
  expect(giveLease(first, 'b', { kind: 'limited' }, 1).rateLimitsInARow).toBe(1);
});

test('a refused key is left alone for its model for minutes, twice as long each time, until it answers or is woken', () => {
  const refused = { kind: 'refused', model: 'small', why: '401' } as const;
  const first = giveLease(freshKeyState, 'a', refused, 0);
  expect(kind(giveLease(first, 'b', { kind: 'fine' }, 1), 2)).toBe('refused');
  expect(kind(wake(first), 2)).toBe('taken');
  const other = takeLease(first, { lease: 'x', concurrency: 1, model: 'large', now: 2 });
  expect(other.kind).toBe('taken');
  expect(kind(first, limits.modelKeyRefusedMs)).toBe('taken');
  const second = giveLease(first, 'c', refused, limits.modelKeyRefusedMs);
  expect(kind(second, 3 * limits.modelKeyRefusedMs - 1)).toBe('refused');
  const fine = giveLease(second, 'd', { kind: 'fine', model: 'small' }, 3 * limits.modelKeyRefusedMs);
  expect(fine.refusals).toEqual({});
});

test('a backlog is told to come back one by one, as fast as the key takes questions and not before its cooldown is over', () => {
  let state: KeyState = { ...freshKeyState, callMs: 4_000, cooldownUntil: 10_000 };
  const told = Array.from({ length: 100 }, () => {
    const next = comeBack(state, { concurrency: 4, now: 500 });
    ({ state } = next);
    return next.until;
  });
  expect(told.slice(0, 3)).toEqual([10_000, 11_000, 12_000]);
  expect(told.at(-1)).toBe(109_000);
  expect(comeBack({ ...state, nextRetryAt: 1e9 }, { concurrency: 1, now: 0 }).until).toBe(
    limits.messageDelaySecondsMax * 1_000,
  );
});

test('what a call takes is learned from calls that were answered', () => {
  let state = freshKeyState;
  for (let count = 0; count < 30; count += 1) {
    const now = count * 20_000;
    state = giveLease(taken(state, 'x', now), 'x', { kind: 'fine' }, now + 8_000);
  }
  expect(state.callMs).toBeGreaterThan(7_500);
  expect(state.callMs).toBeLessThanOrEqual(8_000);
});

/** Works off questions that all come at once, each put off as it is told until a lease is free. */
const workOff = (
  count: number,
  { concurrency, callMs }: { readonly concurrency: number; readonly callMs: number },
) => {
  let state = freshKeyState;
  let end = 0;
  const deferrals = Array.from({ length: count }, () => 0);
  const events: { at: number; question: number; ends: boolean }[] = deferrals.map((_, question) => ({
    at: question,
    question,
    ends: false,
  }));
  for (let event = events.shift(); event !== undefined; event = events.shift()) {
    const { at, question, ends } = event;
    end = at;
    if (ends) {
      state = giveLease(state, `${question}`, { kind: 'fine' }, at);
      continue;
    }
    const taking = takeLease(state, { lease: `${question}`, concurrency, model: 'small', now: at });
    const told = taking.kind === 'taken' ? null : comeBack(state, { concurrency, now: at });
    if (taking.kind === 'taken') ({ state } = taking);
    if (told !== null) {
      ({ state } = told);
      deferrals[question] = (deferrals[question] ?? 0) + 1;
    }
    // SQS delays by whole seconds.
    const next = told === null ? at + callMs : at + Math.ceil((told.until - at) / 1_000) * 1_000;
    events.push({ at: next, question, ends: told === null });
    events.sort((a, b) => a.at - b.at);
  }
  return { ms: end, deferrals: Math.max(...deferrals) };
};

test.each([500, 3_000, 12_000])(
  'a backlog of calls of %d ms is worked off in little more than it takes, and nobody is put off often',
  (callMs) => {
    const count = 800;
    const concurrency = 8;
    const deferralsMax = 10;
    const { ms, deferrals } = workOff(count, { concurrency, callMs });
    // Until calls have shown how quick they are, two seconds are assumed.
    expect(ms).toBeLessThan((1.5 * count * Math.max(callMs, freshKeyState.callMs)) / concurrency);
    expect(deferrals).toBeLessThan(deferralsMax);
  },
);
