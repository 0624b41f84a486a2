import { limits } from '../../lib/limits/limits.ts';
import { fetchHttp } from '../../lib/fetch/http/fetch-http.ts';
import type { MakeTier } from '../../lib/fetch/tier/tier.ts';

/** By this a simulated site knows that a browser asks. */
export const browserAgent = 'simulated browser';

/**
 * Stands in for lib/fetch/browser/browser-tier.ts in the simulation: the handler, the queue and the protocol
 * between the tiers are real, and Chromium is a request that the scheduler owns like any other. What Chromium
 * itself does, lib/fetch/browser/render-in-browser.deep.test.ts shows.
 */
export const fakeBrowserTier: MakeTier = ({ dispatcher }) => ({
  name: 'browser',
  requestMs: limits.renderMs,
  pagesAtOnce: 1,
  send: (request, _scrape, { checkHop, slot, now }) =>
    fetchHttp({ ...request, userAgent: browserAgent }, { dispatcher, checkHop, slot, now }),
});

/** By the name of what it stands in for. */
export { fakeBrowserTier as browserTier };
