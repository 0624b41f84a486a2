import type { FetchOutcome } from '../../fetch/tier/fetch-request.ts';
import type { Tier } from '../../fetch/tier/tier.ts';
import type { Page } from '../../frontier/page.ts';
import { withLines, type RequestLine } from '../../frontier/request-line.ts';

/** Characters of a URL in the trail: enough to recognise it. */
const urlCharactersKept = 300;

/** Makes the page's trail with the requests of this visit. */
export const makeTrail = (page: Page, outcome: FetchOutcome, tier: Tier): RequestLine[] =>
  withLines(
    page.requests,
    (outcome.requests ?? []).map(({ url, ...sent }) => ({
      ...sent,
      tier: tier.name,
      retry: page.attempts,
      ...(url === page.url ? {} : { url: url.slice(0, urlCharactersKept) }),
    })),
  );
