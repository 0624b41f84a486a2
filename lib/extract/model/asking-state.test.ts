import { expect, test } from 'vitest';
import { failure, type Failure } from '../../failure.ts';
import {
  askingTransitions,
  nextAsking,
  startAsking,
  type AskingEvent,
  type AskingState,
} from './asking-state.ts';
import { noModelUsage, type ModelUsage } from './page-extraction.ts';

const call: ModelUsage = { calls: 1, inputTokens: 3, outputTokens: 2, dollars: 0 };
const why = (code: Failure['code']): Failure => failure(code, code);
const values = { answers: {}, withheld: [], unlinked: [], judged: [], stray: [], guessed: [] };

/** Every event that there is, with each of its faces. */
const events: readonly AskingEvent[] = [
  { kind: 'reserved' },
  { kind: 'exhausted', failure: why('BUDGET_EXHAUSTED') },
  { kind: 'over', failure: why('JOB_CANCELLED') },
  ...[false, true].map((isComplete): AskingEvent => ({
    kind: 'answered',
    values,
    raw: '',
    usage: call,
    isComplete,
  })),
  { kind: 'unanswered', failure: why('LLM_REFUSED'), usage: call },
  { kind: 'unaskable', failure: why('LLM_MODEL_NOT_FOUND'), usage: call },
  ...[false, true].map((mayWait): AskingEvent => ({
    kind: 'unavailable',
    failure: why('LLM_UNAVAILABLE'),
    usage: call,
    until: 7,
    mayWait,
  })),
];

const allowed = (state: AskingState): Partial<Record<string, readonly string[]>> =>
  askingTransitions[state.kind];

/** What the world knows of a page beside its state. */
interface World {
  readonly made: number;
  /** Calls that the job was told of when the page waited. */
  readonly told: number;
  /** Calls that died with whoever had made them. */
  readonly lost: number;
  /** Calls without an answer since the page was taken up. */
  readonly vain: number;
  /** Questions whose answers are kept, and of them those of which the job was not told. */
  readonly kept: ReadonlySet<number>;
  readonly untold: ReadonlySet<number>;
  /** Questions in vain that the page has noted. */
  readonly noted: AskingState['unanswered'];
  readonly waits: number;
  readonly deaths: number;
}

const begun: World = {
  made: 0,
  told: 0,
  lost: 0,
  vain: 0,
  kept: new Set(),
  untold: new Set(),
  noted: [],
  waits: 0,
  deaths: 0,
};

let visited = 0;
const ends = new Map<string, number>();

const expectNothingLost = (state: AskingState, world: World): void => {
  const answered = new Set(state.parts.map(({ at }) => at));
  const toCome = [...world.untold].filter((at) => !answered.has(at)).length;
  expect(world.told + state.usage.calls + toCome + world.lost).toBe(world.made);
  // A death takes the call in flight, and calls without an answer since the page was taken up.
  expect(world.lost).toBeLessThanOrEqual(world.deaths * (state.questions + 1));
  if (world.deaths === 0) expect([world.lost, toCome]).toEqual([0, 0]);
  // What is kept of an earlier time is answered again before anything behind it is asked.
  for (const at of world.kept) if (at < state.next) expect(answered.has(at)).toBe(true);
  const vain = new Set(state.unanswered.map(({ at }) => at));
  expect(answered.size + vain.size).toBe(state.parts.length + state.unanswered.length);
  if (state.kind !== 'settled') return;
  ends.set(state.by, (ends.get(state.by) ?? 0) + 1);
  const isWhole = state.rest === undefined && state.next >= state.questions;
  if (isWhole) expect(answered.size + vain.size).toBe(state.questions);
  if (isWhole) expect(toCome).toBe(0);
  if (state.by !== 'done') expect(state.rest).toBeDefined();
};

/** The world after an event in a state; `isKept`: the answer was there, and nobody was called. */
const worldAfter = (world: World, state: AskingState, event: AskingEvent, isKept: boolean): World => {
  if (!('usage' in event) || isKept) return world;
  const made = world.made + 1;
  if (event.kind !== 'answered') return { ...world, made, vain: world.vain + 1 };
  const at = state.next;
  return { ...world, made, kept: new Set([...world.kept, at]), untold: new Set([...world.untold, at]) };
};

/** The worker dies, at once or with a call in flight: its message comes again, with what the page has noted. */
const dies = (state: AskingState, world: World): void => {
  if (world.deaths === 2) return;
  const again = startAsking(state.questions, world.noted);
  const dead = { ...world, lost: world.lost + world.vain, vain: 0, deaths: world.deaths + 1 };
  explore(again, dead);
  if (state.kind === 'asking' && !world.kept.has(state.next))
    explore(again, { ...dead, made: dead.made + 1, lost: dead.lost + 1 });
};

const seen = new Set<string>();
/** All that decides what may follow: two ways to the same are one. */
const keyOf = (state: AskingState, { kept, untold, ...world }: World): string => {
  const ats = [state.parts, state.unanswered].map((list) => list.map(({ at }) => at));
  const by = state.kind === 'settled' ? [state.by, state.rest?.code] : [];
  const own = [state.kind, state.questions, state.next, ats, state.usage.calls, by];
  return JSON.stringify([own, [...kept], [...untold], world]);
};

const explore = (state: AskingState, world: World): void => {
  const key = keyOf(state, world);
  if (seen.has(key)) return;
  seen.add(key);
  visited += 1;
  expectNothingLost(state, world);
  if (state.kind === 'waiting') {
    if (world.waits === 2) return;
    const answered = new Set(state.parts.map(({ at }) => at));
    const untold = new Set([...world.untold].filter((at) => !answered.has(at)));
    const noted = state.unanswered;
    const told = world.told + state.usage.calls;
    const again = startAsking(state.questions, noted);
    return explore(again, { ...world, told, untold, noted, vain: 0, waits: world.waits + 1 });
  }
  // What ends the page is noted with it in one step: whoever dies before that leaves all to be done again.
  dies(state, world);
  for (const event of events) {
    const follows = allowed(state)[event.kind];
    if (follows === undefined) {
      if (world.deaths === 0) expect(() => nextAsking(state, event)).toThrow(/Cannot go on asking/);
      continue;
    }
    const isKept = state.kind === 'asking' && world.kept.has(state.next);
    if (isKept && event.kind !== 'answered') continue;
    const isTold = isKept && !world.untold.has(state.next);
    const next = nextAsking(
      state,
      isTold && event.kind === 'answered' ? { ...event, usage: noModelUsage } : event,
    );
    if (!follows.some((kind) => kind === next.kind)) expect(follows).toContain(next.kind);
    // What is known only grows.
    expect(next.parts.slice(0, state.parts.length)).toEqual(state.parts);
    expect(next.unanswered.slice(0, state.unanswered.length)).toEqual(state.unanswered);
    expect(next.usage.calls).toBeGreaterThanOrEqual(state.usage.calls);
    explore(next, worldAfter(world, state, event, isKept));
  }
};

test('whatever comes in whatever order, and whoever dies where, nothing answered is lost and each call is told once', () => {
  for (const questions of [0, 1, 2]) explore(startAsking(questions), begun);
  // Of longer pages one worker dies.
  explore(startAsking(3), { ...begun, deaths: 1, waits: 1 });
  explore(startAsking(3), { ...begun, deaths: 2, waits: 0 });
  expect([...ends.keys()].toSorted()).toEqual(['done', 'exhausted', 'given-up', 'over']);
  // Breaks when the exploration shrinks to nothing.
  expect(visited).toBeGreaterThan(2_000);
});

test('every transition of the table is taken, and none that is not in it', () => {
  const taken = new Set<string>();
  const walk = (state: AskingState, depth: number): void => {
    if (depth === 0) return;
    for (const event of events) {
      if (allowed(state)[event.kind] === undefined) continue;
      const next = nextAsking(state, event);
      taken.add(`${state.kind} ${event.kind} ${next.kind}`);
      walk(next, depth - 1);
    }
  };
  walk(startAsking(2), 4);
  const listed = Object.entries(askingTransitions).flatMap(([from, row]) =>
    Object.entries(row as Record<string, readonly string[]>).flatMap(([event, to]) =>
      to.map((each) => `${from} ${event} ${each}`),
    ),
  );
  expect([...taken].toSorted()).toEqual(listed.toSorted());
});

test('a question that was in vain is not put again when the page is taken up again', () => {
  const state = startAsking(3, [{ at: 0, failure: why('LLM_REFUSED') }]);
  expect(state).toMatchObject({ kind: 'reserving', next: 1 });
});
