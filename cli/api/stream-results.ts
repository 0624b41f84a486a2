import * as z from 'zod';
import { callApi, whileWaiting } from './call-api.ts';
import type { Instance } from './find-instance.ts';
import { jobPath, type JobPlace } from '../job/job-place.ts';
import { isStatusOver, pageDocumentSchema, type CliStatus, type JobPage } from '../job/job-status.ts';

const windowSchema = z.looseObject({
  results: z.array(pageDocumentSchema),
  cursor: z.string().nullable(),
});

/** Milliseconds between two looks: each reads the whole frontier of the job, which grows. */
const lookDelayMs = (elapsedMs: number): number => {
  if (elapsedMs < 60_000) return 1_000;
  return elapsedMs < 600_000 ? 5_000 : 30_000;
};

/** Documents asked for at once. */
const perLook = 25;

/**
 * Reads documents of a job that runs as they come. What is answered is to be called with every status of the job,
 * and looks for new documents when there are some and it is time. A server that has no such route is not asked
 * again: documents then come with the end, as do those that came last.
 */
export const streamResults = (
  instance: Instance,
  job: JobPlace,
  take: (page: JobPage) => Promise<void>,
  signal: AbortSignal,
): ((status: CliStatus) => Promise<void>) => {
  const startedAt = performance.now();
  let cursor: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isThere = true;
  let read = 0;
  return async (status) => {
    const now = performance.now();
    const isTime = now - lookedAt >= lookDelayMs(now - startedAt);
    if (!isThere || isStatusOver(status) || status.completed <= read || !isTime) return;
    lookedAt = now;
    for (let isFull = true; isFull && !signal.aborted;) {
      const query = new URLSearchParams({ limit: String(perLook), ...(cursor === null ? {} : { cursor }) });
      const path = `${jobPath(job)}/results?${query.toString()}`;
      const answer = await callApi(instance, { method: 'GET', path }, whileWaiting, signal);
      const window = answer.kind === 'ok' ? windowSchema.safeParse(answer.body) : undefined;
      isThere = window?.success === true;
      if (window?.success !== true) return;
      for (const page of window.data.results) await take(page);
      ({ cursor } = window.data);
      read += window.data.results.length;
      isFull = window.data.results.length === perLook;
    }
  };
};
