import type { Configuration } from './configuration.ts';
import { names, pagesOf, type Process, type State } from './state.ts';
import { giveBack, openMask, pageAt } from './store.ts';

/** Where a process lives: workers by their number, the others by name. */
export type Slot = number | 'starter' | 'beat' | 'ender';

export interface Step {
  readonly label: string;
  readonly state: State;
}

export const withProcess = (state: State, slot: Slot, process: Process | null): State =>
  typeof slot === 'number'
    ? { ...state, workers: state.workers.map((worker, at) => (at === slot ? process : worker)) }
    : { ...state, [slot]: process };

export const titleOf = (slot: Slot, process: Process): string => {
  if (process.message === null) return slot === 'ender' ? 'end of the job' : String(slot);
  const { kind, pages, spares, receives } = process.message;
  const role = { fetch: 'fetch', extract: 'extract', dead: 'bury', finish: 'finish-job' }[kind];
  return kind === 'finish'
    ? role
    : `${role} {${spares === 0 ? '' : `reserves of ${names(spares)}, `}${names(pages)}}${receives > 0 ? ' again' : ''}`;
};

export const redelivered = (process: Process): boolean => (process.message?.receives ?? 0) > 0;

/** Open children that a predecessor admitted for these pages and may not have sent. */
export const unsentOf = (state: State, over: number): number =>
  pagesOf(openMask(state)).reduce((mask, child) => {
    const { parent } = pageAt(state, child);
    return parent > 0 && (over & (1 << (parent - 1))) !== 0 ? mask | (1 << child) : mask;
  }, 0);

/** Where a visit stands after a page of it is dealt with. */
export const settle = (process: Process): Process => {
  const cleared: Process = {
    ...process,
    page: -1,
    to: 0,
    chunk: 0,
    rest: 0,
    last: false,
    spare: false,
    cut: 0,
    unsure: false,
    prepared: false,
  };
  if ((process.pending !== 0 || process.pendingSpares !== 0) && !process.threw)
    return { ...cleared, place: 'work' };
  const mail = process.send | process.later | process.extract;
  return {
    ...cleared,
    apart: false,
    maybe: 0,
    pending: 0,
    pendingSpares: 0,
    place: mail === 0 ? 'drain' : 'send',
    seen: [],
  };
};

/** A call threw: what was admitted before still goes out, then the message goes back. */
export const afterThrow = (
  state: State,
  slot: Slot,
  process: Process,
  configuration: Configuration,
): State => {
  const mail = process.send | process.later | process.extract;
  if (process.message?.kind === 'fetch' && mail !== 0)
    return withProcess(state, slot, settle({ ...process, threw: true }));
  const gone = withProcess(state, slot, null);
  return process.message === null ? gone : giveBack(gone, process.message, configuration);
};
