import { listKeys } from '../../store/keys/list-keys.ts';
import { countOpenJobs } from '../../store/keys/open-jobs-of-keys.ts';
import type { Table } from '../../store/table.ts';
import { listUsage } from '../../store/keys/usage.ts';
import { monthBounds, byMonth, usageMonth, noKey, sumOfUsage, type Usage } from '../../job/usage.ts';

/**
 * What a team used, in Firecrawl's units. A credit is a page that brought content, a token is one that a model read or
 * wrote, a billing period is a calendar month (UTC).
 */
export type Unit = 'credits' | 'tokens';

/** A self-hosted team has no limit, but clients expect a number. No month reaches this one. */
const planned = 1_000_000_000;
const day = 24 * 60 * 60 * 1_000;
/** Sorts before every month. */
const ever = '0';

const amountOf = (unit: Unit, { pages, inputTokens, outputTokens }: Usage): number =>
  unit === 'credits' ? pages : inputTokens + outputTokens;

const timeOf = (at: number): string => new Date(at).toISOString();

/** Reads what is left for a team in this month, and when the month begins and ends. */
export const readBalance = async (table: Table, team: string, unit: Unit, now: number) => {
  const month = usageMonth(now);
  const used = amountOf(unit, sumOfUsage(await listUsage(table, team, month)));
  const { start, end } = monthBounds(month);
  return {
    remaining: Math.max(0, planned - used),
    planned,
    start: timeOf(start),
    end: timeOf(end),
  };
};

/** Reads what a team used in each month, the earliest first. `perKey` splits it by key, revoked keys included. */
export const readHistory = async (table: Table, team: string, unit: Unit, perKey: boolean) => {
  const [parts, keys] = await Promise.all([
    listUsage(table, team, ever),
    perKey ? listKeys(table, team) : [],
  ]);
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return byMonth(parts, perKey).map(({ month, key, usage }) => {
    const { start, end } = monthBounds(month);
    return {
      startDate: timeOf(start),
      endDate: timeOf(end),
      // Scheduled runs have no key.
      ...(key === undefined ? {} : { apiKey: key === noKey ? 'scheduled' : (names.get(key) ?? key) }),
      used: amountOf(unit, usage),
    };
  });
};

/** Counts the open jobs of a team, and finds when a job last ended well within a day. */
export const readQueue = async (table: Table, team: string, now: number) => {
  const [open, parts] = await Promise.all([
    countOpenJobs(table, team),
    listUsage(table, team, usageMonth(now - day)),
  ]);
  const last = Math.max(0, ...parts.map(({ lastSuccessAt = 0 }) => lastSuccessAt));
  return { open, mostRecentSuccess: last > now - day ? timeOf(last) : null };
};
