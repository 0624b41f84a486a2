import * as z from 'zod';
import { success, warning } from './common.ts';
import { documentSchema } from './document.ts';

/** POST /v2/scrape. */
export const scrapedSchema = z.object({ success, data: documentSchema, warning });
