import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import Firecrawl from '@mendable/firecrawl-js';
import type { Row } from './row.ts';
import { tryAll, type Trial } from './try-all.ts';

const url = 'https://docs.firecrawl.dev/features/scrape';

/** As long as a slow machine takes for a check of one page. */
const looksMax = 240;

/** Tries each of the methods for monitors that Firecrawl's client has, one after the other on the same monitor. */
export const runMonitors = async (api: { readonly url: string; readonly key: string }): Promise<Row[]> => {
  const client = new Firecrawl({ apiKey: api.key, apiUrl: api.url });
  let id = '';
  let check = '';
  const trials: Record<string, Trial> = {
    createMonitor: async () => {
      const made = await client.createMonitor({
        name: 'Scrape',
        schedule: { text: 'every 6 hours' },
        targets: [{ type: 'scrape', urls: [url] }],
      });
      ({ id } = made);
      strictEqual(made.schedule.cron, '0 */6 * * *');
    },
    listMonitors: async () => {
      deepStrictEqual(
        (await client.listMonitors()).map((each) => each.id),
        [id],
      );
    },
    getMonitor: async () => {
      strictEqual((await client.getMonitor(id)).name, 'Scrape');
    },
    updateMonitor: async () => {
      strictEqual((await client.updateMonitor(id, { name: 'Scraping' })).name, 'Scraping');
    },
    runMonitor: async () => {
      ({ id: check } = await client.runMonitor(id));
      ok(check.length > 0);
    },
    getMonitorCheck: async () => {
      for (let look = 0; look < looksMax; look += 1) {
        const found = await client.getMonitorCheck(id, check);
        if (found.status === 'running') {
          await sleep(500);
          continue;
        }
        strictEqual(found.status, 'completed');
        deepStrictEqual(
          found.pages.map((page) => [page.url, page.status]),
          [[url, 'new']],
        );
        return;
      }
      throw new Error('The check did not end');
    },
    listMonitorChecks: async () => {
      deepStrictEqual(
        (await client.listMonitorChecks(id)).map((each) => each.id),
        [check],
      );
    },
    deleteMonitor: async () => {
      ok(await client.deleteMonitor(id));
      deepStrictEqual(await client.listMonitors(), []);
    },
  };
  return await tryAll('firecrawl-js 4.42.0, monitors', trials);
};
