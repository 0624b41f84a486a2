import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { readOptions, readPageUrl } from '../options/arguments.ts';
import { callApi, firstContact } from '../api/call-api.ts';
import { connectionOptions, type Command } from '../command.ts';
import { makeCrawlRequest, crawlRequestOptions, crawlBodySchema } from '../options/crawl-request.ts';
import {
  contradictionIn,
  readDelivery,
  deliveryOptions,
  deliveryShape,
  readTimeoutMs,
} from '../options/delivery-options.ts';
import { showEstimate } from '../api/estimate.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { followJob } from '../job/follow-job.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { refusalEnding, noSuchAddress, notGleaner } from '../api/refusal.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = crawlBodySchema.extend({
  url: z.string().optional(),
  key: z.string().optional(),
  ...deliveryShape,
  'no-wait': z.boolean().default(false),
  'dry-run': z.boolean().default(false),
  'cancel-on-interrupt': z.boolean().default(false),
});

type CrawlOptions = z.infer<typeof optionsSchema>;

const startedSchema = z.looseObject({
  id: z.string(),
  warning: z.string().optional().catch(undefined),
});

const crawl = async (pageUrl: string, options: CrawlOptions): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return noSuchAddress(instance);
  const signal = listenForInterrupt();
  if (options['dry-run']) {
    const body = makeCrawlRequest(pageUrl, options);
    return showEstimate(instance, pageUrl, { body, json: options.json }, signal);
  }
  const request = {
    method: 'POST',
    path: '/v2/crawl',
    body: makeCrawlRequest(pageUrl, options),
    idempotencyKey: randomUUID(),
  } as const;
  const answer = await callApi(instance, request, firstContact, signal);
  if (answer.kind !== 'ok') return refusalEnding(answer, instance);
  const started = startedSchema.safeParse(answer.body);
  if (!started.success) {
    return { exitCode: exitCodes.unreachable, message: notGleaner(instance, "a job's id") };
  }
  const { id, warning } = started.data;
  if (warning !== undefined) say(`Warning: ${warning}`);
  if (options['no-wait']) {
    await writeOut(options.json ? `${inertJson(answer.body)}\n` : `${id}\n`);
    return { exitCode: exitCodes.completed };
  }
  say(`Crawl ${id} of ${pageUrl}`);
  const follow = { timeoutMs: readTimeoutMs(options), cancelOnInterrupt: options['cancel-on-interrupt'] };
  return followJob(instance, { kind: 'crawl', id }, readDelivery(options), follow, signal);
};

/** `gleaner crawl <url>` */
export const crawlCommand: Command = {
  name: 'crawl',
  summary: 'crawl a site, from a URL on',
  operand: '<url>',
  description: `Crawls from <url> on, shows progress on stderr, and prints the URL of each page when all are there;
with --json the pages themselves, one JSON document a line; with --output one Markdown file a page.`,
  options: {
    ...crawlRequestOptions,
    ...deliveryOptions('crawl'),
    'dry-run': { type: 'boolean', help: 'tell pages, time and cost, and crawl nothing' },
    'no-wait': { type: 'boolean', help: "print the job's id and end" },
    'cancel-on-interrupt': { type: 'boolean', help: 'Ctrl-C cancels the crawl' },
    ...connectionOptions,
  },
  examples: [
    ['A folder of Markdown files', 'npx gleaner crawl https://example.com --limit 50 --output ./example'],
    [
      'Only the guide, without its print pages',
      "npx gleaner crawl https://example.com/guide --include '^/guide/' --exclude '/print$'",
    ],
    ['JSON Lines for a program', 'npx gleaner crawl https://example.com --json > pages.jsonl'],
    ['What it would take', 'npx gleaner crawl https://example.com --dry-run'],
    ['Start, and look later', 'id=$(npx gleaner crawl https://example.com --no-wait)'],
  ],
  run: async (operand, values) => {
    const options = readOptions(optionsSchema, values);
    if (!options.ok) return usageEnding(options.message);
    const pageUrl = readPageUrl(operand);
    if (!pageUrl.ok) return usageEnding(pageUrl.message);
    const contradiction = contradictionIn(options.value);
    if (contradiction !== undefined) return usageEnding(contradiction);
    return crawl(pageUrl.value, options.value);
  },
};
