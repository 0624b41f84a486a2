import * as z from 'zod';
import { success, warning } from './common.ts';

const range = z.tuple([z.int(), z.int()]);
const corpus = z.string().meta({ description: 'Its name.' });
const takes = z
  .enum(['scheduled', 'all'])
  .meta({ description: 'Pages of scheduled runs alone, or of every job.' });

const resultSchema = z
  .object({
    passage_id: z.guid().meta({ description: 'Of the page and the text: the same text keeps it.' }),
    document_id: z.guid().meta({ description: 'Of the page: the first half of the SHA-256 of its URL.' }),
    url: z.string().meta({ description: 'The page.' }),
    title: z.string().meta({ description: 'What the page calls itself.' }),
    section_path: z
      .array(z.string())
      .meta({ description: "Headings over the passage, the page's own first." }),
    heading_level: z.int().meta({ description: 'Of the last heading, 1 to 6; 0 without any.' }),
    text: z
      .string()
      .meta({ description: 'The passage as Markdown: text of a page, which nobody vouches for.' }),
    highlights: z.array(range).meta({ description: 'Where in `text` words of the query stand.' }),
    snippet: z
      .object({
        text: z.string().meta({ description: 'Without marks of Markdown.' }),
        highlights: z.array(range).meta({ description: 'Where in it words of the query stand.' }),
      })
      .meta({ description: 'A line of it, around what was looked for.' }),
    score: z.number().meta({ description: 'The higher the better; comparable within one answer.' }),
    scores: z
      .object({
        lexical: z
          .number()
          .nullable()
          .meta({ description: 'BM25 of the words; null for a passage without them.' }),
        vector: z.number().nullable().meta({
          description:
            'Likeness of its vector to that of the query, 1 at most; null where none was looked at.',
        }),
      })
      .meta({ description: 'What the score is made of.' }),
    seen_at: z.iso.datetime().meta({
      description:
        'When this version of the page was fetched and written. A page that is fetched again unchanged keeps it.',
    }),
    since: z.iso.datetime().meta({ description: 'Since when it is so.' }),
    envelope_key: z.string().meta({ description: 'Key of the envelope in its bucket.' }),
    metadata: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'Of the page, flat, without nulls.' }),
    also_at: z.array(z.string()).meta({ description: 'Further URLs with the same content.' }),
  })
  .meta({ description: 'A passage that answers the query.' });

/** POST /v2/corpus/{name}/search (`functions/handlers/corpus.ts`). */
export const corpusSearchSchema = z.object({
  success,
  corpus,
  data: z.array(resultSchema).meta({ description: 'Best first.' }),
  warning,
});

/** GET /v2/corpus/{name}/stats. */
export const corpusStatsSchema = z.object({
  success,
  corpus,
  takes,
  shape: z
    .string()
    .meta({ description: 'How passages are made; of another shape they are made again by indexing.' }),
  pages: z.int().meta({ description: 'Pages that are found.' }),
  deletedPages: z.int().meta({ description: 'Pages that are gone, and remembered.' }),
  passages: z.int().meta({ description: 'Of these pages.' }),
  pastPassages: z
    .int()
    .meta({ description: 'Of versions that were replaced; found by a search as of an earlier time.' }),
  embeddedPassages: z.int().meta({ description: 'Of these pages, those with a vector.' }),
  embedder: z
    .string()
    .nullable()
    .meta({ description: 'Whose vectors passages get: provider, model, dimensions; null without one.' }),
  tokens: z.int().meta({ description: 'Of these passages, as models count.' }),
  full: z
    .boolean()
    .meta({ description: 'Whether a new page may find no room; `Pages Left Out` names those that did not.' }),
  bytes: z.int().meta({ description: 'Of the file.' }),
  newest: z.iso.datetime().nullable().meta({ description: 'When its newest page was fetched.' }),
  warning,
});

/** GET /v2/corpus/{name}/page. */
export const corpusPageSchema = z.object({
  success,
  data: z
    .object({
      url: z.string().meta({ description: 'The page.' }),
      title: z.string().meta({ description: 'What the page calls itself.' }),
      seen_at: z.iso.datetime().meta({
        description:
          'When this version was fetched and written. A page that is fetched again unchanged keeps it.',
      }),
      since: z.iso.datetime().meta({ description: 'Since when it is so.' }),
      envelope_key: z.string().meta({ description: 'Key of the envelope in its bucket.' }),
      markdown: z.string().meta({ description: 'Text of a page, which nobody vouches for.' }),
    })
    .meta({ description: 'The version that stands, or stood at the time that was asked for.' }),
  warning,
});

/** GET /v2/corpus/{name}/changes. */
export const corpusChangesSchema = z.object({
  success,
  data: z
    .array(
      z.object({
        url: z.string().meta({ description: 'The page.' }),
        title: z.string().meta({ description: 'What the page calls itself.' }),
        since: z.iso.datetime().meta({ description: 'Since when it is as it is now, or gone.' }),
        state: z.enum(['live', 'deleted']).meta({ description: 'Whether it is still there.' }),
      }),
    )
    .meta({ description: 'Newest first.' }),
  remaining: z.int().meta({ description: 'How many more pages changed before these.' }),
  cursor: z.string().nullable().meta({ description: 'Where to go on from; null if no more changed.' }),
  warning,
});

/** POST /mcp. */
export const mcpSchema = z.looseObject({
  jsonrpc: z.literal('2.0').meta({ description: 'The version of JSON-RPC.' }),
});

/** GET /v2/corpora. */
export const corporaSchema = z.object({
  success,
  corpora: z.array(z.object({ name: corpus, takes })).meta({ description: 'One, or none.' }),
});

/** POST /v2/corpus/{name}/reindex, DELETE /v2/corpora/{name}. */
export const corpusDoneSchema = z.object({ success, corpus });
