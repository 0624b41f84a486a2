import { countHostFall, forgetHostFalls, getHostFalls } from '../../store/hosts/host-tier.ts';
import type { Table } from '../../store/table.ts';
import { readRoute } from '../../frontier/canonical-url.ts';
import type { FallThrough } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import type { ScrapeOptions } from '../../request/job-spec.ts';
import type { ConfiguredHosts } from '../../fetch/politeness/host-policies.ts';

/**
 * Chooses the tier with which a host's pages are first requested, from the configuration, the request's needs and what
 * worked before. After a few pages in a row that fell from HTTP to the browser, the browser is the first tier for a
 * day. Even then one page in twenty is requested over HTTP, and the first success makes the host an ordinary one again.
 * A fall counts at once, because the browser may get to its page only after all others of the host were requested in
 * vain.
 */
export interface HostTiers {
  /**
   * Why a page of the host goes to the browser at once; null if it does not. The needs of other pages, and the route in
   * its URL, do not matter for a page that the tier before HTTP may get (`hasApi`).
   */
  skipHttp(
    host: string,
    scrape: ScrapeOptions,
    page?: { readonly url?: string; readonly hasApi?: boolean },
  ): Promise<FallThrough | null>;
  /** False if the configuration keeps the host to a tier before this one. */
  mayFall(host: string, to: 'http' | 'browser' | 'remote'): boolean;
  /** Notes that HTTP got a page. */
  httpWorked(host: string): Promise<void>;
  /** Notes that a page went on to the browser because HTTP did not get it. */
  fellToBrowser(host: string, why: FallThrough['reason']): Promise<void>;
}

/** How long facts about a host are believed without another read: they only decide what a page costs. */
const keptMs = 30_000;
const hostsKept = 1_000;

/** Reasons that say something about the host's other pages. A timeout may be due to the moment. */
const telling: ReadonlySet<FallThrough['reason']> = new Set([
  'script-shell',
  'empty',
  'challenge',
  'no-content',
]);

/** Options that only a browser can carry out. */
const browserOptions = ['waitFor', 'mobile', 'viewport', 'screenshot', 'actions'] as const;

const needsBrowser = (scrape: ScrapeOptions): string | null =>
  browserOptions.find((name) => scrape[name] !== undefined) ?? null;

export const openHostTiers = (
  table: Table,
  hosts: Pick<ConfiguredHosts, 'policyOf'>,
  now: () => number,
  random: () => number,
): HostTiers => {
  const known = new Map<string, { readonly falls: number; readonly at: number }>();
  const note = (host: string, falls: number): number => {
    if (known.size >= hostsKept) known.clear();
    known.set(host, { falls, at: now() });
    return falls;
  };
  const fallsOf = async (host: string): Promise<number> => {
    const seen = known.get(host);
    if (seen !== undefined && now() - seen.at < keptMs) return seen.falls;
    return note(host, await getHostFalls(table, host, now()));
  };
  const why = (reason: FallThrough['reason'], detail: string): FallThrough => ({
    tier: 'http',
    reason,
    detail,
    at: now(),
  });
  return {
    mayFall: (host, to) => {
      const forced = hosts.policyOf(host).tier;
      // Whoever names the one tier of a host wants no other party to ask it.
      if (to === 'remote') return forced === undefined;
      return forced !== 'api' && (forced !== 'http' || to === 'http');
    },
    skipHttp: async (host, scrape, { url = '', hasApi = false } = {}) => {
      const forced = hosts.policyOf(host).tier;
      if (forced === 'http' || forced === 'api') return null;
      if (forced === 'browser') return why('configured', 'the configuration asks for a browser');
      const needed = needsBrowser(scrape);
      if (needed !== null) return why('requested', `the request asks for ${needed}`);
      if (hasApi) return null;
      const route = readRoute(url);
      if (route !== '') return why('requested', `only a browser shows the route ${route.slice(0, 100)}`);
      const falls = await fallsOf(host);
      if (falls < limits.hostFallsMax || random() < limits.hostRetryShare) return null;
      return why('remembered', `the last ${falls} pages of the host were not to be had over HTTP`);
    },
    httpWorked: async (host) => {
      if ((known.get(host)?.falls ?? 0) === 0) return;
      await forgetHostFalls(table, host);
      note(host, 0);
    },
    fellToBrowser: async (host, reason) => {
      if (!telling.has(reason)) return;
      await countHostFall(table, host, { reason, until: now() + limits.hostTierMs });
      known.delete(host);
    },
  };
};
