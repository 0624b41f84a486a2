import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import { costOfUnits } from './cost.ts';
import type { Job } from './job.ts';
import { sumOfUnits } from './units.ts';

/**
 * The usage of jobs, counted for the key that started them in the month (UTC) in which they ended. A job is counted
 * once, in the transaction that concludes it.
 */
export const usageSchema = z.object({
  jobs: z.number(),
  /** Pages that brought content: Firecrawl's credits. */
  pages: z.number(),
  failed: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** The cost of models in millionths of a dollar, and how many of their calls had no known price. */
  microdollars: z.number(),
  unpriced: z.number(),
  /** The cost of AWS services at list prices, and of services that fetch pages, in millionths of a dollar. */
  services: z.number().default(0),
});
export type Usage = z.infer<typeof usageSchema>;

export const usageNames = Object.keys(usageSchema.shape) as readonly (keyof Usage)[];

/** A key's usage in one month; `lastSuccessAt` is when the last job ended that did not fail. */
export const monthlyUsageSchema = usageSchema.extend({
  month: z.string(),
  key: z.string(),
  lastSuccessAt: z.number().optional(),
});
export type MonthlyUsage = z.infer<typeof monthlyUsageSchema>;

/** Stands for the key of a job without a key. */
export const noKey = 'none';

/** Returns the key to which the job's usage is counted. */
export const keyOfJob = ({ keyId }: Pick<Job, 'keyId'>): string => keyId ?? noKey;

/** Chooses which of a month's items counts the job. */
export const usageShard = (job: string): number =>
  Number.parseInt(job.replaceAll(/[^0-9a-f]/g, '').slice(-4) || '0', 16) % limits.usageShards;

/** Computes the usage of a job. Counters that have drifted below zero count as zero. */
export const jobUsage = (job: Job): Usage => {
  const count = (value: number | undefined): number => Math.max(0, value ?? 0);
  return {
    jobs: 1,
    pages: count(job.done),
    failed: count(job.failed),
    inputTokens: count(job.inputTokens),
    outputTokens: count(job.outputTokens),
    microdollars: count(job.microdollars),
    unpriced: count(job.unpriced),
    // Prices are exact to a thousandth of a millionth.
    services: Math.round((costOfUnits(sumOfUnits([job])).total ?? 0) * 1e9) / 1e3,
  };
};

export const noUsage: Usage = {
  jobs: 0,
  pages: 0,
  failed: 0,
  inputTokens: 0,
  outputTokens: 0,
  microdollars: 0,
  unpriced: 0,
  services: 0,
};

export const sumOfUsage = (parts: readonly Usage[]): Usage => ({
  ...noUsage,
  ...Object.fromEntries(
    usageNames.map((name) => [name, parts.reduce((total, part) => total + part[name], 0)]),
  ),
});

/** Returns the month of a moment, such as `2026-11`. */
export const usageMonth = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** Returns when a month begins and when the next one does, milliseconds since the epoch. */
export const monthBounds = (month: string): { readonly start: number; readonly end: number } => {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return { start: Date.UTC(year, number - 1), end: Date.UTC(year, number) };
};

/** Sums parts to one entry for each month, or for each month and key, the earliest month first. */
export const byMonth = (
  parts: readonly MonthlyUsage[],
  perKey: boolean,
): readonly { readonly month: string; readonly key?: string; readonly usage: Usage }[] => {
  const groups = Map.groupBy(parts, ({ month, key }) => (perKey ? `${month} ${key}` : month));
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, group]) => {
      const [month = '', key] = name.split(' ');
      return { month, ...(key === undefined ? {} : { key }), usage: sumOfUsage(group) };
    });
};
