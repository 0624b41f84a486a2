import { getObjectBytes } from '../../store/objects.ts';
import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import { failure } from '../../failure.ts';
import type { Page } from '../../frontier/page.ts';
import type { JobSpec } from '../../request/job-spec.ts';
import { endOfThrown, endPage, type EndingWorker } from './end-page.ts';
import { requeue, type HostVisit } from './host-visit.ts';
import { stagePage, type StagingWorker } from './keep/stage-page.ts';

type Upload = NonNullable<JobSpec['upload']>;

const endOfUpload = async (
  worker: StagingWorker,
  visit: HostVisit,
  page: Page,
  upload: Upload,
): Promise<PageEnd> => {
  const began = worker.now();
  const body = await getObjectBytes(worker.envelopes, upload.key);
  if (body === null) {
    const message = `Cannot read ${page.url}: the file is no longer stored`;
    return failedEnd(failure('UPLOAD_GONE', message));
  }
  const result = await stagePage(worker, visit, page, {
    tier: 'upload',
    url: page.url,
    status: 200,
    headers: { 'content-type': upload.contentType },
    body,
    ms: worker.now() - began,
  });
  return result.kind === 'refused' ? failedEnd(result.failure) : result.end;
};

/**
 * Visits pages whose content a client sent. The content is read from where it was stored, and then goes the way of
 * every page. There is no host, so there is neither pace nor robots.txt, and no tier after this one.
 */
export const visitUpload = async (
  worker: StagingWorker & EndingWorker,
  visit: HostVisit,
  pages: readonly Page[],
  upload: Upload,
): Promise<void> => {
  for (const page of pages) {
    if (visit.stopped) return;
    if (worker.now() > visit.lastStart) requeue(worker, visit, [page]);
    else {
      const end = await endOfUpload(worker, visit, page, upload).catch((error: unknown) =>
        endOfThrown(worker, visit.job, page, error),
      );
      await endPage(worker, visit, page, end);
    }
  }
};
