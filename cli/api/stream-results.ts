import * as z from 'zod';
import { callApi, whileWaiting } from './call-api.ts';
import type { Instance } from './find-instance.ts';
import { jobPath, type JobPlace } from '../job/job-place.ts';
import { isStatusOver, pageDocumentSchema, type CliStatus, type JobPage } from '../job/job-status.ts';

const sliceSchema = z.looseObject({
  results: z.array(pageDocumentSchema),
  cursor: z.string().nullable(),
});

/** Returns the milliseconds between two checks, which grow because each check reads the job's whole frontier. */
const lookDelayMs = (elapsedMs: number): number => {
  if (elapsedMs < 60_000) return 1_000;
  return elapsedMs < 600_000 ? 5_000 : 30_000;
};

/** Most documents requested at once. */
const perLook = 25;

/**
 * Reads documents of a running job as they come. Call the returned function with every status of the job; it reads new
 * documents if there are some and it is time. If a server does not have this route, it is not asked again, and all
 * documents come at the end, like the last ones.
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
      const slice = answer.kind === 'ok' ? sliceSchema.safeParse(answer.body) : undefined;
      isThere = slice?.success === true;
      if (slice?.success !== true) return;
      for (const page of slice.data.results) await take(page);
      ({ cursor } = slice.data);
      read += slice.data.results.length;
      isFull = slice.data.results.length === perLook;
    }
  };
};
