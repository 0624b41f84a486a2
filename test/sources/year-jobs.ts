import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Submission } from '../../lib/steps/submit-job/submit-job.ts';
import { runClaimItems } from '../../lib/store/sources/claim-run.ts';
import type { Table } from '../../lib/store/table.ts';

/**
 * Jobs of a simulated year, in the place of `submit-job.ts` and `get-job.ts`: who submits one puts the claim of its run
 * alone, and it ends by itself.
 */
export const yearJobs = new Map<string, { endsAt: number }>();
export const yearClock = { now: 0, lastsMs: (): number => 0 };
/** Runs that were startedRuns, each for the moment at which it was due. */
export const startedRuns: { team: string; source: string; due: number; at: number }[] = [];

export const submitClaim = async (
  { table }: { readonly table: Table },
  { run, team }: Submission,
): Promise<object> => {
  if (run === undefined) throw new Error('expected a run');
  const id = `run-${startedRuns.length}-${yearJobs.size}`;
  try {
    await table.documents.send(
      new TransactWriteCommand({ TransactItems: runClaimItems(table, id, run.claim) }),
    );
  } catch (error) {
    if (error instanceof TransactionCanceledException) return { ok: false, failure: { code: 'CONFLICT' } };
    throw error;
  }
  const { seenDueAt = 0, name } = run.claim;
  yearJobs.set(id, { endsAt: yearClock.now + yearClock.lastsMs() });
  startedRuns.push({ team, source: name.source, due: seenDueAt, at: yearClock.now });
  return { ok: true, job: { id } };
};

export const findYearJob = async (_table: unknown, id: string): Promise<object> => {
  const isRunning = (yearJobs.get(id)?.endsAt ?? 0) > yearClock.now;
  return await Promise.resolve({ id, status: isRunning ? 'running' : 'completed' });
};
