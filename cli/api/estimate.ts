import * as z from 'zod';
import { callApi, firstContact } from './call-api.ts';
import { formatDollars } from '../output/dollars.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import type { Instance } from './find-instance.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatClock } from '../job/progress-line.ts';
import { refusalEnding } from './refusal.ts';
import { writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const dollars = z.number().nullable();
const totals = z.looseObject({ seconds: z.number(), total: dollars });

/** The parts of `POST /v2/crawl/estimate`'s answer that are shown. */
const estimateSchema = z.looseObject({
  basis: z.string(),
  pages: z.looseObject({ known: z.number(), blocked: z.number().catch(0), atMost: z.number() }),
  requests: z.looseObject({
    robots: z.number(),
    sitemaps: z.number(),
    http: z.number(),
    browser: z.number(),
    total: z.number(),
  }),
  seconds: z.number(),
  tokens: z.looseObject({ input: z.number(), output: z.number() }),
  cost: z.looseObject({
    lambda: dollars,
    dynamodb: dollars,
    sqs: dollars,
    s3: dollars,
    apiGateway: dollars,
    llm: dollars,
    total: dollars,
  }),
  atMost: totals,
  model: z.string().nullish().catch(undefined),
  unknown: z.array(z.string()).catch([]),
});
export type Estimate = z.infer<typeof estimateSchema>;

const numberOf = (count: number): string => count.toLocaleString('en-US');

const basisOf: Readonly<Record<string, string>> = {
  sitemap: "the site's sitemaps and the links of its first page",
  links: 'the links of the first page; the site has no sitemap',
  urls: 'the URLs of the request',
};

const services = [
  ['lambda', 'Lambda'],
  ['dynamodb', 'DynamoDB'],
  ['sqs', 'SQS'],
  ['s3', 'S3'],
  ['apiGateway', 'API Gateway'],
] as const;

type Row = readonly [label: string, value: string, atMost?: string];

/**
 * Writes an estimate as a table for people. If the site may have more pages than are known, a column beside it shows
 * what those would take.
 */
export const estimateTable = (pageUrl: string, estimate: Estimate): string => {
  const { pages, requests, tokens, cost, atMost } = estimate;
  const isOpen = pages.atMost > pages.known;
  const model = estimate.model ?? 'a model';
  const rows: Row[] = [
    ...(isOpen ? ([['', 'known', 'at most']] as const) : []),
    ['Pages', numberOf(pages.known), numberOf(pages.atMost)],
    ...(pages.blocked > 0 ? ([['  forbidden by robots.txt', numberOf(pages.blocked)]] as const) : []),
    ['Requests', numberOf(requests.total)],
    ...(requests.browser > 0 ? ([['  by a browser', numberOf(requests.browser)]] as const) : []),
    ...(requests.sitemaps > 0 ? ([['  for sitemaps', numberOf(requests.sitemaps)]] as const) : []),
    ['Time', formatClock(estimate.seconds * 1_000), formatClock(atMost.seconds * 1_000)],
    ...(tokens.input > 0
      ? ([['Tokens', `${numberOf(tokens.input)} in, ${numberOf(tokens.output)} out`]] as const)
      : []),
    ['Cost', formatDollars(cost.total), formatDollars(atMost.total)],
    ...services.map(([name, label]): Row => [`  ${label}`, formatDollars(cost[name])]),
    ...(tokens.input > 0 ? ([[`  ${model}`, formatDollars(cost.llm)]] as const) : []),
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const valueWidth = Math.max(...rows.map(([, value]) => value.length));
  const lines = rows.map(([label, value, most]) =>
    (
      `  ${label.padEnd(width)}  ` +
      `${value.padStart(valueWidth)}${isOpen && most !== undefined ? `  ${most.padStart(12)}` : ''}`
    ).trimEnd(),
  );
  const doubts = estimate.unknown.map((doubt) => `  - ${doubt}`);
  return [
    `Crawl of ${pageUrl}, by ${basisOf[estimate.basis] ?? estimate.basis}`,
    ...lines,
    ...(doubts.length === 0 ? [] : ['', 'What this does not know:', ...doubts]),
  ].join('\n');
};

/** How often the API may say that it is still looking. */
const roundsMax = 20;

const isStillLooking = (details: unknown): number | null => {
  const parsed = z
    .looseObject({ state: z.literal('processing_continues'), retryAfterSeconds: z.number().min(0) })
    .safeParse(details);
  return parsed.success ? parsed.data.retryAfterSeconds : null;
};

/** Asks what a crawl would take, and shows it as a table, or as the API's own JSON on one line. */
export const showEstimate = async (
  instance: Instance,
  pageUrl: string,
  request: { readonly body: Record<string, unknown>; readonly json: boolean },
  signal: AbortSignal,
): Promise<CommandEnding> => {
  const asked = { method: 'POST', path: '/v2/crawl/estimate', body: request.body } as const;
  let answer = await callApi(instance, asked, firstContact, signal);
  for (let round = 1; round < roundsMax && answer.kind === 'refused'; round += 1) {
    const waitSeconds = isStillLooking(answer.details);
    if (waitSeconds === null) break;
    try {
      await sleep(waitSeconds * 1_000, undefined, { signal });
    } catch {
      return { exitCode: exitCodes.interrupted };
    }
    answer = await callApi(instance, asked, firstContact, signal);
  }
  if (answer.kind !== 'ok') return refusalEnding(answer, instance);
  const estimate = estimateSchema.safeParse(answer.body);
  if (!estimate.success) {
    const message = `${instance.url} sent no estimate. It may be an older version than this command`;
    return { exitCode: exitCodes.unreachable, message };
  }
  await writeOut(request.json ? `${inertJson(answer.body)}\n` : `${estimateTable(pageUrl, estimate.data)}\n`);
  return { exitCode: exitCodes.completed };
};
