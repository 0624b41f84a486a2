import type { Configuration } from './configuration.ts';
import { brokenIn, type Invariant } from './invariants.ts';
import { concluded, initialState, keyOf, type State } from './state.ts';
import { listSuccessors } from './successors.ts';

/** What an exhaustive search found. `violation` carries the shortest run that leads to it. */
export interface Found {
  readonly states: number;
  readonly steps: number;
  readonly ends: number;
  readonly seconds: number;
  /** What was seen to happen, as traces tell it. */
  readonly events: ReadonlySet<string>;
  readonly violation: { readonly invariant: Invariant; readonly trace: readonly string[] } | null;
}

/** Pairs of numbers, as many as memory holds: the edges of the graph. */
const growingPairs = () => {
  let from = new Int32Array(1 << 16);
  let to = new Int32Array(1 << 16);
  let length = 0;
  return {
    add: (a: number, b: number): void => {
      if (length === from.length) {
        const [widerFrom, widerTo] = [new Int32Array(length * 2), new Int32Array(length * 2)];
        widerFrom.set(from);
        widerTo.set(to);
        [from, to] = [widerFrom, widerTo];
      }
      from[length] = a;
      to[length] = b;
      length += 1;
    },
    length: (): number => length,
    from: (index: number): number => from[index] as number,
    to: (index: number): number => to[index] as number,
  };
};

type Pairs = ReturnType<typeof growingPairs>;

/** The first state, in the order of discovery, from which no end can be reached; -1 when there is none. */
const firstStuck = (states: number, edges: Pairs, ends: readonly number[]): number => {
  const start = new Int32Array(states + 2);
  for (let edge = 0; edge < edges.length(); edge += 1) {
    const at = edges.to(edge) + 2;
    start[at] = (start[at] as number) + 1;
  }
  for (let state = 1; state < start.length; state += 1)
    start[state] = (start[state] as number) + (start[state - 1] as number);
  // Predecessors of a state lie together, from start[state] to start[state + 1] once all are placed.
  const before = new Int32Array(edges.length());
  for (let edge = 0; edge < edges.length(); edge += 1) {
    const at = edges.to(edge) + 1;
    before[start[at] as number] = edges.from(edge);
    start[at] = (start[at] as number) + 1;
  }
  const reaches = new Uint8Array(states);
  const open = [...ends];
  for (const end of ends) reaches[end] = 1;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const stop = start[state + 1] as number;
    for (let at = start[state] as number; at < stop; at += 1) {
      const previous = before[at] as number;
      if (reaches[previous] === 1) continue;
      reaches[previous] = 1;
      open.push(previous);
    }
  }
  return reaches.indexOf(0);
};

const describe = (state: State): string => {
  const { job, queue } = state;
  const status = ['running', 'finishing', 'concluded'][job.status] ?? '';
  return (
    `[${status}${job.seeding ? ', seeding' : ''}; admitted ${job.admitted}, open ${job.open}, finished ` +
    `${job.finished}, abandoned ${job.abandoned}; ${queue.length} queued]`
  );
};

/** Whether a step happens by itself: an end must be reachable without the help of a fault or of a caller's cancel. */
const isOrdinary = (from: State, to: State): boolean =>
  to.job.status === concluded || (from.faultsLeft === to.faultsLeft && from.endsLeft === to.endsLeft);

/** What goes on in a state that cannot reach an end: ordinary steps, until the system stands or repeats itself. */
const hangFrom = (configuration: Configuration, stuck: State): string[] => {
  const told = ['     from here no step leads to an end:'];
  const seen = new Set<string>();
  let state = stuck;
  for (;;) {
    const here = state;
    seen.add(keyOf(here));
    const step = listSuccessors(here, configuration).find((next) => isOrdinary(here, next.state));
    if (step === undefined) return [...told, '     nothing moves any more'];
    state = step.state;
    told.push(`     ${step.label}  ${describe(state)}`);
    if (seen.has(keyOf(state))) return [...told, '     and so on for ever'];
  }
};

/** Goes the way to a state once more, from the start, and says each step. */
const traceTo = (
  configuration: Configuration,
  ids: ReadonlyMap<string, number>,
  parents: Pairs,
  last: number,
  hangs: boolean,
): string[] => {
  const way: number[] = [];
  for (let id = last; id > 0; id = parents.from(id)) way.unshift(id);
  let state = initialState(configuration);
  const told = way.map((id, index) => {
    const step = listSuccessors(state, configuration).find((next) => ids.get(keyOf(next.state)) === id);
    if (step === undefined)
      throw new Error(`Cannot follow the trace of ${configuration.name}: state ${id} is missing`);
    state = step.state;
    return `${String(index + 1).padStart(3)}  ${step.label}  ${describe(state)}`;
  });
  return hangs ? [...told, ...hangFrom(configuration, state)] : told;
};

/** Explores every interleaving, breadth first, up to `statesMax` states; stops at the first violation. */
export const search = (configuration: Configuration, statesMax = 20_000_000): Found => {
  const began = performance.now();
  const first = initialState(configuration);
  const ids = new Map([[keyOf(first), 0]]);
  const edges = growingPairs();
  const parents = growingPairs();
  parents.add(-1, 0);
  const ends: number[] = [];
  const events = new Set<string>();
  let steps = 0;
  const found = (invariant: Invariant | null, at: number): Found => ({
    states: ids.size,
    steps,
    ends: ends.length,
    seconds: (performance.now() - began) / 1_000,
    events,
    violation:
      invariant === null
        ? null
        : { invariant, trace: traceTo(configuration, ids, parents, at, invariant === 'an end is reachable') },
  });
  let level: State[] = [first];
  let id = 0;
  while (level.length > 0) {
    const below: State[] = [];
    for (const state of level) {
      for (const { label, state: next } of listSuccessors(state, configuration)) {
        const key = keyOf(next);
        const known = ids.get(key);
        steps += 1;
        events.add(label);

        if (isOrdinary(state, next)) edges.add(id, known ?? ids.size);
        if (known !== undefined) continue;
        const fresh = ids.size;
        ids.set(key, fresh);
        parents.add(id, fresh);
        const broken = brokenIn(next, configuration);
        if (broken !== null) return found(broken, fresh);
        if (next.job.status === concluded) ends.push(fresh);
        below.push(next);
      }
      id += 1;
    }
    if (ids.size > statesMax)
      throw new Error(
        `Cannot explore ${configuration.name} whole: more than ${statesMax} states; make it smaller`,
      );
    level = below;
  }
  const stuck = firstStuck(ids.size, edges, ends);
  return found(stuck === -1 ? null : 'an end is reachable', stuck);
};
