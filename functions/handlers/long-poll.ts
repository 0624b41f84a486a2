import { getJob } from '../../lib/store/jobs/get-job.ts';
import { deleteSubmission, getSubmission, putSubmission } from '../../lib/store/jobs/submissions.ts';
import { failure } from '../../lib/failure.ts';
import { bodyHash } from '../../lib/steps/submit-job/claim-id.ts';
import { submitJob, type Submission } from '../../lib/steps/submit-job/submit-job.ts';
import type { Job } from '../../lib/job/job.ts';
import { enforceRateLimit } from '../../lib/steps/api/admit-caller.ts';
import { readNextTry } from '../../lib/steps/api/read-next-try.ts';
import { takeWaitingPermit } from '../../lib/steps/api/take-waiting-permit.ts';
import { jsonResponse, refuse, refuseForNow, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

/** How long a client may come back for work that outlasted its connection. */
const attachMs = 20 * 60 * 1_000;
/** The time needed to answer before API Gateway closes the connection. */
const tailMs = 4_000;

/** A request that is answered in its own connection, by a job that it starts. */
export interface LongPoll<Ended> {
  readonly submission: Omit<Submission, 'team' | 'keyId' | 'token'>;
  /** Called before the job begins, once the caller may have one. */
  readonly prepare?: () => Promise<void>;
  readonly timeoutCode: 'SCRAPE_TIMEOUT' | 'MAP_TIMEOUT';
  /** What the client waits for, as the answer names it: `page`, or `map`. */
  readonly what: string;
  /** The longest time for which the connection is held, in milliseconds. */
  readonly waitMs: number;
  /** How long the request itself wants to wait. */
  readonly timeoutMsOf: (job: Job) => number | undefined;
  /** Waits until the result of the request is there; null when `deadline` comes first. */
  readonly awaitEnd: (job: Job, deadline: number) => Promise<Ended | null>;
}

export type LongPollResult<Ended> =
  | { readonly ok: true; readonly job: Job; readonly ended: Ended; readonly warning?: string }
  | { readonly ok: false; readonly answer: HttpResponse };

/**
 * Finds the job of an earlier request with the same body, if that request was told to come back. `null`: start a new
 * one.
 */
const attached = async (dependencies: ApiDependencies, team: string, token: string): Promise<Job | null> => {
  const earlier = await getSubmission(dependencies.table, team, token, dependencies.now());
  return earlier === null ? null : await getJob(dependencies.table, earlier.job);
};

const comeBack = (
  job: Job,
  { timeoutCode, what }: Pick<LongPoll<unknown>, 'timeoutCode' | 'what'>,
  { soFar, retryAfterSeconds }: { readonly soFar: string; readonly retryAfterSeconds: number },
): HttpResponse =>
  jsonResponse(
    408,
    {
      success: false,
      code: timeoutCode,
      error:
        `The ${what} is not there yet. Send the same request again in ${retryAfterSeconds} seconds to get it` +
        soFar,
      details: { state: 'processing_continues', retryAfterSeconds, id: job.id },
    },
    { 'retry-after': String(retryAfterSeconds) },
  );

/**
 * Starts the job of a request and waits for its result. A job that outlasts the connection continues: the client is
 * told to send the same request again, and that waits for the same job (docs/decisions/0019-map.md).
 */
export const longPoll = async <Ended>(
  dependencies: ApiDependencies,
  request: HttpRequest,
  poll: LongPoll<Ended>,
): Promise<LongPollResult<Ended>> => {
  const { submission, timeoutCode, what } = poll;
  const { kind, body, dialect } = submission;
  const { team, keyId } = request.caller;
  const { ofCrawl } = submission;
  const token = `${kind}:${ofCrawl === true ? 'crawl:' : ''}${dialect === 'v1' ? 'v1:' : ''}${bodyHash(body)}`;
  let job = await attached(dependencies, team, token);
  const isAttached = job !== null;
  let warning: string | undefined;
  if (job === null) {
    // A caller that comes back was counted the first time.
    const refusal = await enforceRateLimit(dependencies, request.caller, 'page');
    if (refusal !== null) return { ok: false, answer: refuseForNow(refusal) };
    await poll.prepare?.();
    const submitted = await submitJob(dependencies, { ...submission, team, keyId });
    if (!submitted.ok) return { ok: false, answer: refuse(submitted.failure) };
    ({ job, warning } = { job: submitted.job, warning: submitted.warning });
  }
  const waitMs = Math.min(request.remainingMs() - tailMs, poll.waitMs);
  const timeoutMs = poll.timeoutMsOf(job);
  const wantedMs = isAttached ? waitMs : Math.min(waitMs, timeoutMs ?? waitMs);
  // A caller that finds no permit is answered as if its time were over: the page is checked once.
  const release = await takeWaitingPermit(dependencies, job.id);
  const deadline = dependencies.now() + (release === null ? 0 : wantedMs);
  const ended = await poll.awaitEnd(job, deadline);
  // If the wait threw, the permit is free again when its lease ends.
  await release?.();
  if (ended === null) {
    const isHasty = release !== null && timeoutMs !== undefined && wantedMs < waitMs;
    const now = dependencies.now();
    const earlier = { job: job.id, bodyHash: bodyHash(body) };
    // At once: the connection has little time left.
    const [next] = await Promise.all([
      readNextTry(dependencies.table, job, now),
      isHasty || isAttached
        ? undefined
        : putSubmission(dependencies.table, team, token, earlier, { now, lifeMs: attachMs }),
    ]);
    const soFar = next.lastTry === null ? '' : `. Until now: ${next.lastTry}`;
    if (isHasty) {
      const message = `The ${what} was not there within the timeout of ${timeoutMs} ms that the request sets${soFar}`;
      return { ok: false, answer: refuse(failure(timeoutCode, message), { id: job.id }) };
    }
    return { ok: false, answer: comeBack(job, poll, { soFar, retryAfterSeconds: next.seconds }) };
  }
  if (isAttached) await deleteSubmission(dependencies.table, team, token);
  return { ok: true, job, ended, ...(warning === undefined ? {} : { warning }) };
};
