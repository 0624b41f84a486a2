import type { JobKind } from '../../job/job-kind.ts';
import type { JobSpec } from '../../request/job-spec.ts';
import type { RunAllowed, RunBudget } from '../../source/schedule/allow-run.ts';
import { boundPages, type BoundPages } from '../../source/schedule/page-budget.ts';
import { admitRun } from '../sources/admit-run.ts';
import type { SourceStores } from '../sources/load-sources.ts';

/** Whether a job may begin: within a budget and a number of pages, or not and why. */
type JobAllowed =
  | (Extract<RunAllowed, { ok: true }> & Extract<BoundPages, { ok: true }>)
  | Extract<RunAllowed, { ok: false }>;

/**
 * Says what a job may take: what was decided when its run began (`run`), or what its source allows now.
 *
 * @param asked.limit Pages that its request asks for.
 */
export const allowJob = async (
  dependencies: SourceStores & { readonly now: () => number },
  job: {
    readonly kind: JobKind;
    readonly team: string;
    readonly source: string | undefined;
    readonly run?: { readonly budget: RunBudget };
  },
  asked: { readonly request: JobSpec; readonly limit: number },
): Promise<JobAllowed> => {
  const { kind, team, source, run } = job;
  const { request, limit } = asked;
  const crawls = request.crawl !== undefined;
  const allowed: RunAllowed =
    run === undefined
      ? await admitRun(dependencies, { team, source, crawls }, dependencies.now())
      : { ok: true, budget: run.budget };
  if (!allowed.ok) return allowed;
  // A map delivers no page.
  if (source === undefined || kind === 'map') return { ...allowed, limit };
  const bound = boundPages({ source, limit, crawls }, allowed.budget.maxPages);
  return bound.ok ? { ...allowed, ...bound } : bound;
};
