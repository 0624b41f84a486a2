import * as z from 'zod';
import { withOptions, readPageUrl } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { makeCrawlRequest, crawlRequestOptions, crawlBodySchema } from '../options/crawl-request.ts';
import {
  contradictionIn,
  deliveryOptions,
  deliveryShape,
  noWaitClash,
  outputClash,
} from '../options/delivery-options.ts';
import { showEstimate } from '../api/estimate.ts';
import { usageEnding, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { unusableInstance } from '../api/refusal.ts';
import { startAndFollow } from '../job/start-and-follow.ts';

const optionsSchema = crawlBodySchema.extend({
  url: z.string().optional(),
  key: z.string().optional(),
  ...deliveryShape,
  'no-wait': z.boolean().default(false),
  'dry-run': z.boolean().default(false),
  'cancel-on-interrupt': z.boolean().default(false),
});

type CrawlOptions = z.infer<typeof optionsSchema>;

const crawl = async (pageUrl: string, options: CrawlOptions): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const signal = listenForInterrupt();
  const body = makeCrawlRequest(pageUrl, options);
  if (options['dry-run']) return showEstimate(instance, pageUrl, { body, json: options.json }, signal);
  const job = { kind: 'crawl', path: '/v2/crawl', body, subject: pageUrl } as const;
  return startAndFollow(instance, job, options, signal);
};

/** `gleaner crawl <url>` */
export const crawlCommand: Command = {
  name: 'crawl',
  summary: 'crawl a site, starting at a URL',
  operand: '<url>',
  description: `Crawls from <url> on, shows progress on stderr, and prints the URL of each page when all are there;
with --json the pages themselves, one JSON document a line; with --output one Markdown file a page.`,
  options: {
    ...crawlRequestOptions,
    ...deliveryOptions('crawl'),
    'dry-run': { type: 'boolean', help: 'estimate pages, time and cost, and crawl nothing' },
    'no-wait': { type: 'boolean', help: "print the job's id and do not wait" },
    'cancel-on-interrupt': { type: 'boolean', help: 'Ctrl-C cancels the crawl' },
    ...connectionOptions,
  },
  clashes: [
    {
      options: ['output', 'timeout', 'strict', 'no-wait', 'cancel-on-interrupt'],
      beside: ['dry-run'],
      why: '--dry-run crawls nothing',
    },
    outputClash,
    noWaitClash('timeout', 'strict', 'cancel-on-interrupt'),
  ],
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
  run: withOptions(optionsSchema, async (operand, options) => {
    const pageUrl = readPageUrl(operand);
    if (!pageUrl.ok) return usageEnding(pageUrl.message);
    const contradiction = contradictionIn(options);
    if (contradiction !== undefined) return usageEnding(contradiction);
    return crawl(pageUrl.value, options);
  }),
};
