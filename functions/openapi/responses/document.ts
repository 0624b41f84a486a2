import { fetchTiers } from '../../../lib/frontier/request-line.ts';
import * as z from 'zod';
import { pageKinds } from '../../../lib/content/kind/page-kinds.ts';
import { costSchema } from './cost.ts';

/** A page's metadata: ours under these names, and every `<meta>` of the page under its own. */
const metadataSchema = z
  .looseObject({
    title: z.string().optional().meta({ description: "The page's title." }),
    headline: z.string().optional().meta({
      description: "The page's own headline: its main heading, or its title without the site's name.",
    }),
    siteName: z.string().optional().meta({ description: "What the page's site calls itself." }),
    author: z.string().optional().meta({ description: 'Names of the authors, joined by a comma.' }),
    authors: z.array(z.string()).optional().meta({ description: 'Each of several authors by name.' }),
    publishedTime: z.string().optional().meta({
      description:
        'When the page was published (ISO 8601): a day, or a time with the zone that the page gives.',
    }),
    modifiedTime: z.string().optional().meta({ description: 'When it was last changed, in the same form.' }),
    cut: z.array(z.string()).optional().meta({
      description: 'Fields of which a part was left out, because it is longer than is kept.',
    }),
    description: z.string().optional().meta({ description: "The page's description of itself." }),
    language: z.string().optional().meta({ description: 'Language of the content, such as `en`.' }),
    sourceURL: z.string().meta({ description: 'The URL that was asked for.' }),
    url: z.string().meta({ description: 'The URL that answered, after redirects.' }),
    statusCode: z.int().optional().meta({
      description: 'HTTP status; a page that answered 404 or 500 is a document too, with no content.',
    }),
    contentType: z.string().optional().meta({ description: 'Media type of what the site sent.' }),
    error: z.string().optional().meta({ description: 'Why there is no content.' }),
    code: z.string().optional().meta({ description: 'Failure code of that.' }),
    proxyUsed: z.literal('basic').optional().meta({ description: 'For clients that look for it.' }),
    cacheState: z.literal('miss').optional().meta({ description: 'For clients that look for it.' }),
    contentHash: z.string().optional().meta({ description: 'SHA-256 of the markdown.' }),
    changeType: z.string().optional().meta({
      description: 'What this job found of the page: `new`, `modified` or `unchanged`.',
    }),
    duplicateOf: z.string().optional().meta({
      description: 'An earlier page of the job that has the same content.',
    }),
    duplicateKind: z.enum(['exact', 'near']).optional().meta({ description: 'How much the same.' }),
    pageKind: z
      .enum(pageKinds)
      .optional()
      .meta({ description: 'What kind of page it is, by which it was read: the evidence is its content.' }),
    kept: z
      .number()
      .optional()
      .meta({
        description:
          'Share of the visible text outside navigation, header, footer, consent and advertising that is in ' +
          'the content, 0 to 1. With `includeTags` or `excludeTags`: the share of the text that they leave, and 0 ' +
          'if they leave none.',
      }),
    scrapedAt: z.string().optional().meta({ description: 'When this version was fetched (ISO 8601).' }),
    tier: z
      .enum([...fetchTiers, 'upload'])
      .optional()
      .meta({
        description:
          'How it was fetched: through a MediaWiki API, over HTTP, or by a browser; `upload`: it was sent.',
      }),
    scrapeId: z.string().optional().meta({ description: 'Of a scrape: the id of its job.' }),
    cost: costSchema.optional(),
    extraction: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description:
          'Of the format `json`: what the extraction took, and where each value was found. `cached`: the answer ' +
          'was paid for before, and `usage` is zero.',
      }),
  })
  .meta({ description: 'What is known of the page. Other keys are its own `<meta>` elements.' });

const actionsSchema = z
  .object({
    screenshots: z.array(z.string()).meta({ description: 'URLs that open for an hour.' }),
    scrapes: z
      .array(
        z.object({
          url: z.string().meta({ description: 'Where the browser was.' }),
          html: z.string().meta({ description: 'The HTML at that moment.' }),
        }),
      )
      .meta({ description: 'What each action `scrape` kept.' }),
    javascriptReturns: z
      .array(
        z.object({
          type: z.string().meta({ description: 'Type of the value.' }),
          value: z.unknown().meta({ description: 'What the script returned.' }),
        }),
      )
      .meta({ description: 'What each script returned.' }),
    pdfs: z.array(z.string()).meta({ description: 'URLs that open for an hour.' }),
  })
  .meta({ description: 'What the actions of the request left, each list in their order.' });

const diffChange = z
  .object({
    type: z.enum(['normal', 'del', 'add']).meta({ description: 'What became of the line.' }),
    content: z.string().meta({ description: 'The line, behind a sign of its own.' }),
    normal: z.literal(true).optional().meta({ description: 'It is in both versions.' }),
    del: z.literal(true).optional().meta({ description: 'It is in the old one alone.' }),
    add: z.literal(true).optional().meta({ description: 'It is in the new one alone.' }),
    ln: z.int().optional().meta({ description: 'Its number in the version that has it.' }),
    ln1: z.int().optional().meta({ description: 'Its number in the old version.' }),
    ln2: z.int().optional().meta({ description: 'Its number in the new version.' }),
  })
  .meta({ description: 'A line, with its numbers in both versions.' });

const textDiff = z
  .object({
    text: z.string().meta({ description: 'A unified diff of the markdown.' }),
    json: z
      .object({
        files: z
          .array(
            z.object({
              from: z.string().nullable().meta({ description: 'No file.' }),
              to: z.string().nullable().meta({ description: 'No file.' }),
              chunks: z
                .array(
                  z.object({
                    content: z.string().meta({ description: 'The head of the hunk.' }),
                    changes: z.array(diffChange).meta({ description: 'Its lines.' }),
                  }),
                )
                .meta({ description: 'The hunks.' }),
            }),
          )
          .meta({ description: 'One, of the markdown.' }),
      })
      .meta({ description: 'The same diff, taken apart.' }),
  })
  .meta({ description: 'Mode `git-diff`: what changed, line by line.' });

export const changeTrackingSchema = z
  .object({
    previousScrapeAt: z
      .string()
      .nullable()
      .meta({ description: 'When the version before was taken; null where there is none.' }),
    changeStatus: z
      .enum(['new', 'same', 'changed', 'removed'])
      .meta({ description: 'What the page is, held against the version before.' }),
    visibility: z
      .literal('visible')
      .meta({ description: 'Pages are only visited where something names them.' }),
    diff: textDiff.optional(),
    json: z
      .record(
        z.string(),
        z.object({
          previous: z.unknown().meta({ description: 'Its value before.' }),
          current: z.unknown().meta({ description: 'Its value now.' }),
        }),
      )
      .optional()
      .meta({ description: 'Mode `json`: the fields that differ.' }),
  })
  .meta({ description: 'Format `changeTracking`: what changed since the version before.' });

const attributesSchema = z
  .array(
    z.object({
      selector: z.string().meta({ description: 'The selector that was asked for.' }),
      attribute: z.string().meta({ description: 'The attribute that was asked for.' }),
      values: z.array(z.string()).meta({ description: 'Its values, in the order of the page.' }),
    }),
  )
  .meta({ description: 'Format `attributes`: values of attributes of the elements that match.' });

/** A page as Firecrawl's clients know it (`lib/deliver/results/document.ts` makes it). */
export const documentSchema = z
  .object({
    success: z.literal(true).optional().meta({ description: 'Of a scrape: for clients that look here.' }),
    markdown: z.string().optional().meta({ description: 'Format `markdown`: the content.' }),
    html: z.string().optional().meta({ description: 'Format `html`: the HTML of the content.' }),
    rawHtml: z.string().optional().meta({ description: 'Format `rawHtml`: the HTML as it came.' }),
    links: z.array(z.string()).optional().meta({ description: 'Format `links`: absolute, each once.' }),
    images: z.array(z.string()).optional().meta({ description: 'Format `images`: absolute, each once.' }),
    screenshot: z
      .string()
      .optional()
      .meta({ description: 'Format `screenshot`: a URL that opens for an hour.' }),
    json: z.unknown().optional().meta({ description: 'Format `json`: what was extracted from the page.' }),
    extract: z.unknown().optional().meta({ description: 'Format `extract` of v1: the same as `json`.' }),
    summary: z.string().optional().meta({ description: 'Format `summary`: the page in some sentences.' }),
    attributes: attributesSchema.optional(),
    changeTracking: changeTrackingSchema.optional(),
    actions: actionsSchema.optional(),
    warning: z.string().optional().meta({ description: 'What is not as it was asked for.' }),
    metadata: metadataSchema,
  })
  .meta({ description: 'A page in the formats that the request names.' });
