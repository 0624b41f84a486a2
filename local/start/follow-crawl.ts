import { setTimeout as sleep } from 'node:timers/promises';
import { crawlStatus, type Api, type CrawlStatus } from './call-api.ts';
import type { StartProgressDisplay } from './show-progress.ts';

const endings = new Set(['completed', 'failed', 'cancelled']);
const lookEveryMs = 400;

/**
 * Watches a crawl until it is over and returns its last status with its first ten pages. Undefined when `signal` fires
 * first.
 */
export const followCrawl = async (
  api: Api,
  id: string,
  display: StartProgressDisplay,
  signal: AbortSignal,
): Promise<CrawlStatus | undefined> => {
  while (!signal.aborted) {
    const status = await crawlStatus(api, id, 1).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (!status) return undefined;
    display.show(status);
    if (endings.has(status.status)) {
      display.clear();
      return await crawlStatus(api, id, 10);
    }
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {});
  }
  return undefined;
};
