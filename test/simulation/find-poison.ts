import { pageIdentity } from '../../lib/frontier/canonical-url.ts';
import { pageHash } from '../../lib/frontier/page.ts';
import type { Call } from './calls.ts';
import type { Scenario } from './scenario.ts';
import { isDeadlyToExtract, type Web } from './web.ts';

/** The hashes of a page in a batch, and in a crawl, which takes similar URLs for one. */
const hashesOf = (url: string): string[] =>
  [false, true].map((deduplicateSimilarURLs) =>
    pageHash(pageIdentity(url, { deduplicateSimilarURLs, ignoreQueryParameters: false })),
  );

/** Makes the rule that says whether a call shows that its worker is at a page that ends it. */
export const findPoison = (scenario: Scenario, webs: ReadonlyMap<string, Web>): ((call: Call) => boolean) => {
  const deadlyHashes = [...webs.values()].flatMap(({ origin, pages }) =>
    scenario.extracts && scenario.extractionKills
      ? [...pages.keys()].filter(isDeadlyToExtract).flatMap((path) => hashesOf(origin + path))
      : [],
  );
  return ({ service, subject, body }) => {
    // The mark that a model is about to be asked about the page.
    if (service === 'table' && body.includes('SET askingUntil'))
      return deadlyHashes.some((hash) => body.includes(hash));
    if (service !== 'site') return false;
    const { origin, pathname, search } = new URL(subject);
    return webs.get(origin)?.isPoison(pathname + search) === true;
  };
};
