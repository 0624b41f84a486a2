import { callApi, whileWaiting, type NoResponse } from './call-api.ts';
import type { Instance } from './find-instance.ts';
import { cliStatusSchema, type CliStatus, type JobPage } from '../job/job-status.ts';
import { parseNextPath } from './next-path.ts';

const lost = (instance: Instance, message: string): NoResponse => ({
  kind: 'unreachable',
  code: undefined,
  message: `${instance.url} answered with results that cannot be followed: ${message}`,
});

/**
 * Reads a job's results page by page and passes each document to `take`, which is awaited: only one page of results is
 * in memory, however slow `take` is. `first` is the status of the finished job, which holds the first page.
 */
export const downloadDocuments = async (
  instance: Instance,
  first: CliStatus,
  take: (document: JobPage) => Promise<void>,
  signal: AbortSignal,
): Promise<{ readonly kind: 'read'; readonly count: number } | NoResponse> => {
  let page = first;
  let count = 0;
  const seen = new Set<string>();
  for (;;) {
    for (const document of page.data) {
      if (signal.aborted) return { kind: 'interrupted' };
      // A page of a batch that its site refused: it is counted and listed as failed.
      if (document.metadata.error !== undefined && (document.markdown ?? '') === '') continue;
      await take(document);
      count += 1;
    }
    if (typeof page.next !== 'string') return { kind: 'read', count };
    const path = parseNextPath(page.next);
    if (path === undefined || seen.has(path)) return lost(instance, `next is ${page.next}`);
    seen.add(path);
    const answer = await callApi(instance, { method: 'GET', path }, whileWaiting, signal);
    if (answer.kind !== 'ok') return answer;
    const parsed = cliStatusSchema.safeParse(answer.body);
    if (!parsed.success) return lost(instance, `${path} is not a page of results`);
    page = parsed.data;
  }
};
