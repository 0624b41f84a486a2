import { boundOrigins } from '../../job/bound-headers.ts';
import type { JobSpec } from '../../request/job-spec.ts';
import { typedUrl } from '../../frontier/canonical-url.ts';

/** Returns the URLs as they are requested. It lists URLs that cannot be requested as the caller wrote them. */
export const typedUrls = (
  given: readonly string[],
): { readonly urls: readonly string[]; readonly invalid: readonly string[] } => {
  const urls: string[] = [];
  const invalid: string[] = [];
  for (const url of given) {
    const typed = typedUrl(url);
    if (typed === null) invalid.push(url);
    else urls.push(typed);
  }
  return { urls, invalid };
};

/**
 * Returns the request with the origins to which its headers are bound.
 *
 * @param bound Which URLs the headers are for. `named`: the URLs that the caller named. `found`: the URLs were found,
 *   so the headers are only for origins that the caller names besides. `source`: the origins of the source's URLs and
 *   those named besides, all listed, so that sealed headers open for no other origin.
 */
export const boundRequest = (
  request: JobSpec,
  bound: 'named' | 'found' | 'source',
  urls: readonly string[],
): JobSpec => {
  const { scrape } = request;
  const headersFor = boundOrigins(urls, {
    crawl: request.crawl !== undefined || bound === 'source',
    named: scrape.headersFor ?? [],
  });
  return {
    ...request,
    scrape: { ...scrape, headersFor, ...(bound === 'named' ? {} : { headersToFound: false as const }) },
  };
};
