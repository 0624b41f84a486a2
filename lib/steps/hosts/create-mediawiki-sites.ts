import { getWikiSite, putWikiSite } from '../../store/hosts/wiki-site.ts';
import type { Table } from '../../store/table.ts';
import { hostOf } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import type { ConfiguredHosts, Wiki } from '../../fetch/politeness/host-policies.ts';
import { apiFailed, type WikiResponse } from '../../fetch/mediawiki/call-wiki.ts';
import type { FetchOutcome } from '../../fetch/tier/fetch-request.ts';
import type { MediaWikiSites, WikiRequest } from '../../fetch/mediawiki/mediawiki-sites.ts';
import { parseSite, siteQuestion, type WikiQuestion } from '../../fetch/mediawiki/wiki-api.ts';
import {
  isMadeUp,
  isWikiText,
  isWanted,
  parseWikiTitle,
  wikiSiteSchema,
  type WikiSite,
} from '../../fetch/mediawiki/wiki-title.ts';

type Failed = Extract<FetchOutcome, { kind: 'failed' }>;

const wikisKept = 1_000;

/** How long a wait that the wiki asked for holds: for the pages of this visit. The next visit asks again. */
const patienceMs = limits.robotsHostRetryMs;

export const createMediaWikiSites = (options: {
  readonly table: Table;
  readonly hosts: ConfiguredHosts;
  readonly call: (wiki: Wiki, question: WikiQuestion, request: WikiRequest) => Promise<WikiResponse>;
  readonly now: () => number;
}): MediaWikiSites => {
  const { table, hosts, call, now } = options;
  const seen = new Map<string, { readonly site: WikiSite; readonly until: number }>();
  const troubles = new Map<string, { readonly why: Failed; readonly until: number }>();

  const remember = (host: string, site: WikiSite, until: number): WikiSite => {
    if (seen.size >= wikisKept) seen.clear();
    seen.set(host, { site, until });
    return site;
  };

  const noteTrouble = (host: string, outcome: Failed, forMs: number): void => {
    // A page that meets this trouble later has sent no request of its own.
    troubles.set(host, { why: { ...outcome, ms: 0, requests: [] }, until: now() + forMs });
  };

  const wikiAt = (host: string): Wiki => {
    const wiki = hosts.wikiOf(host);
    if (wiki === undefined) throw new Error(`Cannot ask ${host}: no wiki is configured there`);
    return wiki;
  };

  const sites: MediaWikiSites = {
    isEmpty: !hosts.hasWikis,
    wikiOf: hosts.wikiOf,
    siteOf: async (host) => {
      const wiki = hosts.wikiOf(host);
      if (wiki === undefined) return null;
      const kept = seen.get(host);
      if (kept !== undefined && kept.until > now()) return kept.site;
      const { success, data } = wikiSiteSchema.safeParse(await getWikiSite(table, host, now()));
      // The configuration may have changed since.
      const site = success ? { ...data, articlePath: wiki.articlePath ?? data.articlePath } : null;
      return site === null ? null : remember(host, site, now() + limits.wikiSiteMs);
    },
    askSite: async (host, request) => {
      const wiki = wikiAt(host);
      const answer = await call(wiki, siteQuestion, request);
      const site = answer.kind === 'answer' ? parseSite(answer.json, wiki.articlePath) : null;
      if (site !== null) {
        await putWikiSite(table, host, site, now() + limits.wikiSiteMs);
        remember(host, site, now() + limits.wikiSiteMs);
        return answer;
      }
      if (answer.kind === 'failed' && answer.outcome.unsent === true) return answer;
      if (answer.kind === 'failed') {
        const isPassing = answer.outcome.failure.code !== 'WIKI_API_FAILED';
        noteTrouble(host, answer.outcome, isPassing ? patienceMs : limits.wikiSiteRetryMs);
        return answer;
      }
      const found = answer.kind === 'error' ? `${answer.code}: ${answer.info}` : 'an answer of another shape';
      const { url, ms, redirects, status, headers } = answer.sent;
      const why = apiFailed(wiki, found);
      const outcome: Failed = { kind: 'failed', failure: why, url, ms, redirects, status, headers };
      noteTrouble(host, outcome, limits.wikiSiteRetryMs);
      return { kind: 'failed', outcome };
    },
    ask: async (host, question, request) => {
      const answer = await call(wikiAt(host), question, request);
      if (answer.kind === 'failed' && answer.outcome.retryAfterMs !== undefined)
        noteTrouble(host, answer.outcome, patienceMs);
      return answer;
    },
    troubleOf: (host) => {
      const trouble = troubles.get(host);
      if (trouble === undefined) return null;
      if (trouble.until > now()) return trouble.why;
      troubles.delete(host);
      return null;
    },
    mayAnswer: ({ url, kind, tier }) => {
      const host = hostOf(url);
      if (tier !== undefined || hosts.wikiOf(host) === undefined) return false;
      const forced = hosts.policyOf(host).tier;
      if (forced !== undefined && forced !== 'api') return false;
      return kind === 'page' || kind === 'members';
    },
    answers: async (page) => {
      if (!sites.mayAnswer(page)) return false;
      const host = hostOf(page.url);
      if (hosts.policyOf(host).tier === 'api' || page.kind === 'members') return true;
      const site = await sites.siteOf(host);
      // If the wiki cannot say what it is, its pages give the reason as they fall through.
      if (site === null) return sites.troubleOf(host) !== null;
      const title = parseWikiTitle(site, page.url);
      return title !== null && !isMadeUp(site, title);
    },
    showsArticle: (url) => {
      const site = hosts.hasWikis ? seen.get(hostOf(url))?.site : undefined;
      const title = site === undefined ? null : parseWikiTitle(site, url);
      return site !== undefined && title !== null && isWikiText(site, title);
    },
    follows: async (url) => {
      const wiki = hosts.wikiOf(hostOf(url));
      if (wiki === undefined) return true;
      const site = await sites.siteOf(hostOf(url));
      return site === null || isWanted(site, wiki.namespaces, url);
    },
  };
  return sites;
};
