import * as z from 'zod';

const amount = (description: string): z.ZodNumber => z.number().meta({ description });

const dollarsShape = {
  lambda: amount('Functions.'),
  dynamodb: amount('The table.'),
  sqs: amount('Queues.'),
  s3: amount('Objects.'),
  apiGateway: amount('Requests to the API.'),
  fetchers: amount('Services that fetch pages, where the price of a credit is configured.'),
  llm: z.number().nullable().meta({ description: 'Models; null where the price of one is not known.' }),
  total: z
    .number()
    .nullable()
    .meta({ description: 'All of it; null where the price of a model is not known.' }),
};

const unitsSchema = z
  .object({
    lambdaRequests: amount('Invocations of functions.'),
    lambdaMs: z.record(z.string(), z.number()).meta({ description: 'Milliseconds by function.' }),
    lambdaGigabyteSeconds: amount('Memory of functions over time.'),
    writeUnits: amount('Write units of the table.'),
    readUnits: amount('Read units of the table.'),
    sqsRequests: amount('Requests to queues.'),
    s3Puts: amount('Objects written.'),
    s3Gets: amount('Objects read.'),
    s3Bytes: amount('Bytes written.'),
    s3GigabyteMonths: amount('What keeping them takes.'),
    apiRequests: amount('Requests to the API.'),
    fetcherCredits: amount('Credits of services that fetch pages.'),
    inputTokens: amount('Tokens that models were sent.'),
    outputTokens: amount('Tokens that they answered.'),
    modelCalls: amount('Calls of models.'),
  })
  .meta({ description: 'The units that the dollars are made of.' });

/** What a job cost, or would cost (`lib/job/cost.ts`). */
export const costSchema = z
  .object({ ...dollarsShape, units: unitsSchema })
  .meta({ description: 'Dollars by service, at list prices, and the units that they are made of.' });

/** The cost of an extraction also shows the cost of its models (`lib/steps/read-results/read-extract.ts`). */
export const extractCostSchema = costSchema
  .extend({
    inputTokens: amount('Tokens that models were sent.'),
    outputTokens: amount('Tokens that they answered.'),
    calls: amount('Calls of models.'),
    dollars: z
      .number()
      .nullable()
      .meta({ description: 'What models cost; null where the price of one is not known.' }),
    fieldsAsked: amount('Fields of all pages.'),
    fieldsAnswered: amount('Of them, those that have a value.'),
    fieldsFree: amount('Of these, those that took no token.'),
  })
  .meta({ description: 'What the extraction has taken so far.' });

const tokens = z
  .object({ input: amount('Sent to a model.'), output: amount('Answered by it.') })
  .meta({ description: 'Tokens.' });

/** POST …/estimate (`lib/steps/api/estimate-job.ts`). */
export const estimateSchema = z
  .object({
    success: z.literal(true).meta({ description: 'The request was understood and done.' }),
    basis: z.enum(['sitemap', 'links', 'urls']).meta({
      description:
        'What is known of the pages: those that sitemaps name, those that the first page links to, or ' +
        'those of the request.',
    }),
    pages: z
      .object({
        known: amount('What the numbers beside are for.'),
        blocked: amount('Of them those that robots.txt forbids.'),
        atMost: amount('What it may become.'),
      })
      .meta({ description: 'Pages.' }),
    requests: z
      .object({
        robots: amount('For robots.txt.'),
        sitemaps: amount('For sitemaps.'),
        http: amount('For pages.'),
        browser: amount('By a browser.'),
        total: amount('All of them.'),
      })
      .meta({ description: 'Requests to sites.' }),
    seconds: amount('From the request to its results, under the pace of its hosts.'),
    tokens,
    cost: costSchema,
    atMost: z
      .object({
        seconds: amount('How long.'),
        tokens,
        total: z.number().nullable().meta({ description: 'Dollars.' }),
      })
      .meta({ description: 'The same for as many pages as it may become.' }),
    hosts: z
      .array(
        z.object({
          host: z.string().meta({ description: 'The host.' }),
          pages: amount('Pages of it.'),
          secondsApart: amount('Seconds between two requests to it.'),
        }),
      )
      .meta({ description: 'Whose pages they are.' }),
    model: z.string().nullable().meta({ description: 'The model that would be asked.' }),
    unknown: z.array(z.string()).meta({ description: 'What the numbers leave out, in sentences.' }),
    spent: z
      .object({
        id: z.string().meta({ description: 'The job that looked.' }),
        total: z.number().nullable().meta({ description: 'Dollars.' }),
      })
      .optional()
      .meta({ description: 'What finding this out cost.' }),
    warning: z.string().optional().meta({ description: 'Keys that have no effect here.' }),
  })
  .meta({ description: 'What a request would take, without carrying it out.' });
