import { boundOrigins } from '../../job/bound-headers.ts';
import type { JobSpec } from '../../request/job-spec.ts';
import { typedUrl } from '../../frontier/canonical-url.ts';

/** The URLs as they are asked for; those that cannot be are named as the caller wrote them. */
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
 * The request with the origins noted that its headers are bound to.
 *
 * @param bound What the headers are for: the URLs that the caller `named`; where the URLs were `found`, only the
 *   origins that the caller names besides; of a `source`, the origins of its URLs and those, all of them noted, so that
 *   what is sealed for them opens for no other.
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
