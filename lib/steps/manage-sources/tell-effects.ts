import { estimateWork } from '../../deliver/estimate/estimate.ts';
import { slotSpacing, type PacePolicy } from '../../fetch/politeness/slot-times.ts';
import { distinctUrls } from '../../frontier/canonical-url.ts';
import { hostOf } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { usualPeriod, windowMs } from '../../source/next-due.ts';
import type { PlanFinding } from '../../source/plan-sources.ts';
import { sourceStart, type ManifestSource } from '../../source/resolve-sources.ts';
import { tellAsking } from '../../source/schedule/auto-cadence.ts';
import { nextDues, sourceCadence } from '../../source/source-plan.ts';
import type { SourceState } from '../../source/source-state.ts';

/**
 * What a source will take, as far as it is known. Before its first run only the pages of a `scrape` or `batch` are
 * known; for a crawl only the due times are.
 */
export interface PlanEffects {
  /** The next due times, in milliseconds since the epoch. */
  readonly due: readonly number[];
  /** How often it is asked, compared with how often it was seen to change; null if nothing is known. */
  readonly asks: string | null;
  readonly pages: number | null;
  readonly requestsPerMonth: number | null;
  readonly hoursPerRun: number | null;
  readonly dollarsPerMonth: number | null;
}

const monthMs = 30 * 24 * 60 * 60_000;

/** The pages of a run, as far as they are known: those that were found, and no more than it may take. */
const knownPages = (source: ManifestSource, { standings }: SourceState): number | null => {
  const { method, urls = [], limits: { pages: most } = {}, crawl } = source;
  if (method === 'scrape') return 1;
  if (method === 'batch') return distinctUrls(urls).length;
  if (standings === undefined) return null;
  const { present = 0, missing = 0, moved = 0, unreachable = 0 } = standings;
  return Math.min(present + missing + moved + unreachable, most ?? Infinity, crawl?.limit ?? Infinity);
};

/**
 * Returns what a source will take at the pace of its host. Pure.
 *
 * @returns Also the milliseconds between its runs; null if it does not run by itself.
 */
export const tellEffects = (
  source: ManifestSource,
  state: SourceState,
  policy: PacePolicy,
  now: number,
): PlanEffects & { readonly period: number | null } => {
  const due = nextDues(source, state, now);
  const pages = knownPages(source, state);
  const period = due.length === 0 ? null : usualPeriod(source.id, sourceCadence(source, state), now);
  const runs = period === null ? 0 : monthMs / period;
  const asks = tellAsking(source, state.watched, period);
  if (pages === null)
    return { due, asks, pages, requestsPerMonth: null, hoursPerRun: null, dollarsPerMonth: null, period };
  const host = { host: hostOf(sourceStart(source)), pages, policy, responseMs: 0 };
  const work = estimateWork({ hosts: [host], robots: 1, sitemaps: 0, browserShare: 0, model: null });
  return {
    due,
    asks,
    pages,
    requestsPerMonth: Math.round(work.requests.total * runs),
    hoursPerRun: Math.max(work.seconds, (pages * slotSpacing(policy)) / 1_000) / 3_600,
    dollarsPerMonth: (work.cost.total ?? 0) * runs,
    period,
  };
};

/** Says whether a run needs longer than it has: until the next run, or within the source's window. */
export const tooSlow = (
  source: ManifestSource,
  hours: number | null,
  period: number | null,
): PlanFinding[] => {
  if (hours === null) return [];
  const found = (level: PlanFinding['level'], code: PlanFinding['code'], message: string): PlanFinding[] => [
    { level, source: source.id, code, message },
  ];
  const shown = hours.toFixed(1);
  const room = Math.min(period ?? Number.POSITIVE_INFINITY, limits.jobDeadlineMs) / 3_600_000;
  if (hours > room)
    return found(
      'warning',
      'LONGER_THAN_PERIOD',
      `Its pages need ${shown} h at the pace of their host, and a run has ${room.toFixed(1)} h`,
    );
  const window = windowMs(source.window);
  if (window !== undefined && hours * 3_600_000 > window)
    return found(
      'warning',
      'LONGER_THAN_WINDOW',
      `Its pages need ${shown} h at the pace of their host, and its window has ${(window / 3_600_000).toFixed(1)} h`,
    );
  return [];
};
