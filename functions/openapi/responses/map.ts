import * as z from 'zod';
import { jobId, next, success, warning } from './common.ts';

const mapShape = {
  success,
  id: jobId,
  total: z.int().optional().meta({ description: 'URLs in all of the map, where these are a part of it.' }),
  next,
  warning,
};

const linkSchema = z.object({
  url: z.string().meta({ description: 'A page of the site.' }),
  title: z.string().optional().meta({ description: 'What links or the page itself call it.' }),
  description: z.string().optional().meta({ description: 'What it says of itself.' }),
});

/** A map in the words of today's API (`functions/handlers/map.ts`). */
export const mapDocumentSchema = z.object({
  ...mapShape,
  links: z.array(linkSchema).meta({ description: 'The most relevant first, where `search` was given.' }),
});

/** A map in the words of the first version. */
export const mapV1Schema = z.object({
  ...mapShape,
  links: z
    .array(z.string())
    .meta({ description: 'URLs; the most relevant first, where `search` was given.' }),
});

const processing = z
  .literal('processing')
  .optional()
  .meta({ description: 'The map is being made: ask again.' });

/** The answer at a map's own address. */
export const mapStatusSchema = mapDocumentSchema.extend({ status: processing });
export const mapV1StatusSchema = mapV1Schema.extend({ status: processing });
