import type { Operation } from '../openapi/operation.ts';
import { accountOperations } from './account.ts';
import { corpusOperations } from './corpus.ts';
import { documentationOperations } from './documentation.ts';
import { estimateOperations } from './estimate.ts';
import { extractOperations } from './extract.ts';
import { jobOperations } from './jobs.ts';
import { keyOperations } from './keys.ts';
import { mapOperations } from './map.ts';
import { modelOperations } from './models.ts';
import { monitorOperations } from './monitor.ts';
import { parseOperations } from './parse.ts';
import { scrapeOperations } from './scrape.ts';
import { searchOperations } from './search.ts';
import { v1Operations } from './v1.ts';
import { sourceOperations } from './sources.ts';
import { webhookOperations } from './webhooks.ts';

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
  ...sourceOperations,
  ...monitorOperations,
  ...webhookOperations,
  ...keyOperations,
  ...modelOperations,
  ...accountOperations,
  ...v1Operations,
  ...documentationOperations,
];
