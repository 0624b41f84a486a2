import type { Configuration } from './configuration.ts';
import {
  afterThrow,
  redelivered,
  settle,
  titleOf,
  unsentOf,
  withProcess,
  type Slot,
  type Step,
} from './process.ts';
import {
  admitted,
  done,
  fetched,
  idle,
  maskOf,
  names,
  pageNames,
  pagesOf,
  type Process,
  type State,
} from './state.ts';
import { pageAt, putChildren, transact, type Answer } from './store.ts';

/** `finishPage`: the transactions by which a page moves on with its children, chunk by chunk, try by try. */

/** The first `count` pages of a mask. */
const firstOf = (mask: number, count: number): number => maskOf(pagesOf(mask).slice(0, Math.max(0, count)));

const fromOf = (process: Process): number => {
  if (process.message?.kind === 'dead') return process.seen[process.page] ?? admitted;
  return process.message?.kind === 'extract' ? fetched : admitted;
};

/** Begins to finish a page; the first transaction is part of this step. */
export const startWrite = (
  state: State,
  slot: Slot,
  process: Process,
  configuration: Configuration,
  step: {
    readonly page: number;
    readonly to: number;
    readonly children: number;
    readonly spare?: boolean;
  },
): Step[] => {
  const chunk = firstOf(step.children, configuration.childrenPerTransaction);
  const rest = step.children & ~chunk;
  const writing: Process = {
    ...process,
    place: 'write',
    page: step.page,
    to: step.to,
    chunk,
    rest,
    last: rest === 0,
    spare: step.spare === true,
    unsure: step.page >= 0 && step.spare !== true && (process.maybe & (1 << step.page)) !== 0,
  };
  return continueWrite(state, slot, writing, configuration);
};

/** The page is dealt with: by us, or (`over`) by somebody else. */
const finished = (state: State, slot: Slot, process: Process, over: boolean): State => {
  if (process.message === null) return withProcess(state, slot, { ...idle, place: 'release' });
  const { page } = process;
  if (process.spare) {
    const left = process.pendingSpares & ~(1 << page);
    return withProcess(state, slot, settle({ ...process, pendingSpares: left }));
  }
  const extract = !over && process.to === fetched ? process.extract | (1 << page) : process.extract;
  const unsent = redelivered(process) && process.message.kind === 'fetch' ? unsentOf(state, 1 << page) : 0;
  const next = { ...process, pending: process.pending & ~(1 << page), send: process.send | unsent, extract };
  return withProcess(state, slot, settle(next));
};

const jobOver = (state: State, slot: Slot, process: Process): State => {
  if (slot === 'starter') return withProcess(state, slot, null);
  const { message, page, to } = process;
  if (message?.kind === 'fetch' && page >= 0 && !process.spare && (to === done || to === fetched))
    return withProcess(state, slot, { ...process, place: 'late' });
  return withProcess(state, slot, { ...idle, message, place: 'drain' });
};

/** A reserve of which a part had no room stays as it is: what of it is in the frontier is found there. */
const staysOpen = (process: Process, { mutant }: Configuration): boolean =>
  process.spare && process.cut !== 0 && mutant !== 'reserve-ended-when-cut';

/** After a chunk: the next one, or the end of the step. Chunks without children need no call. */
const afterChunk = (
  state: State,
  slot: Slot,
  process: Process,
  ours: number,
  configuration: Configuration,
): State => {
  const gained = { ...process, send: process.send | ours, unsure: false, prepared: false };
  if (process.last || (staysOpen(process, configuration) && process.rest === 0))
    return finished(state, slot, gained, false);
  const chunk = firstOf(process.rest, configuration.childrenPerTransaction);
  const rest = process.rest & ~chunk;
  const last = rest === 0;
  const next = { ...gained, chunk, rest, last };
  if (chunk === 0 && (process.page < 0 || staysOpen(process, configuration)))
    return finished(state, slot, next, false);
  return withProcess(state, slot, next);
};

const cancelled = (
  state: State,
  slot: Slot,
  process: Process,
  answer: Extract<Answer, { kind: 'cancelled' }>,
  configuration: Configuration,
): State => {
  if (answer.over) return jobOver(state, slot, process);
  // The items carry our name: the write whose answer was lost was applied.
  const ours = process.unsure ? process.chunk & answer.existing : 0;
  const known = { ...process, send: process.send | ours };
  if (answer.moved) return finished(state, slot, known, !(process.unsure && process.last));
  const left = process.chunk & ~answer.existing;
  const chunk = firstOf(left, answer.room);
  const cut = chunk === left ? 0 : (left & ~chunk) | process.rest;
  const next = { ...known, chunk, rest: cut === 0 ? process.rest : 0, cut: process.cut | cut };
  if (chunk === 0 && (!process.last || process.page < 0 || staysOpen(next, configuration)))
    return afterChunk(state, slot, next, 0, configuration);
  return withProcess(state, slot, next);
};

/** The extra call that a mutant makes before its transaction. */
const prepare = (state: State, slot: Slot, process: Process, configuration: Configuration): Step | null => {
  const { mutant, limit, tries } = configuration;
  if (process.prepared || process.chunk === 0 || process.page < 0) return null;
  const title = titleOf(slot, process);
  const room = limit - state.job.admitted;
  if (mutant === 'put-child-then-count') {
    const fresh = firstOf(
      maskOf(pagesOf(process.chunk).filter((child) => pageAt(state, child).state === 0)),
      room,
    );
    return {
      label: `${title}: puts ${names(fresh)}, and does not count yet`,
      state: withProcess(putChildren(state, fresh, process.page), slot, {
        ...process,
        chunk: fresh,
        prepared: true,
      }),
    };
  }
  if (mutant === 'limit-by-check-then-act') {
    const chunk = firstOf(process.chunk, room);
    const cut = chunk !== process.chunk;
    return {
      label: `${title}: reads that there is room for ${room}`,
      state: withProcess(state, slot, { ...process, chunk, rest: cut ? 0 : process.rest, prepared: true }),
    };
  }
  if (mutant === 'finish-before-children' && process.last) {
    const write = { page: process.page, from: fromOf(process), to: process.to, children: 0, limit, tries };
    const answer = transact(state, write, mutant);
    const label = `${title}: finishes ${names(1 << process.page)} before its children are admitted`;
    return answer.kind === 'applied'
      ? { label, state: withProcess(answer.state, slot, { ...process, prepared: true }) }
      : { label: `${label}: in vain`, state: cancelled(state, slot, process, answer, configuration) };
  }
  return null;
};

const writeOf = (process: Process, configuration: Configuration) => {
  const apart = process.prepared && configuration.mutant === 'finish-before-children';
  const { limit, tries, mutant } = configuration;
  const stays = staysOpen(process, configuration);
  return {
    page: apart ? -1 : process.page,
    from: fromOf(process),
    to: process.last && process.page >= 0 && !apart && !stays ? process.to : 0,
    children: process.chunk,
    limit,
    tries,
    spare: process.spare,
    cut: tries > limit && !process.spare && mutant !== 'cut-links-dropped' ? process.cut : 0,
  };
};

const describe = (process: Process): string => {
  const page = process.page < 0 ? 'seeds' : names(1 << process.page);
  const moves = process.page >= 0 && process.last ? ` → ${pageNames[process.to] ?? ''}` : '';
  const cut = process.cut === 0 ? '' : `, no room for ${names(process.cut)}`;
  const what = process.spare ? `reserve of ${page}` : `${page}${moves}`;
  return `${what}${process.chunk === 0 ? '' : ` with ${names(process.chunk)}`}${cut}`;
};

/** One try of the transaction, with every answer that it may get. */
export const continueWrite = (
  state: State,
  slot: Slot,
  process: Process,
  configuration: Configuration,
): Step[] => {
  const extra = prepare(state, slot, process, configuration);
  if (extra !== null) return [extra];
  const { mutant, kinds } = configuration;
  const putBefore = process.prepared && mutant === 'put-child-then-count';
  const title = `${titleOf(slot, process)}: transaction ${describe(process)}`;
  const answer = transact(state, writeOf(process, configuration), mutant, putBefore);
  const steps: Step[] = [];
  if (answer.kind === 'applied') {
    const next = afterChunk(answer.state, slot, process, process.chunk, configuration);
    steps.push({ label: title, state: next });
  } else {
    const why = answer.over
      ? 'the job is over'
      : answer.moved
        ? 'the page has moved'
        : answer.existing === 0
          ? 'no room'
          : `${names(answer.existing)} exists`;
    const next = cancelled(state, slot, process, answer, configuration);
    steps.push({ label: `${title}: cancelled, ${why}`, state: next });
  }
  if (state.faultsLeft === 0) return steps;
  const faultsLeft = state.faultsLeft - 1;
  if (kinds.includes('conflict')) {
    const next = afterThrow({ ...state, faultsLeft }, slot, process, configuration);
    steps.push({ label: `${title}: conflicts until it gives up`, state: next });
  }
  if (kinds.includes('ambiguous') && answer.kind === 'applied') {
    const applied = { ...answer.state, faultsLeft };
    steps.push(
      {
        label: `${title}: applied, the answer is lost, will try again`,
        state: withProcess(applied, slot, { ...process, unsure: true }),
      },
      {
        label: `${title}: applied, the answer is lost, gives up`,
        state: afterThrow(applied, slot, process, configuration),
      },
    );
  }
  return steps;
};
