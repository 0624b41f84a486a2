import { canonicalUrl } from './canonical-url.ts';
import { isSeed, type Page } from './page.ts';
import { compileScope, type CompiledScope } from './scope.ts';
import type { RunningJob } from '../job/job.ts';

const scopes = new WeakMap<object, { readonly foundUrl: string; readonly scope: CompiledScope }>();

/** Returns where a crawl's first page was found, as far as its job knows. */
export const whereFound = (job: Pick<RunningJob, 'request' | 'scopeUrl'>): string =>
  job.scopeUrl ?? job.request.url;

/**
 * Whether a page is the one at which a crawl begins: where it is found, the site is. A redrive has first pages besides.
 */
export const isStart = (
  job: Pick<RunningJob, 'request'>,
  page: Pick<Page, 'depth' | 'parent' | 'url'>,
): boolean => isSeed(page) && page.url === job.request.url;

/**
 * Compiles the scope of a crawl, with its patterns, once for each time that the job was read; null for a job that
 * follows no links.
 *
 * @param foundUrl Where the seed was found, which adds to the site if it redirects.
 */
export const compileJobScope = (
  job: RunningJob,
  foundUrl: string = whereFound(job),
): CompiledScope | null => {
  const { crawl } = job.request;
  if (crawl === undefined) return null;
  const kept = scopes.get(job);
  if (kept?.foundUrl === foundUrl) return kept.scope;
  const scope = compileScope({
    ...crawl,
    seedUrl: canonicalUrl(job.request.url) ?? job.request.url,
    foundUrl: canonicalUrl(foundUrl) ?? foundUrl,
    year: new Date(job.createdAt).getUTCFullYear(),
  });
  scopes.set(job, { foundUrl, scope });
  return scope;
};
