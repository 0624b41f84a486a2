import { getWebhook } from '../../../store/webhooks/webhook-lease.ts';
import { listTeamJob } from '../../../store/jobs/list-team-jobs.ts';
import { putRedrive } from '../../../store/jobs/put-redrive.ts';
import { failure, type Failure } from '../../../failure.ts';
import { enqueueWebhook } from '../../protocol/enqueue-webhooks.ts';
import { seedFromParts, type StartDependencies } from '../../submit-job/seed-parts.ts';
import { claimId } from '../../submit-job/claim-id.ts';
import { sealRequest } from '../../submit-job/seal-request.ts';
import type { SubmitDependencies } from '../../submit-job/submit-job.ts';
import { newWebhook, respecifyWebhook, type JobWebhook } from '../../../job/webhook.ts';
import { newJobId } from '../../../job/job-id.ts';
import type { Job, RunningJob } from '../../../job/job.ts';
import { placeParts } from '../../../job/job-parts.ts';
import { newJob } from '../../../job/new-job.ts';
import { quotaAfter } from '../../../job/redrive.ts';
import type { RunBudget } from '../../../source/schedule/allow-run.ts';
import {
  judgeRedrive,
  nothingToRedrive,
  refuseAtOnce,
  type RedriveSpec,
  type Series,
} from './judge-redrive.ts';
import { storeSelected } from './store-selected.ts';

/**
 * Fetches pages of an ended job again as a new job. If the job is a crawl, the new job continues from there
 * (`lib/job/redrive.ts` says what the two jobs hold).
 *
 *   1. Check the series: only one of its jobs runs at a time, and the same redrive of the same job is made only once.
 *   2. Pick the pages from the job's error index and store them, a thousand to an object.
 *   3. Put the job on its team's list; then put the job and add it to the series, in one step.
 *   4. Admit its pages and send them (`lib/steps/submit-job/seed-parts.ts`).
 *
 * If the process dies before 3, only objects remain, which expire. If it dies after 3, the heartbeat continues with 4.
 * If another caller wins 3, this one checks again and finds that caller's job.
 */
export type Redriven =
  | { readonly ok: true; readonly job: Job; readonly pages: number; readonly repeated: boolean }
  | { readonly ok: false; readonly failure: Failure };

const tries = 4;

/** Takes over the sealed headers. They stay valid: the team and the receiver are the same. */
const sealedOf = ({ sealedHeaders }: JobWebhook): Pick<JobWebhook, 'sealedHeaders'> =>
  sealedHeaders === undefined ? {} : { sealedHeaders };

/** Makes the new job: the request of the old one, with room for the picked pages and for what the series has left. */
const redriveOf = (
  spec: RedriveSpec,
  { last, members }: Series,
  facts: {
    readonly id: string;
    readonly now: number;
    readonly pages: number;
    readonly parts: number;
    readonly left: number;
    readonly budget: RunBudget;
  },
): RunningJob => {
  const { job, selection } = spec;
  const { id, now, pages, parts, left, budget } = facts;
  // The headers of the old job were removed when it ended.
  const { headerNames: _names, sealedHeaders: _sealed, ...scrape } = job.request.scrape;
  const scopeUrl = last.scopeUrl ?? job.scopeUrl;
  const fresh = newJob({
    id,
    kind: job.kind,
    dialect: job.dialect,
    team: job.team,
    keyId: spec.keyId,
    request: { ...job.request, scrape: { ...scrape, headers: { ...spec.headers } } },
    limit: Math.min(pages + quotaAfter(last), budget.maxPages ?? Number.POSITIVE_INFINITY),
    now,
    ...(job.source === undefined ? {} : { source: job.source }),
    ...(job.provenance === undefined ? {} : { provenance: job.provenance }),
    ...budget,
  });
  return {
    ...fresh,
    ...(scopeUrl === undefined ? {} : { scopeUrl }),
    seeding: true,
    seedParts: parts,
    redrive: { of: job.id, selection, pages, ...(left === 0 ? {} : { left }) },
    series: [...members],
  };
};

/** Returns the job of a redrive that was made before. */
const repeatRedrive = async (
  dependencies: StartDependencies,
  found: Job,
  claimed: string,
): Promise<Redriven> => {
  // Our own job, made by a call whose answer was lost. That call may have died before all pages were admitted.
  if (found.id === claimed && found.status === 'running' && found.seeding === true) {
    await seedFromParts(dependencies, found, found.seedParts ?? 1);
  }
  return { ok: true, job: found, pages: found.redrive?.pages ?? 0, repeated: true };
};

/** Redrives a job, or says why not. A repeated call finds the job that the first one made. */
export const redriveJob = async (dependencies: SubmitDependencies, spec: RedriveSpec): Promise<Redriven> => {
  const { job, selection, team } = spec;
  const refusal = refuseAtOnce(spec);
  if (refusal !== null) return { ok: false, failure: refusal };
  const claimed = await claimId(
    dependencies,
    {
      team,
      body: { of: job.id, ...selection },
      ...(spec.token === undefined ? {} : { token: `redrive:${spec.token}` }),
    },
    newJobId(dependencies.now()),
  );
  if ('code' in claimed) return { ok: false, failure: claimed };
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const now = dependencies.now();
    const verdict = await judgeRedrive({ ...dependencies, now: () => now }, spec, claimed.id);
    if (verdict.kind === 'refused') return { ok: false, failure: verdict.failure };
    if (verdict.kind === 'same') return await repeatRedrive(dependencies, verdict.job, claimed.id);
    const { series, budget } = verdict;
    const { first, last, members } = series;
    const seeds = await storeSelected(dependencies, spec, members, {
      id: claimed.id,
      most: budget.maxPages,
    });
    if (seeds.pages === 0) return { ok: false, failure: nothingToRedrive(spec, members) };
    const draft = redriveOf(spec, series, { id: claimed.id, now, budget, ...seeds });
    const sealed = await sealRequest(dependencies.seal, team, draft.request);
    if ('code' in sealed) return { ok: false, failure: sealed };
    const made = { ...draft, request: sealed };
    const previous = last.id === first.id ? undefined : last.id;
    const webhook = await getWebhook(dependencies.table, job.id);
    const ownWebhook =
      webhook === null ? null : { ...newWebhook(made, respecifyWebhook(webhook)), ...sealedOf(webhook) };
    const { webhook: _webhook, ...request } = made.request;
    const put = placeParts(ownWebhook === null ? { ...made, request } : made);
    await listTeamJob(dependencies.table, put);
    if (await putRedrive(dependencies.table, put, { first: first.id, previous }, ownWebhook)) {
      await enqueueWebhook(dependencies.queues, put);
      await seedFromParts(dependencies, put, seeds.parts);
      return { ok: true, job: put, pages: seeds.pages, repeated: false };
    }
    await dependencies.sleep(dependencies.random() * 100 * attempt);
  }
  const message = `Cannot redrive the job ${job.id}: others redrive it at the same time. Try again`;
  return { ok: false, failure: failure('CONFLICT', message) };
};
