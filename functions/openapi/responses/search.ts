import * as z from 'zod';
import { success, warning } from './common.ts';
import { documentSchema } from './document.ts';

export const resultSchema = documentSchema
  .partial()
  .extend({
    url: z.string().meta({ description: 'The page.' }),
    title: z.string().meta({ description: 'What the engine calls it.' }),
    position: z.int().meta({ description: 'From 1, within its source.' }),
    description: z.string().optional().meta({ description: 'What the engine shows of it.' }),
    snippet: z.string().optional().meta({ description: 'Of news: the same.' }),
    date: z.string().optional().meta({ description: 'Of news: when it appeared.' }),
    imageUrl: z.string().optional().meta({ description: 'Of a picture, or of news.' }),
    imageWidth: z.int().optional().meta({ description: 'Pixels.' }),
    imageHeight: z.int().optional().meta({ description: 'Pixels.' }),
  })
  .meta({ description: 'A result; with `scrapeOptions`, with what was scraped of its page.' });

const searchShape = {
  success,
  id: z.string().optional().meta({ description: 'With `scrapeOptions`: the batch that scrapes the pages.' }),
  warning,
};
const results = z.array(resultSchema);

/** POST /v2/search (`functions/handlers/search.ts`). */
export const searchSchema = z.object({
  ...searchShape,
  data: z
    .object({
      web: results.optional().meta({ description: 'Pages.' }),
      news: results.optional().meta({ description: 'News.' }),
      images: results.optional().meta({ description: 'Pictures.' }),
    })
    .meta({ description: 'By source.' }),
});

/** POST /v1/search: one flat list. */
export const searchV1Schema = z.object({
  ...searchShape,
  data: results.meta({ description: 'Of all sources.' }),
});

/** POST /v2/crawl/params-preview. */
export const crawlPreviewSchema = z.object({
  success,
  data: z
    .looseObject({ url: z.string().meta({ description: 'Where the crawl would start.' }) })
    .meta({ description: 'The options that the model chose, as `POST /v2/crawl` takes them.' }),
  warning,
});
