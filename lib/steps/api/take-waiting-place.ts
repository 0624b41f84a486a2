import { deleteSubmission, putSubmission } from '../../store/jobs/submissions.ts';
import type { Table } from '../../store/table.ts';

/** No team is called so. */
const everybody = '*';
/** Longer than any connection is held: whoever dies keeps its place no longer. */
const leaseMs = 30_000;

export interface WaitingDependencies {
  readonly table: Table;
  readonly now: () => number;
  readonly random: () => number;
  /** Callers that may be kept waiting at the same time; undefined: any number. */
  readonly waitingMax?: number;
}

/**
 * Takes one of the places of a deployment in which callers wait for their page, so that those who wait leave
 * executions to those who work: each holds one of the account's the whole time. Answers what gives the place back, or
 * null where all are taken. A deployment with executions enough has no such places, and asks nobody.
 */
export const takeWaitingPlace = async (
  { table, now, random, waitingMax }: WaitingDependencies,
  job: string,
): Promise<(() => Promise<void>) | null> => {
  if (waitingMax === undefined) return async () => {};
  const first = Math.floor(random() * waitingMax);
  for (let tried = 0; tried < waitingMax; tried += 1) {
    const place = `waiting-${(first + tried) % waitingMax}`;
    const holder = { job, bodyHash: '' };
    const taken = await putSubmission(table, everybody, place, holder, { now: now(), lifeMs: leaseMs });
    if (taken === null) return async () => await deleteSubmission(table, everybody, place);
  }
  return null;
};
