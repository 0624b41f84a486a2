import { isJobId } from '../../job/job-id.ts';
import type { AppliedSource } from '../applied-manifest.ts';
import type { PageChange } from '../fold-snapshot.ts';
import type { AuditVisit } from '../audit/visit-lines.ts';
import { runOutcome } from '../judge-run.ts';
import type { SourceRunRecord } from '../source-run.ts';
import { dueNext } from '../source-plan.ts';
import { judgeCondition, type SourceState } from '../source-state.ts';
import type { pageStatuses } from './monitor-request.ts';

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/**
 * Returns when a monitor was made, in milliseconds since the epoch: its id, a UUID of version 7, says so. The epoch for
 * a source that people applied to the manifest of monitors, with an id of their own.
 */
const madeAt = (id: string): number =>
  isJobId(id) ? Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) : 0;

/** Counts the pages of a run by what happened to them, in Firecrawl's words. */
export const summarizeRun = (run: SourceRunRecord) => {
  const of = (kind: string): number => run.changes[kind] ?? 0;
  const told = {
    changed: of('modified'),
    new: of('added') + of('restored'),
    removed: of('deleted') + of('moved'),
  };
  const read = run.health?.pages ?? run.visited;
  const error = Math.max(0, run.visited - read - of('deleted'));
  const same = Math.max(0, run.visited - told.changed - told.new - told.removed - error);
  return { totalPages: run.visited, same, ...told, error };
};

/** Returns a monitor in Firecrawl's shape. */
export const tellMonitor = (
  { source }: AppliedSource,
  state: SourceState,
  last: SourceRunRecord | undefined,
) => {
  const { id, url, urls = [] } = source;
  const scrapeOptions = source.scrape;
  const target =
    source.method === 'crawl'
      ? { id, type: 'crawl' as const, url, crawlOptions: source.crawl, scrapeOptions }
      : { id, type: 'scrape' as const, urls: urls.length > 0 ? urls : [url], scrapeOptions };
  return {
    id,
    name: source.name ?? id,
    status: judgeCondition(source, state) === 'active' ? ('active' as const) : ('paused' as const),
    schedule: { cron: source.cron, timezone: source.timezone ?? 'UTC' },
    nextRunAt: iso(dueNext(source, state)),
    lastRunAt: iso(state.headAt ?? state.lastRunAt),
    currentCheckId: state.openRun ?? null,
    targets: [target],
    webhook: null,
    notification: null,
    retentionDays: 3_650,
    estimatedCreditsPerMonth: null,
    lastCheckSummary: last === undefined ? null : summarizeRun(last),
    goal: source.description ?? null,
    judgeEnabled: false,
    createdAt: new Date(madeAt(id)).toISOString(),
    updatedAt: String(source.metadata?.['monitor_updated_at'] ?? new Date(madeAt(id)).toISOString()),
  };
};

const noCredits = {
  estimatedCredits: null,
  reservedCredits: null,
  actualCredits: null,
  billingStatus: 'not_applicable' as const,
};

/** What of a monitor's source its checks name. */
type Watched = Pick<AppliedSource['source'], 'id' | 'method'>;

/** Names the job of a check as its target does: a crawl is found under `/v2/crawl`, pages under `/v2/batch/scrape`. */
const targetResult = ({ id, method }: Watched, job: string) =>
  method === 'crawl'
    ? [{ targetId: id, type: 'crawl' as const, crawlId: job }]
    : [{ targetId: id, type: 'scrape' as const, expectedJobs: [job] }];

/** Returns a run that ended as a check. */
export const tellCheck = (watched: Watched, run: SourceRunRecord) => {
  const status =
    run.outcome === 'skipped'
      ? ('skipped_overlap' as const)
      : runOutcome(run) !== 'completed'
        ? ('failed' as const)
        : run.isComplete
          ? ('completed' as const)
          : ('partial' as const);
  const started = new Date(run.startedAt).toISOString();
  const ended = new Date(run.endedAt).toISOString();
  return {
    id: run.job,
    monitorId: watched.id,
    status,
    trigger: run.trigger === 'scheduled' ? ('scheduled' as const) : ('manual' as const),
    scheduledFor: run.trigger === 'scheduled' ? started : null,
    startedAt: run.outcome === 'skipped' ? null : started,
    finishedAt: ended,
    ...noCredits,
    summary: summarizeRun(run),
    targetResults: run.outcome === 'skipped' ? [] : targetResult(watched, run.job),
    error: run.code ?? null,
    createdAt: started,
    updatedAt: ended,
  };
};

/** Returns a run in progress as a check. */
export const tellOpenCheck = (
  watched: Watched,
  { job, startedAt, trigger }: { job: string; startedAt: number; trigger: 'scheduled' | 'manual' },
) => {
  const started = new Date(startedAt).toISOString();
  return {
    id: job,
    monitorId: watched.id,
    status: 'running' as const,
    trigger,
    scheduledFor: trigger === 'scheduled' ? started : null,
    startedAt: started,
    finishedAt: null,
    ...noCredits,
    summary: { totalPages: 0, same: 0, changed: 0, new: 0, removed: 0, error: 0 },
    targetResults: targetResult(watched, job),
    error: null,
    createdAt: started,
    updatedAt: started,
  };
};

type PageStatus = (typeof pageStatuses)[number];

const statusOfKind: Readonly<Record<PageChange['kind'], PageStatus>> = {
  added: 'new',
  restored: 'new',
  modified: 'changed',
  deleted: 'removed',
  moved: 'removed',
};

/** Returns what happened to a page that was visited; null for one that was not requested. */
export const judgePage = (visit: AuditVisit, change: PageChange | undefined): PageStatus | null => {
  if (change !== undefined) return statusOfKind[change.kind];
  if (visit.error === null) return 'same';
  return visit.requests === 0 ? null : 'error';
};
