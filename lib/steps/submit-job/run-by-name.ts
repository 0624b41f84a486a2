import { failure, type Failure } from '../../failure.ts';
import { newJobId } from '../../job/job-id.ts';
import { nearOption } from '../../suggest-name.ts';
import { getJob } from '../../store/jobs/get-job.ts';
import { getSourceState } from '../../store/sources/source-states.ts';
import { loadTeam } from '../sources/load-sources.ts';
import { claimId } from './claim-id.ts';
import { startRun, whyNotStarted } from './start-run.ts';
import type { SubmitDependencies } from './submit-job.ts';

/** The result of asking for a run: its job; the job of another run that is open and continues; or why there is none. */
export type RanByName =
  | { readonly kind: 'started' | 'open'; readonly job: string }
  | { readonly kind: 'refused'; readonly failure: Failure };

/**
 * Runs a source of a manifest on request. With a token, a repeated request finds the job of the first one. If the
 * process dies between the claim of the token and the job, the next request starts the job under the claimed id.
 */
export const runByName = async (
  dependencies: SubmitDependencies,
  { team, source, token }: { readonly team: string; readonly source: string; readonly token?: string },
): Promise<RanByName> => {
  const { table, now } = dependencies;
  const { sources } = await loadTeam(dependencies, team);
  const applied = sources.get(source);
  if (applied === undefined) {
    const near = nearOption(source, [...sources.keys()]);
    const message = `Cannot run the source ${source}: no manifest that the team ${team} has applied lists it${near}`;
    return { kind: 'refused', failure: failure('SOURCE_NOT_FOUND', message) };
  }
  const asked = { team, body: { run: source }, ...(token === undefined ? {} : { token }) };
  const claimed = await claimId(dependencies, asked, newJobId(now()));
  if ('code' in claimed) return { kind: 'refused', failure: claimed };
  if (token !== undefined && (await getJob(table, claimed.id)) !== null)
    return { kind: 'started', job: claimed.id };
  const state = await getSourceState(table, { team, source });
  const started = await startRun(dependencies, {
    team,
    applied,
    state,
    trigger: 'scheduled',
    id: claimed.id,
  });
  if (started.kind !== 'lost') return started;
  return { kind: 'refused', failure: whyNotStarted(started, source) };
};
