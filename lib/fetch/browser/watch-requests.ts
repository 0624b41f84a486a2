import type { Page, Request } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long nothing may be asked for until a page counts as complete; Playwright's `networkidle` has the same. */
const quietMs = 500;
const pollMs = 50;

/** The requests that a page makes from now on. */
export interface WatchedRequests {
  /** Waits until none has been open for half a second, counted from now, or until `ms` are over. */
  quiet(ms: number): Promise<void>;
}

/**
 * Watches a page's requests. Playwright's own `networkidle` comes once for each document, so it does not wait for what
 * a document asks for later.
 */
export const watchRequests = (page: Page): WatchedRequests => {
  const open = new Set<Request>();
  let changedAt = performance.now();
  const ended = (request: Request): void => {
    if (open.delete(request)) changedAt = performance.now();
  };
  page.on('request', (request) => {
    open.add(request);
    changedAt = performance.now();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    quiet: async (ms) => {
      const start = performance.now();
      while (performance.now() - start < ms) {
        if (open.size === 0 && performance.now() - Math.max(start, changedAt) >= quietMs) return;
        await sleep(pollMs);
      }
    },
  };
};
