import { runOutcome } from '../../../lib/source/judge-run.ts';
import type { SourceRunRecord } from '../../../lib/source/source-run.ts';

/** Makes the form in which a run of a source is answered. */
export const tellRun = (run: SourceRunRecord) => ({
  job: run.job,
  startedAt: new Date(run.startedAt).toISOString(),
  endedAt: new Date(run.endedAt).toISOString(),
  outcome: runOutcome(run),
  code: run.code ?? null,
  trigger: run.trigger,
  manifestVersion: run.manifestVersion ?? null,
  isComplete: run.isComplete,
  visited: run.visited,
  changes: run.changes,
  pages: run.standings,
  held: run.held,
  contentHash: run.contentHash ?? null,
  dollars: run.cost ?? null,
  credits: run.credits ?? 0,
  health: run.health ?? null,
});
