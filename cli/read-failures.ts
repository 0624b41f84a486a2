import { callApi, whileWaiting, type NoAnswer } from './call-api.ts';
import type { Instance } from './find-instance.ts';
import { failurePageSchema, type FailureTally } from './job-status.ts';
import { nextPathOf } from './next-path.ts';

/** Pages that are named one by one. */
const namedMax = 5;

/** Counts a job's failed pages by code, following `next` through all of them. */
export const readFailures = async (
  instance: Instance,
  id: string,
  signal: AbortSignal,
): Promise<{ readonly kind: 'failures'; readonly tally: FailureTally } | NoAnswer> => {
  const byCode = new Map<string, number>();
  const deadLetters: { url: string; error: string }[] = [];
  let robotsBlocked = 0;
  const seen = new Set<string>();
  let path: string | undefined = `/v2/crawl/${encodeURIComponent(id)}/errors`;
  while (path !== undefined && !seen.has(path)) {
    seen.add(path);
    const answer = await callApi(instance, { method: 'GET', path }, whileWaiting, signal);
    if (answer.kind !== 'ok') return answer;
    const page = failurePageSchema.parse(answer.body);
    for (const { code = 'UNKNOWN', url = '', error = '' } of page.errors) {
      byCode.set(code, (byCode.get(code) ?? 0) + 1);
      if (code === 'DEAD_LETTER' && deadLetters.length < namedMax) deadLetters.push({ url, error });
    }
    robotsBlocked += page.robotsBlocked.length;
    path = typeof page.next === 'string' ? nextPathOf(page.next) : undefined;
  }
  return { kind: 'failures', tally: { byCode, robotsBlocked, deadLetters } };
};
