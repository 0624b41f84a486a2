import type { JobSpec } from '../request/job-spec.ts';

/** Headers that a caller gave, and the origins to which they may be sent. */
export interface BoundHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly headersFor: readonly string[];
}

/**
 * Lists the origins to which the headers of a new job are bound, beside a page's own origin: those that the request
 * names, and for a crawl those of its first pages. Links, redirects, sitemaps and subresources of any other origin get
 * none of the headers: a token is not meant for a site that happens to be linked.
 */
export const boundOrigins = (
  urls: readonly string[],
  { crawl, named }: { readonly crawl: boolean; readonly named: readonly string[] },
): string[] => [
  ...new Set([...(crawl ? urls : []), ...named].flatMap((url) => URL.parse(url)?.origin ?? [])),
];

/**
 * Returns the headers for the requests of a page, and their origins. Every URL of a batch was named, so the headers are
 * also meant for its own origin. The pages of a crawl were found, and so were the results of a search; for these only
 * the listed origins count.
 */
export const boundHeaders = ({ url, crawl, scrape }: JobSpec, pageUrl: string): BoundHeaders => {
  const isNamed = crawl === undefined && scrape.headersToFound !== false;
  const own = isNamed ? [new URL(pageUrl).origin] : [];
  // A crawl that was accepted before origins were noted is bound to the origin of its first page.
  const others = scrape.headersFor ?? (crawl === undefined ? [] : [new URL(url).origin]);
  return { headers: scrape.headers, headersFor: [...own, ...others] };
};
