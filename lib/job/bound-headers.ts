import type { JobSpec } from '../request/job-spec.ts';

/** Headers that a caller gave, and the origins that they may be sent to. */
export interface BoundHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly headersFor: readonly string[];
}

/**
 * Origins that the headers of a new job are bound to, beside a page's own origin: those that the request names,
 * and of a crawl those of its first pages. Links, redirects, sitemaps and subresources of any other origin get
 * none of them: a token is not meant for whoever is linked to.
 */
export const boundOrigins = (
  urls: readonly string[],
  { crawl, named }: { readonly crawl: boolean; readonly named: readonly string[] },
): string[] => [
  ...new Set([...(crawl ? urls : []), ...named].flatMap((url) => URL.parse(url)?.origin ?? [])),
];

/**
 * What is sent with the requests for a page. Every URL of a batch was named, so its own origin is among those that the
 * headers were given for; the pages of a crawl were found, and so were the results of a search.
 */
export const boundHeaders = ({ url, crawl, scrape }: JobSpec, pageUrl: string): BoundHeaders => {
  const isNamed = crawl === undefined && scrape.headersToFound !== false;
  const own = isNamed ? [new URL(pageUrl).origin] : [];
  // A crawl that was accepted before origins were noted is bound to that of its first page.
  const others = scrape.headersFor ?? (crawl === undefined ? [] : [new URL(url).origin]);
  return { headers: scrape.headers, headersFor: [...own, ...others] };
};
