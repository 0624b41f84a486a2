import { failure } from '../../failure.ts';
import type { Page } from '../../frontier/page.ts';
import type { JobSpec } from '../../request/job-spec.ts';
import { endOfThrown, endWith, type PageVisit } from './page-visit.ts';
import type { ReadUpload } from './host-visit.ts';
import { finishVisited, requeue } from './visit.ts';
import type { Visit, VisitDependencies } from './host-visit.ts';

const endOfUpload = async (
  { process: keep, now }: VisitDependencies,
  readUpload: ReadUpload,
  visit: Visit,
  page: Page,
  upload: NonNullable<JobSpec['upload']>,
): Promise<Extract<PageVisit, { kind: 'end' }>> => {
  const began = now();
  const body = await readUpload(upload.key);
  if (body === null)
    return endWith(
      failure('UPLOAD_GONE', `Cannot read ${page.url}: the file is no longer stored`),
      undefined,
    );
  const kept = await keep(visit.job, page, {
    tier: 'upload',
    url: page.url,
    status: 200,
    headers: { 'content-type': upload.contentType },
    body,
    ms: now() - began,
  });
  return kept.kind === 'refused'
    ? endWith(kept.failure, undefined)
    : { ...kept, kind: 'end', to: kept.to ?? 'done' };
};

/**
 * Visits a page whose content a client sent: it is read from where it was stored, and then goes the way of every page. There is
 * no host, so neither pace nor robots.txt, and no tier after this one.
 */
export const visitUpload = async (
  dependencies: VisitDependencies & { readonly readUpload: ReadUpload },
  visit: Visit,
  pages: readonly Page[],
  upload: NonNullable<JobSpec['upload']>,
): Promise<void> => {
  for (const page of pages) {
    if (visit.stopped) return;
    if (dependencies.now() > visit.lastStart) requeue(visit, [page], 0, dependencies.now());
    else {
      const end = await endOfUpload(dependencies, dependencies.readUpload, visit, page, upload).catch(
        (error: unknown) => endOfThrown(dependencies, visit.job, page, error),
      );
      await finishVisited(dependencies, visit, page, end);
    }
  }
};
