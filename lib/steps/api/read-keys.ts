import { listKeys } from '../../store/keys/list-keys.ts';
import type { Table } from '../../store/table.ts';
import { listUsage } from '../../store/keys/usage.ts';
import { monthBounds, byMonth, usageMonth, noUsage, type Usage } from '../../job/usage.ts';
import type { ListedKey } from '../../request/keys/api-key.ts';
import { callerLimits, type KeyLimits } from './admit-caller.ts';

/** What reading keys and usage needs. */
export interface AccountDependencies {
  readonly table: Table;
  readonly keyLimits: KeyLimits;
  readonly now: () => number;
}

const microdollarsPerDollar = 1_000_000;
/** Sorts before every month. */
const ever = '0';

const timeOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/** Describes usage as an answer shows it. `dollars` is the cost of models, null if the price of one is not known. */
const answerOf = ({ microdollars, unpriced, services: _services, ...counts }: Usage) => ({
  ...counts,
  dollars: unpriced > 0 ? null : microdollars / microdollarsPerDollar,
});

const periodOf = (month: string) => {
  const { start, end } = monthBounds(month);
  return { startDate: new Date(start).toISOString(), endDate: new Date(end).toISOString() };
};

/** Describes a key as an answer shows it, with the limits that apply to it: its own or the deployment's. */
export const keyResponse = (key: ListedKey, usual: KeyLimits) => ({
  id: key.id,
  name: key.name,
  team: key.team,
  scopes: key.scopes,
  limits: callerLimits(key, usual),
  createdAt: timeOf(key.createdAt),
  lastUsedAt: timeOf(key.lastUsedAt),
  revokedAt: timeOf(key.revokedAt),
});

/** Lists the keys of a team with what each used this month. */
export const readKeys = async ({ table, keyLimits, now }: AccountDependencies, team: string) => {
  const month = usageMonth(now());
  const [keys, parts] = await Promise.all([listKeys(table, team), listUsage(table, team, month)]);
  const used = new Map(byMonth(parts, true).map(({ key = '', usage }) => [key, usage]));
  return keys.map((key) => ({
    ...keyResponse(key, keyLimits),
    usage: { ...periodOf(month), ...answerOf(used.get(key.id) ?? noUsage) },
  }));
};

/**
 * Reads what one of a team's keys used, by month, the earliest first; months without use are left out. Null if the team
 * has no such key.
 */
export const readKeyUsage = async ({ table }: AccountDependencies, team: string, id: string) => {
  const [keys, parts] = await Promise.all([listKeys(table, team), listUsage(table, team, ever)]);
  const key = keys.find((listed) => listed.id === id);
  if (key === undefined) return null;
  const months = byMonth(
    parts.filter((part) => part.key === id),
    false,
  );
  return {
    id,
    name: key.name,
    periods: months.map(({ month, usage }) => ({ ...periodOf(month), ...answerOf(usage) })),
  };
};
