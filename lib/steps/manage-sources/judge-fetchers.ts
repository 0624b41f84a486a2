import type { CheckFetcher } from '../../fetch/remote/check-fetcher.ts';
import type { FetcherHealth } from '../../fetch/remote/fetcher-call.ts';
import {
  fetcherNames,
  isFetcherFirst,
  readFetcherUse,
  whyFetcherUnfit,
  type FetcherName,
  type FetcherUse,
} from '../../request/source/fetcher.ts';
import { completeScrapeOptions } from '../../request/scrape-options.ts';
import { hiddenNames } from '../../source/kept-headers.ts';
import type { PlanFinding } from '../../source/plan-sources.ts';
import type { ManifestSource } from '../../source/resolve-sources.ts';
import { scrapeOptions } from '../../source/source-request.ts';

type Health = FetcherHealth | null;

/** The options with which the pages of a source are fetched, and the service that they name. */
const optionsOf = (source: ManifestSource) => {
  const given = scrapeOptions(source);
  const { waitFor, mobile, viewport, screenshot, actions } = completeScrapeOptions({
    ...source.scrape,
    ...given,
  });
  const names = [...hiddenNames(source), ...Object.keys(given.headers ?? {})];
  const use: FetcherUse | undefined = readFetcherUse(given);
  return { use, scrape: { waitFor, mobile, viewport, screenshot, actions, headers: {}, headerNames: names } };
};

const judge = (source: ManifestSource, health: ReadonlyMap<FetcherName, Health>): PlanFinding[] => {
  const { use: fetcher, scrape } = optionsOf(source);
  if (fetcher === undefined || source.status === 'retired') return [];
  const found = (level: PlanFinding['level'], code: PlanFinding['code'], message: string): PlanFinding => ({
    level,
    source: source.id,
    code,
    message,
  });
  const isFirst = isFetcherFirst({ fetcher });
  const unfit = isFirst ? whyFetcherUnfit({ ...scrape, fetcher }) : null;
  const state = health.get(fetcher.name) ?? null;
  const ill: PlanFinding[] = [];
  if (state === null || state.state === 'no-key') {
    const lacks = state === null ? 'no settings' : 'no key';
    const message = `This deployment has ${lacks} of ${fetcher.name}, which fetches its pages (docs/fetchers.md)`;
    ill.push(found(fetcher.use === 'only' ? 'error' : 'warning', 'FETCHER_NOT_CONFIGURED', message));
  } else if (state.state !== 'well')
    ill.push(
      found('warning', 'FETCHER_UNWELL', `${fetcher.name}, which fetches its pages: ${state.message}`),
    );
  return [...ill, ...(unfit === null ? [] : [found('error', 'FETCHER_UNFIT', unfit)])];
};

/**
 * Says what speaks against the services that sources name: the deployment does not have them, they are not well, or
 * they cannot carry out an option. Asks each named service once how it is, which costs nothing.
 */
export const judgeFetchers = async (
  check: CheckFetcher,
  sources: readonly ManifestSource[],
): Promise<PlanFinding[]> => {
  const named = new Set(sources.map((source) => optionsOf(source).use?.name));
  const health = new Map<FetcherName, Health>(
    await Promise.all(
      fetcherNames.filter((name) => named.has(name)).map(async (name) => [name, await check(name)] as const),
    ),
  );
  return sources.flatMap((source) => judge(source, health));
};
