import { pausedUntilFor } from '../../fetch/politeness/team-pause.ts';
import { robotsVerdictSchema } from '../../fetch/robots/robots-verdict.ts';
import { limits } from '../../limits/limits.ts';
import { getHostFalls } from '../../store/hosts/host-tier.ts';
import { getPace } from '../../store/hosts/pace.ts';
import { getRobots } from '../../store/hosts/robots.ts';
import type { Table } from '../../store/table.ts';

/** What a deployment knows of a host and how it requests from it now for a team. Times are ISO 8601. */
export interface HostState {
  readonly host: string;
  /** The next slot that is not taken; absent if that is now. */
  readonly nextSlotAt?: string;
  readonly inFlight: number;
  /**
   * The host gets no request of the caller's team before this moment, because it asked for that or failed too often.
   */
  readonly pausedUntil?: string;
  /** Failures in a row that are the host's own. At `breakerAt` failures it gets no requests for a while. */
  readonly failuresInRow: number;
  readonly breakerAt: number;
  /** Typical milliseconds of an answer; 0 if it was never requested. */
  readonly responseMs: number;
  /** What its robots.txt says, if it was read and has not expired. */
  readonly robots?: {
    readonly kind: 'rules' | 'allow-all' | 'disallow-all';
    readonly rules: number;
    readonly crawlDelaySeconds: number | null;
    readonly reason?: string;
  };
  /** Pages in a row that fell from HTTP to the browser. */
  readonly browserPagesInRow: number;
}

const readRobots = async (table: Table, host: string, now: number): Promise<Pick<HostState, 'robots'>> => {
  const verdict = robotsVerdictSchema.safeParse(await getRobots(table, host, now));
  if (!verdict.success) return {};
  const { data } = verdict;
  const rules = data.kind === 'rules' ? data.rules : undefined;
  return {
    robots: {
      kind: data.kind,
      rules: rules?.rules.length ?? 0,
      crawlDelaySeconds: rules?.crawlDelaySeconds ?? null,
      ...(data.kind === 'disallow-all' ? { reason: data.reason } : {}),
    },
  };
};

/**
 * Reads what is known of a host (`example.com` or `example.com:8080`), also of one that was never requested. Only the
 * pause differs between teams.
 */
export const readHost = async (table: Table, host: string, team: string, now: number): Promise<HostState> => {
  const [pace, robots, browserPagesInRow] = await Promise.all([
    getPace(table, host),
    readRobots(table, host, now),
    getHostFalls(table, host, now),
  ]);
  const later = (at: number): string | undefined => (at > now ? new Date(at).toISOString() : undefined);
  const [nextSlotAt, pausedUntil] = [later(pace.next), later(pausedUntilFor(pace, team))];
  const leases = Object.values(pace.leases).filter(({ until }) => until > now);
  return {
    host,
    ...(nextSlotAt === undefined ? {} : { nextSlotAt }),
    inFlight: leases.reduce((sum, { count }) => sum + count, 0),
    ...(pausedUntil === undefined ? {} : { pausedUntil }),
    failuresInRow: pace.failures,
    breakerAt: limits.breakerFailuresMax,
    responseMs: Math.round(pace.responseMs),
    ...robots,
    browserPagesInRow,
  };
};
