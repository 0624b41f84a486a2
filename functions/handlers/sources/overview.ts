import { monthBounds, sumOfUsage, usageMonth } from '../../../lib/job/usage.ts';
import { sourceLimits } from '../../../lib/limits/source-limits.ts';
import { limits } from '../../../lib/limits/limits.ts';
import { listJobs, type JobLine } from '../../../lib/steps/api/list-jobs.ts';
import {
  overviewMs,
  tellAlertsOverview,
  tellSourcesOverview,
} from '../../../lib/steps/manage-sources/tell-overview.ts';
import { version } from '../../../lib/version.ts';
import { loadTeam } from '../../../lib/steps/sources/load-sources.ts';
import { listUsage } from '../../../lib/store/keys/usage.ts';
import { fetchQueueDepths } from '../../../lib/store/queue-depth.ts';
import { listAlerts } from '../../../lib/store/sources/alerts.ts';
import { listSourceStates } from '../../../lib/store/sources/source-states.ts';
import type { Table } from '../../../lib/store/table.ts';
import { jsonResponse, type HttpResponse, type HttpRequest } from '../../edge/http.ts';
import type { SourceDependencies } from './sources.ts';

const isOpen = ({ state }: JobLine): boolean => state === 'running' || state === 'finishing';

/** Reads the newest jobs. `isWhole` if they reach back to `since`; both moments in milliseconds since the epoch. */
const readNewest = async (
  table: Table,
  team: string,
  { now, since }: { readonly now: number; readonly since: number },
): Promise<{ readonly jobs: readonly JobLine[]; readonly isWhole: boolean }> => {
  const jobs: JobLine[] = [];
  let cursor: string | undefined;
  do {
    const part = await listJobs(table, team, {
      kinds: [],
      states: [],
      limit: limits.jobsPerAnswerMax,
      cursor,
      now,
    });
    jobs.push(...part.jobs);
    const last = part.jobs.at(-1);
    if (part.cursor === null || (last !== undefined && Date.parse(last.createdAt) < since))
      return { jobs, isWhole: true };
    cursor = part.cursor;
  } while (jobs.length < sourceLimits.overviewJobsMax);
  return { jobs, isWhole: false };
};

const tellJobs = (jobs: readonly JobLine[], since: number) => {
  const lately = jobs.filter(({ createdAt }) => Date.parse(createdAt) >= since);
  const open = jobs.filter(isOpen);
  const shown = [...open, ...jobs.filter((job) => !isOpen(job))];
  return {
    open: open.length,
    begun: lately.length,
    failed: lately.filter(({ state }) => state === 'failed').length,
    pages: lately.reduce((sum, { counts }) => sum + counts.done, 0),
    pagesFailed: lately.reduce((sum, { counts }) => sum + counts.failed + counts.blocked, 0),
    dollars: lately.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0),
    unpriced: lately.filter(({ dollars }) => dollars === null).length,
    longestStillSince:
      open.length === 0 ? null : open.map(({ progressAt }) => progressAt).reduce((a, b) => (a < b ? a : b)),
    newest: shown.slice(0, sourceLimits.overviewLinesMax),
  };
};

const microdollarsPerDollar = 1_000_000;

/** Reads the cost of the team's jobs that ended this month, and the deployment's budget. */
const tellMonth = async ({ table, deployment }: SourceDependencies, team: string, now: number) => {
  const month = usageMonth(now);
  const { jobs, pages, microdollars, services, unpriced } = sumOfUsage(await listUsage(table, team, month));
  return {
    since: new Date(monthBounds(month).start).toISOString(),
    jobs,
    pages,
    dollars: (microdollars + services) / microdollarsPerDollar,
    unpriced,
    budget: deployment.monthlyBudget,
  };
};

/** Answers how the sources and jobs of the caller's team are doing. */
export const overviewHandler = async (
  dependencies: SourceDependencies,
  { caller }: HttpRequest,
): Promise<HttpResponse> => {
  const { table } = dependencies;
  const { team } = caller;
  const now = dependencies.now();
  const since = now - overviewMs;
  const { sources } = await loadTeam(dependencies, team);
  const states = await listSourceStates(table, team);
  const { jobs, isWhole } = await readNewest(table, team, { now, since });
  return jsonResponse(200, {
    success: true,
    at: new Date(now).toISOString(),
    since: new Date(since).toISOString(),
    ...tellSourcesOverview([...sources.values()], states, now),
    alerts: tellAlertsOverview(await listAlerts(table, team)),
    jobs: { isWhole, ...tellJobs(jobs, since) },
    month: await tellMonth(dependencies, team, now),
    queues: await fetchQueueDepths(dependencies.queues),
  });
};

/** Answers what runs here: its version, and the settings of the deployment; and for which team the caller asks. */
export const deploymentHandler = async (
  { deployment, policies, allowScripts }: SourceDependencies,
  { caller }: HttpRequest,
) =>
  await Promise.resolve(
    jsonResponse(200, {
      success: true,
      version,
      node: process.version,
      team: caller.team,
      ...deployment,
      delaySeconds: policies.delaySeconds ?? limits.hostDelaySecondsDefault,
      allowScripts,
    }),
  );
