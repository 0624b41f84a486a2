import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { numberOption, readOptions, readPageUrl } from '../arguments.ts';
import { callApi, firstContact, whileWaiting } from '../call-api.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, usageEnding, type Ending } from '../exit-code.ts';
import { extractRequestOf, extractRequestOptions, extractRequestSchema } from '../extract-request.ts';
import { findInstance, type Instance } from '../find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { endingOf } from '../refusal.ts';
import { say, writeOut } from '../write-output.ts';

const optionsSchema = extractRequestSchema.extend({
  url: z.string().optional(),
  key: z.string().optional(),
  json: z.boolean().default(false),
  stream: z.boolean().default(false),
  'no-wait': z.boolean().default(false),
  timeout: numberOption(0.001).optional(),
});
type ExtractOptions = z.infer<typeof optionsSchema>;

const startedSchema = z.looseObject({ id: z.string(), warning: z.string().optional().catch(undefined) });

const costSchema = z.looseObject({
  inputTokens: z.number(),
  outputTokens: z.number(),
  dollars: z.number().nullable(),
  fieldsAnswered: z.number(),
  fieldsFree: z.number(),
});

const statusSchema = z.looseObject({
  status: z.string(),
  data: z.unknown(),
  code: z.string().optional(),
  error: z.string().optional(),
  warning: z.string().optional(),
  cost: costSchema.optional().catch(undefined),
});
type Status = z.infer<typeof statusSchema>;

const windowSchema = z.looseObject({
  results: z.array(z.unknown()),
  cursor: z.string().nullable(),
  done: z.boolean(),
});

const notGleaner = ({ url }: Instance, wanted: string): Ending => ({
  exitCode: exitCodes.unreachable,
  message: `What answers at ${url} is not a Gleaner API: expected ${wanted}`,
});

const pollMs = 500;

/** Prints results as they come, from where it stood; answers where it stands then. */
const printNew = async (
  instance: Instance,
  id: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<{ cursor: string | null; done: boolean } | Ending> => {
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
  const path = `/v2/extract/${id}/results${query}`;
  const answer = await callApi(instance, { method: 'GET', path }, whileWaiting, signal);
  if (answer.kind !== 'ok') return endingOf(answer, instance);
  const window = windowSchema.safeParse(answer.body);
  if (!window.success) return notGleaner(instance, 'results');
  await writeOut(window.data.results.map((result) => `${JSON.stringify(result)}\n`).join(''));
  return { cursor: window.data.cursor, done: window.data.done };
};

const costLine = ({ cost }: Status): string => {
  if (cost === undefined) return '';
  const { inputTokens, outputTokens, dollars, fieldsAnswered, fieldsFree } = cost;
  const money = dollars === null ? 'at a price that is not known' : `$${dollars.toFixed(4)}`;
  return `${fieldsAnswered} fields answered, ${fieldsFree} of them without a token; ${inputTokens} tokens in, ${outputTokens} out, ${money}`;
};

const conclude = async (status: Status, options: ExtractOptions): Promise<Ending> => {
  if (status.warning !== undefined) say(`Warning: ${status.warning}`);
  const line = costLine(status);
  if (line !== '') say(line);
  if (status.status === 'completed') {
    if (options.json) await writeOut(`${JSON.stringify(status)}\n`);
    else if (!options.stream) await writeOut(`${JSON.stringify(status.data, null, 2)}\n`);
    return { exitCode: exitCodes.completed };
  }
  if (options.json) await writeOut(`${JSON.stringify(status)}\n`);
  return {
    exitCode: exitCodes.jobFailed,
    message: `The extraction ended as ${status.status}${status.error === undefined ? '' : `: ${status.error}`}`,
  };
};

const follow = async (
  instance: Instance,
  id: string,
  options: ExtractOptions,
  signal: AbortSignal,
): Promise<Ending> => {
  const until =
    performance.now() + (options.timeout === undefined ? Number.POSITIVE_INFINITY : options.timeout * 1_000);
  let place: { cursor: string | null; done: boolean } = { cursor: null, done: false };
  for (;;) {
    const answer = await callApi(
      instance,
      { method: 'GET', path: `/v2/extract/${id}` },
      whileWaiting,
      signal,
    );
    if (answer.kind !== 'ok') return endingOf(answer, instance);
    const status = statusSchema.safeParse(answer.body);
    if (!status.success) return notGleaner(instance, "an extraction's status");
    const isOver = status.data.status !== 'processing';
    while (options.stream && !place.done) {
      const printed = await printNew(instance, id, place.cursor, signal);
      if ('exitCode' in printed) return printed;
      place = printed;
      if (status.data.status === 'processing') break;
    }
    if (isOver) return await conclude(status.data, options);
    if (performance.now() > until) {
      const message = `${id} was not over after ${options.timeout ?? 0} s; it goes on`;
      return { exitCode: exitCodes.timedOut, message };
    }
    try {
      await sleep(pollMs, undefined, { signal });
    } catch {
      return endingOf({ kind: 'interrupted' }, instance);
    }
  }
};

const extract = async (urls: readonly string[], options: ExtractOptions): Promise<Ending> => {
  const instance = findInstance(options);
  if ('malformed' in instance)
    return usageEnding(`expected the API's address, found "${instance.malformed}"`);
  const body = await extractRequestOf(urls, options);
  if (!body.ok) return usageEnding(body.message);
  const signal = listenForInterrupt();
  const request = {
    method: 'POST',
    path: '/v2/extract',
    body: body.value,
    idempotencyKey: randomUUID(),
  } as const;
  const answer = await callApi(instance, request, firstContact, signal);
  if (answer.kind !== 'ok') return endingOf(answer, instance);
  const started = startedSchema.safeParse(answer.body);
  if (!started.success) return notGleaner(instance, "a job's id");
  const { id, warning } = started.data;
  if (warning !== undefined) say(`Warning: ${warning}`);
  if (options['no-wait']) {
    await writeOut(options.json ? `${JSON.stringify(answer.body)}\n` : `${id}\n`);
    return { exitCode: exitCodes.completed };
  }
  say(`Extraction ${id}`);
  return await follow(instance, id, options, signal);
};

/** A URL to extract from, with the `/*` behind it that stands for all below it. */
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
  description: `Extracts values from pages and prints them as one JSON object: from structured data, tables and labels first,
and by asking a model for what those leave open, where one is configured. A URL that ends in /* stands for the pages below it:
they are crawled, the likely ones first, until every field has a value.`,
  options: {
    ...extractRequestOptions,
    json: {
      type: 'boolean',
      help: 'print the whole status as JSON: the answer, where each value was found, the cost',
    },
    stream: { type: 'boolean', help: "print each page's result as one JSON line as it comes" },
    'no-wait': { type: 'boolean', help: "print the job's id and end" },
    timeout: { type: 'string', value: 'S', help: 'seconds to wait at most; the extraction goes on' },
    ...connectionOptions,
  },
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
  run: async (_operand, values, operands) => {
    const options = readOptions(optionsSchema, values);
    if (!options.ok) return usageEnding(options.message);
    const urls: string[] = [];
    for (const text of operands) {
      const url = readRoot(text);
      if (!url.ok) return usageEnding(url.message);
      urls.push(url.value);
    }
    return await extract(urls, options.value);
  },
};
