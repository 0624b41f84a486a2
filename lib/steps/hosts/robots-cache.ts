import { getRobots, putRobots } from '../../store/hosts/robots.ts';
import type { Table } from '../../store/table.ts';
import { failure, isFailureCode, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { FetchDependencies } from '../../fetch/tier/fetch-request.ts';
import type { RobotsResponse } from '../../fetch/robots/fetch-robots.ts';
import { judgeByRobots, type RobotsJudgement, type RobotsWork } from '../../fetch/robots/robots-judgement.ts';
import { robotsVerdictSchema, type RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';

/** When the request for robots.txt, and each request that a redirect adds, may be sent. */
export type RobotsPace = Pick<FetchDependencies, 'checkHop' | 'slot'>;

/**
 * The robots.txt of every host: kept in the table for all workers, and in memory for this one. To request it from a
 * host takes a slot like any other request, so `cached` never does it; `ask` does.
 */
export interface RobotsCache {
  cached(host: string): Promise<RobotsVerdict | null>;
  /**
   * `slot` is the slot of the request, and `checkHop` gives each redirect its own. Null when no request could leave. A
   * job that accepts any certificate also requests robots.txt that way. Other jobs may read the result; their own
   * requests to the host then fail because of the certificate.
   */
  ask(
    host: string,
    origin: string,
    pace: RobotsPace,
    skipTlsVerification: boolean,
  ): Promise<RobotsVerdict | null>;
  /**
   * Says why a verdict forbids a URL; null if it does not. `work` is what is left for the judgements that are made
   * together.
   */
  judge(verdict: RobotsVerdict, url: string, work?: RobotsWork): Failure | null;
}

const hostsKept = 1_000;

const verdictOf = (answer: Exclude<RobotsResponse, { verdict: 'unsent' }>, now: number): RobotsVerdict => {
  switch (answer.verdict) {
    case 'rules':
      return { kind: 'rules', rules: answer.rules };
    case 'allow-all':
      return { kind: 'allow-all' };
    case 'disallow-all':
      return {
        kind: 'disallow-all',
        code: answer.failure.code,
        reason: answer.failure.message.slice(0, 300),
        ...(answer.retryAfterMs === undefined ? {} : { retryAt: now + answer.retryAfterMs }),
      };
  }
};

/** Failures of the whole host: nothing can be fetched from it, and robots.txt is only where this showed first. */
const hostFailures: ReadonlySet<string> = new Set([
  'ADDRESS_NOT_ALLOWED',
  'DNS_NOT_FOUND',
  'DNS_FAILED',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'TLS_FAILED',
  'TIMEOUT',
  'PROTOCOL_ERROR',
  'HOST_BUSY',
]);

type Unreachable = Extract<RobotsVerdict, { kind: 'disallow-all' }>;

const whyUnreachable = (verdict: Unreachable, url: string): Failure => {
  if (isFailureCode(verdict.code) && hostFailures.has(verdict.code))
    return failure(verdict.code, verdict.reason);
  return failure(
    'ROBOTS_UNREACHABLE',
    `Cannot fetch ${url}: its robots.txt could not be read (${verdict.code}: ${verdict.reason}), which ` +
      `RFC 9309 takes as "disallow all"`,
  );
};

const whyForbidden = (judgement: RobotsJudgement, url: string): Failure | null => {
  switch (judgement) {
    case 'allowed':
      return null;
    case 'forbidden':
      return failure('ROBOTS_DISALLOWED', `Cannot fetch ${url}: robots.txt disallows it for this crawler`);
    case 'unjudged':
      return failure(
        'ROBOTS_DISALLOWED',
        `Cannot fetch ${url}: the rules of robots.txt take more work to apply than they may, so the URL counts as ` +
          'disallowed',
      );
  }
};

/**
 * Computes how long a verdict is believed: as long as the file says, within bounds (RFC 9309 section 2.4). A host that
 * failed is requested again with the page's next try, which is a second away.
 */
const lifeOf = (verdict: RobotsVerdict, maxAgeMs: number | undefined, now: number): number => {
  if (verdict.kind !== 'disallow-all') {
    return Math.max(
      limits.robotsCacheMsMin,
      Math.min(maxAgeMs ?? limits.robotsCacheMs, limits.robotsCacheMs),
    );
  }
  const usual = hostFailures.has(verdict.code) ? limits.robotsHostRetryMs : limits.robotsRetryMs;
  return verdict.retryAt === undefined ? usual : Math.max(limits.robotsHostRetryMs, verdict.retryAt - now);
};

export const createRobotsCache = (
  table: Table,
  fetchRobots: (origin: string, pace: RobotsPace, skipTlsVerification: boolean) => Promise<RobotsResponse>,
  now: () => number,
): RobotsCache => {
  const seen = new Map<string, { readonly verdict: RobotsVerdict; readonly until: number }>();

  const remember = (host: string, verdict: RobotsVerdict, until: number): RobotsVerdict => {
    if (seen.size >= hostsKept) seen.clear();
    seen.set(host, { verdict, until });
    return verdict;
  };

  return {
    cached: async (host) => {
      const kept = seen.get(host);
      if (kept !== undefined && kept.until > now()) return kept.verdict;
      const parsed = robotsVerdictSchema.safeParse(await getRobots(table, host, now()));
      // Half a minute, not the rules' own life: another worker may have learned something newer.
      return parsed.success ? remember(host, parsed.data, now() + 30_000) : null;
    },
    ask: async (host, origin, pace, skipTlsVerification) => {
      const answer = await fetchRobots(origin, pace, skipTlsVerification);
      if (answer.verdict === 'unsent') return null;
      const verdict = verdictOf(answer, now());
      const lifeMs = lifeOf(verdict, answer.verdict === 'rules' ? answer.maxAgeMs : undefined, now());
      await putRobots(table, host, verdict, now() + lifeMs);
      return remember(host, verdict, now() + Math.min(lifeMs, 30_000));
    },
    judge: (verdict, url, work) => {
      if (verdict.kind === 'allow-all') return null;
      if (verdict.kind === 'disallow-all') return whyUnreachable(verdict, url);
      return whyForbidden(judgeByRobots(verdict.rules, url, work), url);
    },
  };
};
