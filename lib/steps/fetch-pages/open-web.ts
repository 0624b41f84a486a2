import type { Table } from '../../store/table.ts';
import { apiTier } from '../../fetch/mediawiki/api-tier.ts';
import { callWiki } from '../../fetch/mediawiki/call-wiki.ts';
import { fetchRobots } from '../../fetch/robots/fetch-robots.ts';
import { guardedDispatcher } from '../../fetch/http/guarded-connect.ts';
import { createRateLimiter, type HostRateLimiter } from '../hosts/host-rate-limiter.ts';
import type { HostPolicies } from '../../fetch/politeness/host-policy.ts';
import { openHostTiers, type HostTiers } from '../hosts/host-tiers.ts';
import { httpTier } from '../../fetch/http/fetch-http.ts';
import { openGuard } from '../../fetch/http/open-guard.ts';
import { createRobotsCache, type RobotsCache } from '../hosts/robots-cache.ts';
import type { MakeRemoteTier, MakeTier, Tier } from '../../fetch/tier/tier.ts';
import { productToken, userAgent } from '../../fetch/politeness/user-agent.ts';
import type { MediaWikiSites } from '../../fetch/mediawiki/mediawiki-sites.ts';
import { createMediaWikiSites } from '../hosts/create-mediawiki-sites.ts';
import type { Log } from '../../log.ts';

/** The web as one sandbox reaches it: guarded connections, paces and robots.txt. All are kept between invocations. */
export interface WebAccess {
  readonly rateLimiter: HostRateLimiter;
  readonly robots: RobotsCache;
  readonly wikis: MediaWikiSites;
  /** How and when hosts are requested. */
  readonly policies: HostPolicies;
  /** The worker's own tier. */
  readonly tier: Tier;
  /** The tier before HTTP. */
  readonly api: Tier;
  /** The tier that has a service fetch pages; only the worker that fetches over HTTP has it. */
  readonly remote?: Tier;
  readonly hostTiers: HostTiers;
}

/**
 * Opens the web for a deployment.
 *
 * @throws {Error} when an entry of `allow` or `resolve` cannot be read: it must not start with a hole in its guard.
 */
export const openWeb = (options: {
  readonly table: Table;
  readonly version: string;
  readonly contact: string;
  readonly allow: readonly string[];
  readonly resolve?: readonly string[];
  readonly ownPorts?: readonly number[];
  readonly log?: Log;
  readonly policies: HostPolicies;
  /** Makes the tier that fetches pages; HTTP if it is left out. */
  readonly makeTier?: MakeTier;
  /** Makes the tier that has services fetch pages. */
  readonly makeRemoteTier?: MakeRemoteTier;
  readonly triesBrowserSandbox?: boolean;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}): WebAccess => {
  const guard = openGuard({
    allow: options.allow,
    resolve: options.resolve ?? [],
    ownPorts: options.ownPorts ?? [],
    onRefused: (host, reasons) => options.log?.('address refused', { host, reasons }),
  });
  const dispatcher = guardedDispatcher(guard);
  const unverifiedDispatcher = guardedDispatcher({ ...guard, skipTlsVerification: true });
  const agent = userAgent(options.version, options.contact);
  const rateLimiter = createRateLimiter(options.table, options.now, options.random, options.sleep);
  const robots = createRobotsCache(
    options.table,
    (origin, pace, skipTlsVerification) =>
      fetchRobots(origin, {
        dispatcher,
        unverifiedDispatcher,
        userAgent: agent,
        productToken,
        now: options.now,
        ...pace,
        skipTlsVerification,
      }),
    options.now,
  );
  const { makeTier = httpTier, triesBrowserSandbox = false } = options;
  const tier = makeTier({ guard, dispatcher, userAgent: agent, triesBrowserSandbox });
  const { hosts } = options.policies;
  const connections = { dispatcher, unverifiedDispatcher, userAgent: agent, now: options.now };
  const wikis = createMediaWikiSites({
    table: options.table,
    hosts,
    call: (wiki, question, request) => callWiki(connections, wiki, question, request),
    now: options.now,
  });
  return {
    rateLimiter,
    robots,
    wikis,
    policies: options.policies,
    tier,
    api: apiTier(wikis),
    ...(options.makeRemoteTier === undefined ? {} : { remote: options.makeRemoteTier(guard) }),
    hostTiers: openHostTiers(options.table, hosts, options.now, options.random),
  };
};
