import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import { freshPace, renew, reserve, reserveOne, type Pace } from './pace.ts';
import { releaseLease } from './release-lease.ts';
import { graceMs, remainingSlots, slotSpacing, type Promised, type Slots } from './slot-times.ts';

const policy = { spacingMs: 500, concurrency: 9 };
const t0 = 1_000_000;

const go = (pace: Pace, now: number, wanted: number, lease: string, promised?: Promised) => {
  const reservation = reserve(pace, policy, {
    now,
    wanted,
    lease,
    ...(promised === undefined ? {} : { promised }),
  });
  if (reservation.kind !== 'go') throw new Error(`wanted slots, was put off until ${reservation.at}`);
  return reservation;
};

test('an idle host gives slot and lease at once', () => {
  const { slots, pace } = go(freshPace, t0, 1, 'a');
  expect(slots).toEqual({ from: t0, count: 1, spacing: slotSpacing(policy) });
  expect(Object.keys(pace.leases)).toEqual(['a']);
});

test('a wait beyond patience becomes a promise that is honoured when its moment comes', () => {
  const { pace } = go(freshPace, t0, 10, 'a');
  const later = reserve(pace, policy, { now: t0, wanted: 10, lease: 'c' });
  expect(later.kind).toBe('later');
  if (later.kind !== 'later' || later.slots === undefined) throw new Error('wanted a promise');
  const back = go(later.pace, later.at, 10, 'c', later.slots);
  expect(back.slots.from).toBe(later.slots.from);
  expect(back.pace.next).toBe(later.pace.next);
});

test('a promise that was missed is worth nothing', () => {
  const promised = { id: 'p', from: t0, count: 2, spacing: slotSpacing(policy) };
  const pace = { ...freshPace, next: t0 + 5_000, promises: { p: t0 + 60_000 } };
  const { slots } = go(pace, t0 + 4_000, 2, 'a', promised);
  expect(slots.from).toBe(t0 + 5_000);
});

test('a lease that a dead worker held is free again when its time is over', () => {
  let pace = freshPace;
  for (const lease of 'abcdefghi') ({ pace } = go(pace, t0, 1, lease));
  expect(reserve(pace, policy, { now: t0, wanted: 1, lease: 'z' }).kind).toBe('later');
  expect(reserve(pace, policy, { now: t0 + limits.leaseMs + 1, wanted: 1, lease: 'z' }).kind).toBe('go');
});

test('Retry-After stops the whole host, whoever asks', () => {
  const { pace, slots } = go(freshPace, t0, 1, 'a');
  const told = releaseLease(
    pace,
    'a',
    { answered: 1, failedInRow: 0, granted: slots, retryAfterMs: 60_000 },
    t0 + 100,
  );
  const asked = reserve(told, policy, { now: t0 + 30_000, wanted: 1, lease: 'b' });
  expect(asked.kind).toBe('later');
  expect(asked.kind === 'later' && asked.at).toBeGreaterThanOrEqual(t0 + 60_100);
  expect(reserve(told, policy, { now: t0 + 60_101, wanted: 1, lease: 'b' }).kind).toBe('go');
});

test('a host that fails five times in a row is left alone for a minute, then probed by a single request', () => {
  let pace = freshPace;
  let now = t0;
  for (let failures = 0; failures < limits.breakerFailuresMax; failures += 1) {
    const reservation = go(pace, now, 1, 'a');
    pace = releaseLease(
      reservation.pace,
      'a',
      { answered: 0, failedInRow: 1, granted: reservation.slots },
      now,
    );
    now += 1_000;
  }
  expect(reserve(pace, policy, { now, wanted: 1, lease: 'b' }).kind).toBe('later');
  const probe = go(pace, now + limits.breakerPauseMs, 10, 'b');
  expect([probe.slots.count, probe.inFlight]).toEqual([1, 1]);
  expect(reserve(probe.pace, policy, { now: now + limits.breakerPauseMs, wanted: 1, lease: 'c' }).kind).toBe(
    'later',
  );
  const healed = releaseLease(probe.pace, 'b', { answered: 1, failedInRow: 0, granted: probe.slots }, now);
  expect(healed.failures).toBe(0);
});

test('slots that were not used go back if nobody reserved behind them', () => {
  const { pace, slots } = go(freshPace, t0, 5, 'a');
  const unusedFrom = t0 + slots.spacing;
  expect(releaseLease(pace, 'a', { answered: 1, failedInRow: 0, granted: slots, unusedFrom }, t0).next).toBe(
    unusedFrom,
  );
  const other = go(pace, t0, 1, 'b');
  expect(
    releaseLease(other.pace, 'a', { answered: 1, failedInRow: 0, granted: slots, unusedFrom }, t0).next,
  ).toBe(other.pace.next);
});

test('requests keep their distance and their number, whatever workers do', () => {
  const steps = fc.array(
    fc.record({
      worker: fc.integer({ min: 0, max: 5 }),
      advance: fc.integer({ min: 0, max: 3_000 }),
      wanted: fc.integer({ min: 1, max: 10 }),
      lateness: fc.double({ min: 0, max: 1, noNaN: true }),
      used: fc.integer({ min: 0, max: 10 }),
    }),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, fc.constantFrom(0, 50, 500, 2_000, 7_000), (script, spacingMs) => {
      const own = { spacingMs, concurrency: 3 };
      const grace = graceMs(spacingMs);
      let pace = freshPace;
      let now = t0;
      const sent: number[] = [];
      const promises = new Map<number, Promised>();
      const held = new Map<number, { slots: Slots; used: number; inFlight: number }>();
      for (const step of script) {
        now += step.advance;
        // As a living worker does, long before its lease runs out.
        for (const [worker, { inFlight }] of held) pace = renew(pace, `w${worker}`, inFlight, now);
        const holding = held.get(step.worker);
        const lease = `w${step.worker}`;
        if (holding !== undefined) {
          held.delete(step.worker);
          const unusedFrom = holding.slots.from + holding.used * holding.slots.spacing;
          pace = releaseLease(
            pace,
            lease,
            { answered: 1, failedInRow: 0, granted: holding.slots, unusedFrom },
            now,
          );
          continue;
        }
        const promised = promises.get(step.worker);
        promises.delete(step.worker);
        const reservation = reserve(pace, own, {
          now,
          wanted: step.wanted,
          lease,
          ...(promised ? { promised } : {}),
        });
        pace = reservation.pace;
        if (reservation.kind === 'later') {
          if (reservation.slots !== undefined) promises.set(step.worker, reservation.slots);
          continue;
        }
        const used = Math.min(step.used, reservation.slots.count);
        for (let index = 0; index < used; index += 1) {
          sent.push(reservation.slots.from + index * reservation.slots.spacing + step.lateness * grace);
        }
        held.set(step.worker, { slots: reservation.slots, used, inFlight: reservation.inFlight });
        const inFlight = [...held.values()].reduce((sum, one) => sum + one.inFlight, 0);
        expect(inFlight).toBeLessThanOrEqual(own.concurrency);
      }
      sent.sort((a, b) => a - b);
      for (let index = 1; index < sent.length; index += 1) {
        expect((sent[index] ?? 0) - (sent[index - 1] ?? 0)).toBeGreaterThanOrEqual(spacingMs - 1e-6);
      }
    }),
    { numRuns: 300 },
  );
});

test('remaining slots begin with the first that is not over', () => {
  const slots = { from: t0, count: 5, spacing: 100 };
  expect(remainingSlots(slots, t0 - 50, 10)).toEqual(slots);
  expect(remainingSlots(slots, t0 + 10, 10)).toEqual(slots);
  expect(remainingSlots(slots, t0 + 11, 10)).toEqual({ from: t0 + 100, count: 4, spacing: 100 });
  expect(remainingSlots(slots, t0 + 10_000, 10).count).toBe(0);
});

test('a lease that is renewed outlives its time, and is gone when it is given back', () => {
  const { pace, slots, inFlight } = go(freshPace, t0, 9, 'a');
  const renewed = renew(pace, 'a', inFlight, t0 + limits.leaseMs - 1);
  expect(renewed.leases['a']?.until).toBe(t0 + 2 * limits.leaseMs - 1);
  expect(releaseLease(renewed, 'a', { answered: 1, failedInRow: 0, granted: slots }, t0).leases).toEqual({});
});

test('a promise is good once: its second delivery finds it redeemed', () => {
  const { pace } = go(freshPace, t0, 10, 'a');
  const later = reserve(pace, policy, { now: t0, wanted: 10, lease: 'c' });
  if (later.kind !== 'later' || later.slots === undefined) throw new Error('wanted a promise');
  const first = go(later.pace, later.at, 10, 'd', later.slots);
  const second = reserve(first.pace, policy, {
    now: later.at,
    wanted: 10,
    lease: 'e',
    promised: later.slots,
  });
  const from = second.kind === 'go' ? second.slots.from : second.at;
  expect(from).toBeGreaterThanOrEqual(first.slots.from + first.slots.count * first.slots.spacing);
});

test.each([[3_000, 0.5]])(
  'a backlog of %i pages %f seconds apart takes hardly longer than its slots, with few receives',
  (pages, delay) => {
    const own = { spacingMs: delay * 1_000, concurrency: 3 };
    let pace = freshPace;
    let done = 0;
    let receives = 0;
    let now = t0;
    const queue = Array.from({ length: pages / 10 }, () => ({
      at: t0,
      due: 0,
      count: 10,
      slots: undefined as Promised | undefined,
    }));
    const releases: { at: number; lease: string; slots: Slots }[] = [];
    while (queue.length > 0) {
      queue.sort((a, b) => a.at - b.at);
      const message = queue.shift();
      if (message === undefined) break;
      now = Math.max(now, message.at);
      receives += 1;
      for (const ended of releases.filter(({ at }) => at <= now)) {
        pace = releaseLease(
          pace,
          ended.lease,
          { answered: 1, failedInRow: 0, granted: ended.slots },
          ended.at,
        );
        releases.splice(releases.indexOf(ended), 1);
      }
      if (message.due > now + limits.slotPatienceMs) {
        queue.push({ ...message, at: now + Math.min(900_000, message.due - now) });
        continue;
      }
      const lease = `l${receives}`;
      const asked = reserve(pace, own, {
        now,
        wanted: message.count,
        lease,
        ...(message.slots ? { promised: message.slots } : {}),
      });
      pace = asked.pace;
      if (asked.kind === 'go') {
        const end = asked.slots.from + asked.slots.count * asked.slots.spacing;
        releases.push({ at: end, lease, slots: asked.slots });
        done += asked.slots.count;
        const left = message.count - asked.slots.count;
        if (left > 0) queue.push({ at: end, due: 0, count: left, slots: undefined });
        continue;
      }
      const wait = asked.at - now;
      const slots = asked.slots;
      if (slots !== undefined) queue.push({ ...message, due: 0, slots, at: now + Math.max(0, wait - 1_000) });
      else
        queue.push({
          ...message,
          slots,
          due: wait > 900_000 ? asked.at : 0,
          at: now + Math.min(900_000, wait),
        });
    }
    expect(done).toBe(pages);
    const ideal = pages * slotSpacing(own);
    expect(now - t0).toBeLessThan(ideal * 1.25);
    expect(receives).toBeLessThan(pages * 1.5);
  },
);

test('a slot that passed unused is free again where none was granted behind it', () => {
  const { slots, pace } = go(freshPace, t0, 1, 'a');
  const late = t0 + 400;
  expect(reserveOne(pace, policy, late)?.at).toBe(t0 + slots.spacing);
  const again = reserveOne(pace, policy, late, { from: slots.from, count: 1 });
  expect(again?.at).toBe(late);
  expect(again?.pace.next).toBe(late + slots.spacing);
  const behind = go(pace, t0, 1, 'b');
  expect(reserveOne(behind.pace, policy, late, { from: slots.from, count: 1 })?.at).toBe(
    t0 + 2 * slots.spacing,
  );
});

describe('what one team was told', () => {
  const told = (retryAfterMs: number, before = freshPace): Pace => {
    const { pace, slots } = go(before, t0, 1, 'a');
    return releaseLease(
      pace,
      'a',
      { answered: 1, failedInRow: 0, granted: slots, retryAfterMs, team: 'told' },
      t0,
    );
  };
  const ask = (pace: Pace, team: string, now: number, wanted = 1) =>
    reserve(pace, policy, { now, wanted, lease: `${team}${now}`, team });

  test('holds itself for as long as it was told, and others for a minute', () => {
    const pace = told(900_000);
    expect(ask(pace, 'other', t0 + 59_000)).toMatchObject({ kind: 'later' });
    expect(ask(pace, 'other', t0 + 60_100).kind).toBe('go');
    expect(ask(pace, 'told', t0 + 60_100)).toMatchObject({ kind: 'later', at: t0 + 900_000 });
    expect(ask(pace, 'told', t0 + 900_100).kind).toBe('go');
  });

  test('is doubted where the host has just answered another team well', () => {
    const first = go(freshPace, t0 - 60_000, 1, 'b');
    const served = releaseLease(
      first.pace,
      'b',
      { answered: 1, failedInRow: 0, granted: first.slots, team: 'other' },
      t0 - 60_000,
    );
    expect(ask(told(900_000, served), 'other', t0 + 10_100).kind).toBe('go');
  });

  test('others ask with one request until it is answered, then as ever', () => {
    const probe = ask(told(900_000), 'other', t0 + 60_100, 9);
    if (probe.kind !== 'go') throw new Error(probe.kind);
    expect(probe.inFlight).toBe(1);
    expect(probe.slots.count).toBe(1);
    expect(ask(probe.pace, 'third', t0 + 60_200).kind).toBe('later');
    const at = t0 + 61_000;
    const healed = releaseLease(
      probe.pace,
      `other${t0 + 60_100}`,
      { answered: 1, failedInRow: 0, granted: probe.slots, team: 'other' },
      at,
    );
    const next = ask(healed, 'third', at + 1_000, 9);
    expect(next.kind === 'go' && next.slots.count).toBeGreaterThan(1);
    expect(ask(healed, 'told', at + 1_000).kind).toBe('later');
  });

  test('holds everybody once a second team was told so', () => {
    const probe = ask(told(900_000), 'other', t0 + 60_100);
    if (probe.kind !== 'go') throw new Error(probe.kind);
    const at = t0 + 61_000;
    const confirmed = releaseLease(
      probe.pace,
      `other${t0 + 60_100}`,
      { answered: 1, failedInRow: 0, granted: probe.slots, retryAfterMs: 300_000, team: 'other' },
      at,
    );
    expect(ask(confirmed, 'third', at + 299_000)).toMatchObject({ kind: 'later', at: at + 300_000 });
    expect(ask(confirmed, 'third', at + 301_000).kind).toBe('go');
  });

  test('a wait shorter than a minute is everybody’s', () => {
    const pace = told(30_000);
    expect(ask(pace, 'other', t0 + 29_000).kind).toBe('later');
    const next = ask(pace, 'other', t0 + 30_100, 9);
    expect(next.kind === 'go' && next.slots.count).toBeGreaterThan(1);
  });
});
