import { callApi, whileWaiting, type NoResponse } from './call-api.ts';
import type { Instance } from './find-instance.ts';
import { jobPath, type JobPlace } from '../job/job-place.ts';
import { failurePageSchema, type FailureCounts, type PageFailure } from '../job/job-status.ts';
import { parseNextPath } from './next-path.ts';

/** Most pages that are named one by one. */
const namedMax = 5;

/**
 * Returns failed and blocked pages of one page of the list. Pages that robots.txt forbids get their code, like the
 * others.
 */
const failuresOf = (
  body: unknown,
): { readonly failures: PageFailure[]; readonly next: string | undefined } => {
  const { errors, robotsBlocked, next } = failurePageSchema.parse(body);
  const forbidden = robotsBlocked.map((url) => ({
    url: String(url),
    code: 'ROBOTS_DISALLOWED',
    error: 'robots.txt does not allow this page',
  }));
  return {
    failures: [...errors, ...forbidden],
    next: typeof next === 'string' ? parseNextPath(next) : undefined,
  };
};

/**
 * Reads a job's failed and blocked pages by following `next`, and passes on each page of the list: there may be too
 * many to keep.
 */
export const readFailures = async (
  instance: Instance,
  job: JobPlace,
  take: (failures: readonly PageFailure[]) => void | Promise<void>,
  signal: AbortSignal,
): Promise<{ readonly kind: 'read' } | NoResponse> => {
  const seen = new Set<string>();
  let path: string | undefined = `${jobPath(job)}/errors`;
  while (path !== undefined && !seen.has(path)) {
    seen.add(path);
    const answer = await callApi(instance, { method: 'GET', path }, whileWaiting, signal);
    if (answer.kind !== 'ok') return answer;
    const { failures, next } = failuresOf(answer.body);
    await take(failures);
    path = next;
  }
  return { kind: 'read' };
};

/** What a site forbids to robots, in robots.txt or in a page. */
const robotsRules: ReadonlySet<string> = new Set(['ROBOTS_DISALLOWED', 'ROBOTS_NOINDEX']);

/** Counts a job's failed and blocked pages by code. */
export const countFailures = async (
  instance: Instance,
  job: JobPlace,
  signal: AbortSignal,
): Promise<{ readonly kind: 'failures'; readonly tally: FailureCounts } | NoResponse> => {
  const byCode = new Map<string, number>();
  const deadLetters: { url: string; error: string }[] = [];
  let robotsBlocked = 0;
  const count = (failures: readonly PageFailure[]): void => {
    for (const { code = 'UNKNOWN', url = '', error = '' } of failures) {
      if (robotsRules.has(code)) robotsBlocked += 1;
      else byCode.set(code, (byCode.get(code) ?? 0) + 1);
      if (code === 'DEAD_LETTER' && deadLetters.length < namedMax) deadLetters.push({ url, error });
    }
  };
  const read = await readFailures(instance, job, count, signal);
  return read.kind === 'read' ? { kind: 'failures', tally: { byCode, robotsBlocked, deadLetters } } : read;
};
