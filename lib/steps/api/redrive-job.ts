import { getJob } from '../../store/jobs/get-job.ts';
import { getWebhook } from '../../store/webhooks/webhook-lease.ts';
import { listTeamJob } from '../../store/jobs/list-team-jobs.ts';
import { putRedrive } from '../../store/jobs/put-redrive.ts';
import { failure, type Failure } from '../../failure.ts';
import { enqueueWebhook } from '../protocol/enqueue-webhooks.ts';
import { seedFromParts, type StartDependencies } from '../submit-job/seed-parts.ts';
import { claimId } from '../submit-job/claim-id.ts';
import { sealRequest, type Seal } from '../submit-job/seal-request.ts';
import { newWebhook, respecifyWebhook, type JobWebhook } from '../../job/webhook.ts';
import { newJobId } from '../../job/job-id.ts';
import { hasEnded, type Job, type RunningJob } from '../../job/job.ts';
import { placeParts } from '../../job/job-parts.ts';
import { newJob } from '../../job/new-job.ts';
import { isSameSelection, quotaAfter, seriesThrough } from '../../job/redrive.ts';
import { limits } from '../../limits/limits.ts';
import type { Selection } from '../../request/redrive-request.ts';
import { storeSelected } from './store-selected.ts';
import type { Member } from '../../job/series.ts';

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

export interface RedriveSpec {
  readonly job: Job;
  readonly selection: Selection;
  /** The caller's headers, given again. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly team: string;
  /** The API key that makes the redrive. */
  readonly keyId?: string;
  /** The same token with the same request finds the same job; with another request it is refused. */
  readonly token?: string;
}

const tries = 4;

interface Series {
  readonly first: Job;
  readonly last: Job;
  readonly members: readonly Member[];
}

const seriesOf = async (dependencies: StartDependencies, job: Job): Promise<Series | null> => {
  const first = await getJob(dependencies.table, job.series?.[0]?.job ?? job.id);
  if (first === null) return null;
  const last = first.lastRedrive === undefined ? first : await getJob(dependencies.table, first.lastRedrive);
  return last === null ? null : { first, last, members: seriesThrough(last) };
};

const refused = (code: Failure['code'], message: string): Redriven => ({
  ok: false,
  failure: failure(code, message),
});

/**
 * Finds the redrive that an earlier call made of the same job with the same selection. It skips a redrive that ended
 * before all of its pages were admitted, so that the caller can get the rest. It does not skip the job of this very
 * submission (`claimed`).
 */
const sameRedrive = async (
  dependencies: StartDependencies,
  { job, selection }: RedriveSpec,
  members: readonly Member[],
  claimed: string,
): Promise<Redriven | null> => {
  const same = members.findLast(
    ({ redrive }) => redrive?.of === job.id && isSameSelection(redrive.selection, selection),
  );
  if (same === undefined) return null;
  const found = await getJob(dependencies.table, same.job);
  if (found === null) return null;
  if (found.id !== claimed && hasEnded(found) && found.seeding === true) return null;
  // Our own job, made by a call whose answer was lost. That call may have died before all pages were admitted.
  if (found.id === claimed && found.status === 'running' && found.seeding === true) {
    await seedFromParts(dependencies, found, found.seedParts ?? 1);
  }
  return { ok: true, job: found, pages: found.redrive?.pages ?? 0, repeated: true };
};

/** Says why the series cannot continue now, or null. */
const obstacleIn = ({ first, last, members }: Series, job: Job, now: number): Redriven | null => {
  if (!hasEnded(last)) {
    return refused(
      'JOB_RUNNING',
      `Cannot redrive the job ${job.id}: its redrive ${last.id} is running. Wait for its end, or cancel it`,
    );
  }
  if (members.length > limits.redrivesMax) {
    return refused(
      'REDRIVEN_TOO_OFTEN',
      `Cannot redrive the job ${job.id}: it and its redrives were redriven ${limits.redrivesMax} times. ` +
        `Start a new job`,
    );
  }
  // Pages expire eight days after their job was made. A job runs for up to a day and needs them until its end.
  if (now > first.createdAt + limits.jobRetentionMs) {
    return refused(
      'JOB_EXPIRED',
      `Cannot redrive the job ${job.id}: the first job, ${first.id}, was made more than 7 days ago, and ` +
        `its pages are being removed`,
    );
  }
  return null;
};

/** Says where the pages may be that a redrive did not find. */
const hintAt = ({ job, selection }: RedriveSpec, members: readonly Member[]): string => {
  const earlier = members.findLast(({ redrive }) => redrive?.of === job.id);
  if (earlier !== undefined)
    return `Its redrive ${earlier.job} may hold them: redrive that job to fetch again what failed there`;
  return job.status === 'completed' || selection.include.includes('abandoned')
    ? 'The list of its errors says how its pages ended'
    : 'It ended early: include "abandoned" to fetch the pages that it had not fetched';
};

const nothing = (spec: RedriveSpec, members: readonly Member[]): Redriven => {
  const { job, selection } = spec;
  const wanted = [...selection.include, ...selection.codes].join(', ');
  return refused(
    'NOTHING_TO_REDRIVE',
    `Cannot redrive the job ${job.id}: it left no page that ended as ${wanted}. ${hintAt(spec, members)}`,
  );
};

/** Takes over the sealed headers. They stay valid: the team and the receiver are the same. */
const sealedOf = ({ sealedHeaders }: JobWebhook): Pick<JobWebhook, 'sealedHeaders'> =>
  sealedHeaders === undefined ? {} : { sealedHeaders };

/** Makes the new job: the request of the old one, with room for the picked pages and for what the series has left. */
const redriveOf = (
  spec: RedriveSpec,
  { last, members }: Series,
  facts: { readonly id: string; readonly now: number; readonly pages: number; readonly parts: number },
): RunningJob => {
  const { job, selection } = spec;
  const { id, now, pages, parts } = facts;
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
    limit: pages + quotaAfter(last),
    now,
    ...(job.source === undefined ? {} : { source: job.source }),
    ...(job.provenance === undefined ? {} : { provenance: job.provenance }),
  });
  return {
    ...fresh,
    ...(scopeUrl === undefined ? {} : { scopeUrl }),
    seeding: true,
    seedParts: parts,
    redrive: { of: job.id, selection, pages },
    series: [...members],
  };
};

/** Redrives a job, or says why not. A repeated call finds the job that the first one made. */
export const redriveJob = async (
  dependencies: StartDependencies & { readonly seal: Seal },
  spec: RedriveSpec,
): Promise<Redriven> => {
  const { job, selection, team } = spec;
  if (!hasEnded(job)) {
    return refused(
      'JOB_RUNNING',
      `Cannot redrive the job ${job.id}: it is running. Wait for its end, or cancel it`,
    );
  }
  const names = job.request.scrape.headerNames ?? [];
  if (names.length > 0 && spec.headers === undefined) {
    return refused(
      'BAD_REQUEST',
      `Cannot redrive the job ${job.id}: headers: expected the headers that it was sent with ` +
        `(${names.join(', ')}), which were removed when it ended, or {} to go without`,
    );
  }
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
    const series = await seriesOf(dependencies, job);
    if (series === null)
      return refused('JOB_EXPIRED', `Cannot redrive the job ${job.id}: its first job has expired`);
    const { first, last, members } = series;
    const now = dependencies.now();
    const same = await sameRedrive(dependencies, spec, members, claimed.id);
    const found = same ?? obstacleIn(series, job, now);
    if (found !== null) return found;
    const seeds = await storeSelected(dependencies, spec, members, claimed.id);
    if (seeds.pages === 0) return nothing(spec, members);
    const draft = redriveOf(spec, series, { id: claimed.id, now, ...seeds });
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
  return refused(
    'CONFLICT',
    `Cannot redrive the job ${job.id}: others redrive it at the same time. Try again`,
  );
};
