import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { numberOption, withOptions, readPageUrl } from '../options/arguments.ts';
import { callApi, firstContact } from '../api/call-api.ts';
import { connectionOptions, type Command } from '../command.ts';
import { noWaitClash, readTimeoutMs } from '../options/delivery-options.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { makeExtractRequest, extractRequestOptions, extractBodySchema } from '../options/extract-request.ts';
import { findInstance } from '../api/find-instance.ts';
import { followExtraction, type ExtractionOutput } from '../job/follow-extraction.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { refusalEnding, unusableInstance, notGleaner } from '../api/refusal.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = extractBodySchema.extend({
  url: z.string().optional(),
  key: z.string().optional(),
  json: z.boolean().default(false),
  stream: z.boolean().default(false),
  explain: z.boolean().default(false),
  'no-wait': z.boolean().default(false),
  timeout: numberOption(0.001).optional(),
  'cancel-on-interrupt': z.boolean().default(false),
});
type ExtractOptions = z.infer<typeof optionsSchema>;

const startedSchema = z.looseObject({ id: z.string(), warning: z.string().optional().catch(undefined) });

const outputOf = ({ json, stream, explain }: ExtractOptions): ExtractionOutput => {
  if (explain) return 'explained';
  if (stream) return 'results';
  return json ? 'status' : 'answer';
};

const extract = async (urls: readonly string[], options: ExtractOptions): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const body = await makeExtractRequest(urls, options);
  if (!body.ok) return usageEnding(body.message);
  const signal = listenForInterrupt();
  const request = {
    method: 'POST',
    path: '/v2/extract',
    body: body.value,
    idempotencyKey: randomUUID(),
  } as const;
  const answer = await callApi(instance, request, firstContact, signal);
  if (answer.kind !== 'ok') return refusalEnding(answer, instance);
  const started = startedSchema.safeParse(answer.body);
  if (!started.success)
    return { exitCode: exitCodes.unreachable, message: notGleaner(instance, "a job's id") };
  const { id, warning } = started.data;
  if (warning !== undefined) say(`Warning: ${warning}`);
  if (options['no-wait']) {
    await writeOut(options.json ? `${inertJson(answer.body)}\n` : `${id}\n`);
    return { exitCode: exitCodes.completed };
  }
  say(`Extraction ${id}`);
  const follow = {
    stdout: outputOf(options),
    timeoutMs: readTimeoutMs(options),
    cancelOnInterrupt: options['cancel-on-interrupt'],
    isOwn: true,
  };
  return await followExtraction(instance, { kind: 'extract', id }, follow, signal);
};

/** Reads a URL to extract from, with an optional `/*` behind it for everything below. */
const readRoot = (text: string): ReturnType<typeof readPageUrl> => {
  const bare = text.replace(/\/\*+$/, '/');
  const url = readPageUrl(bare);
  return url.ok && bare !== text ? { ok: true, value: `${url.value.replace(/\/$/, '')}/*` } : url;
};

/** `gleaner extract <url>...` */
export const extractCommand: Command = {
  name: 'extract',
  summary: 'answer questions about pages as JSON',
  operand: '<url>...',
  takesMany: true,
  description:
    `Extracts values from pages and prints them as one JSON object: from structured data, tables and labels first,
and by asking a model for what those leave open, where one is configured. A URL that ends in /* stands for ` +
    `the pages below it:
they are crawled, the likely ones first, until every field has a value.`,
  options: {
    ...extractRequestOptions,
    json: {
      type: 'boolean',
      help: 'print the whole status as JSON: the answer, where each value was found, the cost',
    },
    explain: {
      type: 'boolean',
      help: 'print for each field its value, where it stands, what else was found, and why that lost',
    },
    stream: { type: 'boolean', help: "print each page's result as one JSON line as it comes" },
    'no-wait': { type: 'boolean', help: "print the job's id and do not wait" },
    timeout: {
      type: 'string',
      value: 'S',
      help: 'seconds to wait at most; the extraction continues after that',
    },
    'cancel-on-interrupt': { type: 'boolean', help: 'Ctrl-C cancels the extraction' },
    ...connectionOptions,
  },
  clashes: [
    {
      options: ['explain', 'stream'],
      beside: ['no-wait'],
      why: '--no-wait ends before there is an answer. Read it later with: gleaner watch <id>',
    },
    { options: ['stream', 'json'], beside: ['explain'], why: 'each prints the answer in a form of its own' },
    { options: ['json'], beside: ['stream'], why: '--stream prints JSON already, a line for each page' },
    { options: ['grounded-only'], beside: ['ungrounded'], why: 'leave one out' },
    noWaitClash('timeout', 'cancel-on-interrupt'),
  ],
  examples: [
    ['A product', 'npx gleaner extract https://example.com/product --field name --field price:number'],
    [
      'Somewhere on a site',
      "npx gleaner extract 'https://example.com/*' --field phone --field email --pages 20",
    ],
    [
      'By a schema, with where each value was found',
      'npx gleaner extract https://example.com --schema product.json --json',
    ],
  ],
  run: withOptions(optionsSchema, async (_operand, options, operands) => {
    const urls: string[] = [];
    for (const text of operands) {
      const url = readRoot(text);
      if (!url.ok) return usageEnding(url.message);
      urls.push(url.value);
    }
    return await extract(urls, options);
  }),
};
