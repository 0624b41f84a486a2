import { deleteSubmission, putSubmission } from '../../store/jobs/submissions.ts';
import type { Table } from '../../store/table.ts';

/** No team can have this name. */
const everybody = '*';
/** Longer than any connection is held, so a process that dies keeps its permit no longer. */
const leaseMs = 30_000;

export interface WaitingDependencies {
  readonly table: Table;
  readonly now: () => number;
  readonly random: () => number;
  /** How many callers may wait at the same time; undefined: any number. */
  readonly waitingMax?: number;
}

/**
 * Takes one of the permits with which callers of a deployment wait for their page. Each waiting caller holds one
 * execution of the account the whole time; the limit leaves executions to the functions that work. Returns a function
 * that gives the permit back, or null if all permits are taken. A deployment with enough executions has no limit.
 */
export const takeWaitingPermit = async (
  { table, now, random, waitingMax }: WaitingDependencies,
  job: string,
): Promise<(() => Promise<void>) | null> => {
  if (waitingMax === undefined) return async () => {};
  const first = Math.floor(random() * waitingMax);
  for (let tried = 0; tried < waitingMax; tried += 1) {
    const name = `waiting-${(first + tried) % waitingMax}`;
    const holder = { job, bodyHash: '' };
    const taken = await putSubmission(table, everybody, name, holder, { now: now(), lifeMs: leaseMs });
    if (taken === null) return async () => await deleteSubmission(table, everybody, name);
  }
  return null;
};
