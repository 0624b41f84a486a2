import type { RunHealth } from '../../lib/source/alerts/run-health.ts';
import { formatNumberOf } from '../format.ts';
import type { tellSource, tellSourceWhole } from '../../lib/steps/manage-sources/tell-source.ts';

/** A source as `GET /v2/sources` lists it. */
export type SourceLine = ReturnType<typeof tellSource>;
/** A source as `GET /v2/sources/{id}` answers it. */
export type SourceWhole = ReturnType<typeof tellSourceWhole>;

/** A run of a source (`GET /v2/sources/{id}/runs`). */
export interface SourceRun {
  readonly job: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly outcome: 'completed' | 'failed' | 'cancelled' | 'skipped';
  readonly code: string | null;
  readonly trigger: string;
  readonly manifestVersion: string | null;
  readonly isComplete: boolean;
  readonly visited: number;
  readonly changes: Readonly<Record<string, number>>;
  readonly pages: Readonly<Record<string, number>>;
  readonly held: number;
  readonly contentHash: string | null;
  readonly dollars: number | null;
  readonly health: RunHealth | null;
}

type Ending = Pick<SourceLine, 'failedInRow' | 'lastRunOutcome' | 'lastRunCode'>;

/** Says that a source's last run failed: how often in a row, or why it does not count; null if it did not fail. */
export const tellFailed = ({ failedInRow, lastRunOutcome, lastRunCode }: Ending): string | null => {
  if (failedInRow > 0) return `failed ${formatNumberOf(failedInRow, 'time')} in a row`;
  if (lastRunOutcome !== 'failed') return null;
  return `last run failed${lastRunCode === null ? '' : `: ${lastRunCode}`}`;
};

/** Returns a source's condition, or `failed` if it runs by itself and its last run failed. */
export const judgeTrouble = (source: Pick<SourceLine, 'condition' | keyof Ending>): string =>
  source.condition === 'active' && tellFailed(source) !== null ? 'failed' : source.condition;

/** Returns a source's state in one word; a reason why it does not run by itself goes before the results of its runs. */
export const judgeSource = (source: SourceLine, now: number): string => {
  if (source.condition !== 'active') return source.condition;
  if (source.openRun !== null) return 'running';
  if (tellFailed(source) !== null) return 'failed';
  if (source.lastRunAt === null) return 'pending';
  const changedAt = source.lastChangeAt === null ? 0 : Date.parse(source.lastChangeAt);
  return now - changedAt < 24 * 60 * 60_000 ? 'changed' : 'ok';
};

/** Returns the beginning of a hash, by which people tell two apart. */
export const shortHash = (hash: string): string => hash.replace(/^sha256:/, '').slice(0, 12);

/** Counts the current pages of a source. */
export const countPages = ({ pages }: Pick<SourceLine, 'pages'>): number =>
  Object.values(pages ?? {}).reduce((sum, count) => sum + count, 0);
