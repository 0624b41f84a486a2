import { batchBodyV1, crawlBodyV1, scrapeBodyV1 } from '../openapi/requests.ts';
import type { Operation } from '../openapi/operation.ts';
import { makeJobOperations } from './jobs.ts';
import { mapOperationsV1 } from './map.ts';
import { makeScrapeOperations } from './scrape.ts';
import { searchOperationsV1 } from './search.ts';

/** v1's clients read the text of an error only with statuses that v1 had (`functions/handlers/v1.ts`). */
const read = (operation: Operation): Operation => ({ ...operation, unprocessable: 500 });

export const v1Operations: readonly Operation[] = [
  ...makeScrapeOperations('v1', scrapeBodyV1),
  ...makeJobOperations('v1', { crawl: crawlBodyV1, batch: batchBodyV1 }),
  ...mapOperationsV1,
  ...searchOperationsV1,
].map(read);
