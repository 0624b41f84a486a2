import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { namesOption, readOptions, wholeNumberOption } from '../options/arguments.ts';
import { callApi, firstContact } from '../api/call-api.ts';
import { connectionOptions, type Command } from '../command.ts';
import { makeBatchRequest, crawlRequestOptions } from '../options/crawl-request.ts';
import {
  contradictionIn,
  readDelivery,
  deliveryOptions,
  deliveryShape,
  readTimeoutMs,
} from '../options/delivery-options.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { linkStyleOption } from '../options/link-style.ts';
import { findInstance } from '../api/find-instance.ts';
import { followJob } from '../job/follow-job.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { readUrls } from '../options/read-urls.ts';
import { refusalEnding, noSuchAddress, notGleaner } from '../api/refusal.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

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

const startedSchema = z.looseObject({
  id: z.string(),
  invalidURLs: z.array(z.string()).optional().catch(undefined),
  warning: z.string().optional().catch(undefined),
});

const batch = async (urls: readonly string[], options: BatchOptions): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return noSuchAddress(instance);
  const signal = listenForInterrupt();
  const request = {
    method: 'POST',
    path: '/v2/batch/scrape',
    body: makeBatchRequest(urls, options),
    idempotencyKey: randomUUID(),
  } as const;
  const answer = await callApi(instance, request, firstContact, signal);
  if (answer.kind !== 'ok') return refusalEnding(answer, instance);
  const started = startedSchema.safeParse(answer.body);
  if (!started.success) {
    return { exitCode: exitCodes.unreachable, message: notGleaner(instance, "a job's id") };
  }
  const { id, invalidURLs = [], warning } = started.data;
  if (warning !== undefined) say(`Warning: ${warning}`);
  for (const url of invalidURLs) say(`Left out, no URL that can be fetched: ${url}`);
  if (options['no-wait']) {
    await writeOut(options.json ? `${inertJson(answer.body)}\n` : `${id}\n`);
    return { exitCode: exitCodes.completed };
  }
  say(`Batch ${id} of ${urls.length} ${urls.length === 1 ? 'page' : 'pages'}`);
  const follow = { timeoutMs: readTimeoutMs(options), cancelOnInterrupt: options['cancel-on-interrupt'] };
  return followJob(instance, { kind: 'batch', id }, readDelivery(options), follow, signal);
};

/** `gleaner batch <url>...` */
export const batchCommand: Command = {
  name: 'batch',
  summary: 'read many pages as one job',
  operand: '<url|->...',
  takesMany: true,
  mayBeBare: true,
  description: `Fetches pages that you name, and follows no links. URLs come as operands, from files, or from stdin
with "-", one a line; lines that begin with # count for nothing. Shows progress on stderr, and prints results as
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
    'no-wait': { type: 'boolean', help: "print the job's id and end" },
    'cancel-on-interrupt': { type: 'boolean', help: 'Ctrl-C cancels the batch' },
    ...connectionOptions,
  },
  examples: [
    ['A few pages', 'npx gleaner batch https://example.com/a https://example.com/b --json'],
    ['A list, into files', 'npx gleaner batch --file urls.txt --output ./pages'],
    [
      'What another program finds',
      'grep -o "https://[^ ]*" notes.txt | npx gleaner batch - --json > pages.jsonl',
    ],
  ],
  run: async (_operand, values, operands) => {
    const options = readOptions(optionsSchema, values);
    if (!options.ok) return usageEnding(options.message);
    const contradiction = contradictionIn(options.value);
    if (contradiction !== undefined) return usageEnding(contradiction);
    const urls = await readUrls(operands, options.value.file);
    return urls.ok ? batch(urls.value, options.value) : usageEnding(urls.message);
  },
};
