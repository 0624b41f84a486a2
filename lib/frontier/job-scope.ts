import { canonicalUrl } from './canonical-url.ts';
import { compileScope, type CompiledScope } from './scope.ts';
import type { RunningJob } from '../job/job.ts';

const scopes = new WeakMap<object, { readonly seedUrl: string; readonly scope: CompiledScope }>();

/**
 * Compiles the scope of a crawl, with its patterns, once for each time that the job was read; null for a job that
 * follows no links. `seedUrl` is where the seed was found: a seed that redirects moves the scope to its target.
 */
export const compileJobScope = (job: RunningJob, seedUrl: string): CompiledScope | null => {
  const { crawl } = job.request;
  if (crawl === undefined) return null;
  const kept = scopes.get(job);
  if (kept?.seedUrl === seedUrl) return kept.scope;
  const scope = compileScope({
    ...crawl,
    seedUrl: canonicalUrl(seedUrl) ?? seedUrl,
    year: new Date(job.createdAt).getUTCFullYear(),
  });
  scopes.set(job, { seedUrl, scope });
  return scope;
};
