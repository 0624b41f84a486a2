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
const values = { answers: {}, withheld: [], judged: [] };

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

/**
 * What the world knows of a page beside its state: calls that were made, told when it waited, and answers that are
 * kept.
 */
interface World {
  readonly made: number;
  readonly told: number;
  readonly kept: ReadonlySet<number>;
  readonly waits: number;
}

let visited = 0;
const ends = new Map<string, number>();

const expectNothingLost = (state: AskingState, world: World): void => {
  expect(world.told + state.usage.calls).toBe(world.made);
  const answered = new Set(state.parts.map(({ at }) => at));
  // What is kept of an earlier time is answered again before anything behind it is asked.
  for (const at of world.kept) if (at < state.next) expect(answered.has(at)).toBe(true);
  const vain = new Set(state.unanswered.map(({ at }) => at));
  expect(answered.size + vain.size).toBe(state.parts.length + state.unanswered.length);
  if (state.kind !== 'settled') return;
  ends.set(state.by, (ends.get(state.by) ?? 0) + 1);
  const isWhole = state.rest === undefined && state.next >= state.questions;
  if (isWhole) expect(answered.size + vain.size).toBe(state.questions);
  if (state.by !== 'done') expect(state.rest).toBeDefined();
};

const explore = (state: AskingState, world: World): void => {
  visited += 1;
  expectNothingLost(state, world);
  if (state.kind === 'waiting') {
    if (world.waits === 2) return;
    const again = startAsking(state.questions, state.unanswered);
    return explore(again, { ...world, told: world.made, waits: world.waits + 1 });
  }
  // A worker that dies between two questions: its message comes again, and what it had not told is told with what is
  // kept.
  for (const event of events) {
    const follows = allowed(state)[event.kind];
    if (follows === undefined) {
      expect(() => nextAsking(state, event)).toThrow(/Cannot go on asking/);
      continue;
    }
    const isKept = state.kind === 'asking' && world.kept.has(state.next);
    if (isKept && event.kind !== 'answered') continue;
    const paid = isKept ? { ...event, usage: noModelUsage } : event;
    const next = nextAsking(state, paid);
    expect(follows).toContain(next.kind);
    // What is known only grows.
    expect(next.parts.slice(0, state.parts.length)).toEqual(state.parts);
    expect(next.unanswered.slice(0, state.unanswered.length)).toEqual(state.unanswered);
    expect(next.usage.calls).toBeGreaterThanOrEqual(state.usage.calls);
    const made = world.made + ('usage' in event && !isKept ? 1 : 0);
    const kept = event.kind === 'answered' ? new Set([...world.kept, state.next]) : world.kept;
    explore(next, { ...world, made, kept });
  }
};

test('whatever comes in whatever order, nothing that was answered is lost and every call is told once', () => {
  for (const questions of [0, 1, 2, 3])
    explore(startAsking(questions), { made: 0, told: 0, kept: new Set(), waits: 0 });
  expect([...ends.keys()].toSorted()).toEqual(['done', 'exhausted', 'given-up', 'over']);
  // Breaks when the exploration shrinks to nothing.
  expect(visited).toBeGreaterThan(3_000);
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
