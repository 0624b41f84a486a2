/**
 * The paths of Firecrawl's cloud that a deployment of Gleaner does not have, with what to use instead, so that clients
 * which know more paths get a readable answer. A path that has a route is never looked up here.
 */
const cloudOnly: readonly { readonly paths: RegExp; readonly instead: string }[] = [
  { paths: /^agent(?:\/|$)/, instead: 'POST /v2/extract answers questions about pages that you name' },
  {
    paths: /^(?:browser(?:\/|$)|scrape\/[^/]+\/interact$|interact(?:\/|$))/,
    instead: 'the actions of POST /v2/scrape work a page in a browser',
  },
  {
    paths: /^(?:search\/|research(?:\/|$)|developer(?:\/|$))/,
    instead: 'POST /v2/search searches the web where the deployment has a search engine',
  },
  {
    paths: /^deep-research(?:\/|$)/,
    instead: 'POST /v2/search finds pages, and POST /v2/extract answers from them',
  },
  { paths: /^llmstxt(?:\/|$)/, instead: 'POST /v2/crawl brings the markdown of every page of a site' },
  { paths: /^(?:alexandria|tools)(?:\/|$)/, instead: 'POST /v2/extract answers from the pages of a site' },
  {
    paths: /^(?:feedback|support|x402|labs)(?:\/|$)/,
    instead: 'the operator of this deployment is who to write to',
  },
];

/** Says what to use instead of a path of the cloud; null for any other path. */
export const cloudAlternative = (path: string): string | null => {
  const below = /^\/v[012]\/(.+)$/.exec(path)?.[1];
  return below === undefined ? null : (cloudOnly.find(({ paths }) => paths.test(below))?.instead ?? null);
};
