import type { Operation } from './operation.ts';
import { accountOperations } from './operations/account.ts';
import { corpusOperations } from './operations/corpus.ts';
import { documentationOperations } from './operations/documentation.ts';
import { estimateOperations } from './operations/estimate.ts';
import { extractOperations } from './operations/extract.ts';
import { jobOperations } from './operations/jobs.ts';
import { keyOperations } from './operations/keys.ts';
import { mapOperations } from './operations/map.ts';
import { modelOperations } from './operations/models.ts';
import { monitorOperations } from './operations/monitor.ts';
import { parseOperations } from './operations/parse.ts';
import { scrapeOperations } from './operations/scrape.ts';
import { searchOperations } from './operations/search.ts';
import { v1Operations } from './operations/v1.ts';
import { webhookOperations } from './operations/webhooks.ts';

/** Every route of the API with its description, in the order in which people read of them. */
export const operations: readonly Operation[] = [
  ...scrapeOperations,
  ...parseOperations,
  ...mapOperations,
  ...jobOperations,
  ...extractOperations,
  ...estimateOperations,
  ...searchOperations,
  ...corpusOperations,
  ...monitorOperations,
  ...webhookOperations,
  ...keyOperations,
  ...modelOperations,
  ...accountOperations,
  ...v1Operations,
  ...documentationOperations,
];
