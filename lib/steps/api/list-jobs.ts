import { jobKinds, type JobKind } from '../../job/job-kind.ts';
import { hasEnded, isOver, type Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { readTeamJobs } from '../../store/jobs/list-team-jobs.ts';
import type { Table } from '../../store/table.ts';
import { jobCost } from '../read-results/job-cost.ts';
import { jobCounts, type JobCounts } from '../read-results/read-status.ts';

/** States by which jobs can be filtered. `finishing`: the job is over and its results are being written. */
export const jobStates = ['running', 'finishing', 'completed', 'failed', 'cancelled'] as const;

/** A job in a few words, as its team's list shows it. Times are ISO 8601. */
export interface JobLine {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: (typeof jobStates)[number];
  /** The start URL of a crawl; the first URL of any other job. */
  readonly url: string;
  readonly limit: number;
  readonly counts: JobCounts;
  readonly createdAt: string;
  /** When the last page ended or was admitted. */
  readonly progressAt: string;
  readonly endedAt?: string;
  readonly completedAt?: string;
  readonly expiresAt: string;
  /** Why the job ended early. */
  readonly code?: string;
  readonly source?: string;
  readonly keyId?: string;
  readonly redriveOf?: string;
  /** Cost until now at list prices; null if a model was asked whose price is not known. */
  readonly dollars: number | null;
  /** Present if the job has a budget. */
  readonly budget?: BudgetLine;
}

/** The budget for models: what a job may spend, and what its ended pages have spent. */
export interface BudgetLine {
  readonly tokens?: number;
  readonly dollars?: number;
  readonly tokensSpent: number;
  /** Null if the price of a model is not known. */
  readonly dollarsSpent: number | null;
}

const budgetLine = (job: Job): BudgetLine | null => {
  const { tokens, dollars } = job.request.extract?.budget ?? {};
  if (tokens === undefined && dollars === undefined) return null;
  return {
    ...(tokens === undefined ? {} : { tokens }),
    ...(dollars === undefined ? {} : { dollars }),
    tokensSpent: (job.inputTokens ?? 0) + (job.outputTokens ?? 0),
    dollarsSpent: jobCost(job).llm,
  };
};

const timeOf = (at: number): string => new Date(at).toISOString();

/** Describes a job as lists show it. */
export const jobLine = (job: Job): JobLine => {
  const budget = budgetLine(job);
  return { ...tellJob(job), ...(budget === null ? {} : { budget }) };
};

const tellJob = (job: Job): JobLine => ({
  id: job.id,
  kind: job.kind,
  state: job.status,
  url: job.request.url,
  limit: job.limit,
  counts: jobCounts(job),
  createdAt: timeOf(job.createdAt),
  progressAt: timeOf(job.progressAt),
  ...(isOver(job) ? { endedAt: timeOf(job.endedAt) } : {}),
  ...(hasEnded(job) ? { completedAt: timeOf(job.completedAt) } : {}),
  expiresAt: timeOf(job.ttl * 1_000),
  ...(isOver(job) && job.code !== undefined ? { code: job.code } : {}),
  ...(job.source === undefined ? {} : { source: job.source }),
  ...(job.keyId === undefined ? {} : { keyId: job.keyId }),
  ...(job.redrive === undefined ? {} : { redriveOf: job.redrive.of }),
  dollars: jobCost(job).total,
});

/** Which jobs are listed, the newest first. */
export interface JobsWanted {
  readonly kinds: readonly JobKind[];
  readonly states: readonly JobLine['state'][];
  readonly source?: string | undefined;
  readonly limit: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The `cursor` of the previous answer. */
  readonly cursor?: string | undefined;
}

/**
 * Lists a team's jobs, the newest first. If the filter matches few jobs, an answer may hold fewer than `limit` jobs, or
 * none, before the end of the list. `cursor` is null only at the end.
 */
export const listJobs = async (
  table: Table,
  team: string,
  wanted: JobsWanted,
): Promise<{ readonly jobs: readonly JobLine[]; readonly cursor: string | null }> => {
  const kinds = wanted.kinds.length === 0 ? jobKinds : wanted.kinds;
  const isWanted = (job: Job): boolean =>
    (wanted.states.length === 0 || wanted.states.includes(job.status)) &&
    (wanted.source === undefined || job.source === wanted.source);
  const jobs: JobLine[] = [];
  let after = wanted.cursor;
  for (let read = 0; read < limits.jobLinesReadMax; read += limits.jobsPerAnswerMax) {
    const count = Math.min(limits.jobsPerAnswerMax, wanted.limit - jobs.length);
    const part = await readTeamJobs(table, team, { kinds, count, after, now: wanted.now });
    jobs.push(...part.jobs.filter(isWanted).map(jobLine));
    if (part.next === null) return { jobs, cursor: null };
    after = part.next;
    if (jobs.length >= wanted.limit) break;
  }
  return { jobs, cursor: after ?? null };
};
