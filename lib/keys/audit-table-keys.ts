import type { Between, TableKey } from './table-keys.ts';

/** Keys of the audit records of a team's sources, and of alerts about them (`table-keys.ts` lists them all). */
export const auditHeadsPartition = (team: string): string => `A#${team}`;

export const auditHeads: Between = { from: 'CHAIN#', to: 'CHAIN#~' };

/** Returns the key of the last record in a chain of the audit. */
export const auditHeadKey = ({
  team,
  chain,
}: {
  readonly team: string;
  readonly chain: string;
}): TableKey => ({
  PK: auditHeadsPartition(team),
  SK: `${auditHeads.from}${chain}`,
});

export const alertsPartition = (team: string): string => `N#${team}`;

/** Returns the range of the alerts of all sources of a team, or of one. */
export const teamAlerts = (source?: string): Between => {
  const prefix = source === undefined ? 'ALERT#' : `ALERT#${source}#`;
  return { from: prefix, to: `${prefix}~` };
};

export const alertKey = (alert: {
  readonly team: string;
  readonly source: string;
  readonly rule: string;
}): TableKey => ({
  PK: alertsPartition(alert.team),
  SK: `ALERT#${alert.source}#${alert.rule}`,
});

export const alertChannels: Between = { from: 'CHANNEL#', to: 'CHANNEL#~' };

export const alertChannelKey = (team: string, name: string): TableKey => ({
  PK: alertsPartition(team),
  SK: `${alertChannels.from}${name}`,
});
