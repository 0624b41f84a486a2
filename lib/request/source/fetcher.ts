import * as z from 'zod';

/** Services that fetch pages for us and charge for it (docs/fetchers.md). */
export const fetcherNames = ['firecrawl', 'scrapingant'] as const;
export type FetcherName = (typeof fetcherNames)[number];

/**
 * When a service fetches the pages of a job: `only` it does; it is the `first`, and our own tiers come after it; or it
 * is the `last`, after them.
 */
export const fetcherUses = ['only', 'first', 'last'] as const;

export const fetcherUseSchema = z.object({ name: z.enum(fetcherNames), use: z.enum(fetcherUses) });
export type FetcherUse = z.infer<typeof fetcherUseSchema>;

const choices = ['native', ...fetcherNames] as const;
type Choice = (typeof choices)[number];

/** Who fetches the pages, as a request or a manifest says it. */
export const fetcherShape = {
  fetcher: z
    .enum(choices)
    .optional()
    .meta({
      default: 'native',
      description:
        'Who fetches the pages: `native` is Gleaner itself; the others are services that the deployment has a key ' +
        "for, and that charge credits. Not an option of Firecrawl's.",
    }),
  fallback: z
    .enum(choices)
    .optional()
    .meta({
      description:
        'Who fetches a page that the `fetcher` does not get: a service after `native`, or `native` after a service. ' +
        "Not an option of Firecrawl's.",
    }),
};

/** Reads the choice; undefined if Gleaner alone fetches the pages. Of two services the `fetcher` is used. */
export const readFetcherUse = (given: {
  readonly fetcher?: Choice | undefined;
  readonly fallback?: Choice | undefined;
}): FetcherUse | undefined => {
  const { fetcher = 'native', fallback } = given;
  if (fetcher !== 'native') return { name: fetcher, use: fallback === 'native' ? 'first' : 'only' };
  return fallback === undefined || fallback === 'native' ? undefined : { name: fallback, use: 'last' };
};

/** Whether pages go to the service before any tier of our own. */
export const isFetcherFirst = ({ fetcher }: { readonly fetcher?: FetcherUse | undefined }): boolean =>
  fetcher !== undefined && fetcher.use !== 'last';

/** Options that need our own browser, or that a service must not be told. */
const ownOptions = ['waitFor', 'mobile', 'viewport', 'screenshot', 'actions'] as const;

/** The options of a scrape that matter to a service. */
type FetchedOptions = {
  readonly fetcher?: FetcherUse | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly headerNames?: readonly string[] | undefined;
} & { readonly [Name in (typeof ownOptions)[number]]?: unknown };

/**
 * Says why a service cannot fetch pages with these options; null if it can. It gets no headers of a caller: they may
 * hold a cookie or a key, which is meant for the site alone.
 */
export const whyFetcherUnfit = (scrape: FetchedOptions): string | null => {
  const { fetcher, headers, headerNames = Object.keys(headers) } = scrape;
  if (fetcher === undefined) return null;
  const name = ownOptions.find((option) => scrape[option] !== undefined);
  if (name !== undefined)
    return `${name}: the fetcher ${fetcher.name} cannot carry it out; leave out one of both`;
  const secret = headerNames.find((header) => header.toLowerCase() !== 'accept-language');
  return secret === undefined
    ? null
    : `headers: ${secret} is not sent to the fetcher ${fetcher.name}, which is another party; leave out one of both`;
};
