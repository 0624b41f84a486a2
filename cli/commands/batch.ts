import * as z from 'zod';
import { namesOption, withOptions, wholeNumberOption } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { makeBatchRequest, crawlRequestOptions } from '../options/crawl-request.ts';
import {
  contradictionIn,
  deliveryOptions,
  deliveryShape,
  noWaitClash,
  outputClash,
} from '../options/delivery-options.ts';
import { usageEnding, type CommandEnding } from '../exit-code.ts';
import { linkStyleOption } from '../options/link-style.ts';
import { findInstance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { distinctUrls } from '../../lib/frontier/canonical-url.ts';
import { readUrls } from '../options/read-urls.ts';
import { unusableInstance } from '../api/refusal.ts';
import { startAndFollow } from '../job/start-and-follow.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  file: z.array(z.string().min(1, 'expected a file')).default([]),
  formats: namesOption.optional(),
  'no-main-content': z.boolean().optional(),
  'link-style': linkStyleOption.optional(),
  'max-concurrency': wholeNumberOption(1).optional(),
  ...deliveryShape,
  'no-wait': z.boolean().default(false),
  'cancel-on-interrupt': z.boolean().default(false),
});
type BatchOptions = z.infer<typeof optionsSchema>;

const batch = async (urls: readonly string[], options: BatchOptions): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const pages = distinctUrls(urls).length;
  const subject = `${pages} ${pages === 1 ? 'page' : 'pages'}`;
  const body = makeBatchRequest(urls, options);
  const job = { kind: 'batch', path: '/v2/batch/scrape', body, subject } as const;
  return startAndFollow(instance, job, options, listenForInterrupt());
};

/** `gleaner batch <url>...` */
export const batchCommand: Command = {
  name: 'batch',
  summary: 'read many pages as one job',
  operand: '<url|->...',
  takesMany: true,
  mayBeBare: true,
  description: `Fetches pages that you name, and follows no links. URLs come as operands, from files, or from stdin
with "-", one a line; lines that begin with # are skipped. Shows progress on stderr, and prints results as
crawl does.`,
  options: {
    file: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'a file of URLs, one a line (repeatable)',
      completes: 'file',
    },
    formats: crawlRequestOptions.formats,
    'no-main-content': crawlRequestOptions['no-main-content'],
    'link-style': crawlRequestOptions['link-style'],
    'max-concurrency': crawlRequestOptions['max-concurrency'],
    ...deliveryOptions('batch'),
    'no-wait': { type: 'boolean', help: "print the job's id and do not wait" },
    'cancel-on-interrupt': { type: 'boolean', help: 'Ctrl-C cancels the batch' },
    ...connectionOptions,
  },
  clashes: [outputClash, noWaitClash('timeout', 'strict', 'cancel-on-interrupt')],
  examples: [
    ['A few pages', 'npx gleaner batch https://example.com/a https://example.com/b --json'],
    ['A list, into files', 'npx gleaner batch --file urls.txt --output ./pages'],
    [
      'What another program finds',
      'grep -o "https://[^ ]*" notes.txt | npx gleaner batch - --json > pages.jsonl',
    ],
  ],
  run: withOptions(optionsSchema, async (_operand, options, operands) => {
    const contradiction = contradictionIn(options);
    if (contradiction !== undefined) return usageEnding(contradiction);
    const urls = await readUrls(operands, options.file);
    return urls.ok ? batch(urls.value, options) : usageEnding(urls.message);
  }),
};
