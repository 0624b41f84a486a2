import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { isFailureCode } from '../../lib/failure.ts';
import { numberOption, readOptions } from '../arguments.ts';
import { callApi, firstContact } from '../call-api.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, usageEnding, type Ending } from '../exit-code.ts';
import { findInstance } from '../find-instance.ts';
import { followJob } from '../follow-job.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { endingOfJob } from '../refusal.ts';
import { say, writeOut } from '../write-output.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  code: z
    .array(z.string().refine(isFailureCode, 'expected a failure code of docs/failures.md, such as TIMEOUT'))
    .optional(),
  include: z.literal('abandoned', 'expected abandoned').optional(),
  output: z.string().min(1, 'expected a folder').optional(),
  json: z.boolean().default(false),
  'no-wait': z.boolean().default(false),
  timeout: numberOption(0.001).optional(),
  strict: z.boolean().default(false),
});

type RedriveOptions = z.infer<typeof optionsSchema>;

const startedSchema = z.looseObject({
  id: z.string(),
  url: z.string().optional().catch(undefined),
  pages: z.number().optional().catch(undefined),
  warning: z.string().optional().catch(undefined),
});

/** What is asked for: pages with the codes named, else those that failed; and those that were abandoned, where wanted. */
const bodyOf = ({ code, include }: RedriveOptions): Record<string, unknown> => {
  if (code !== undefined) return { codes: code, ...(include === undefined ? {} : { include: [include] }) };
  return include === undefined ? {} : { include: ['failed', include] };
};

const redrive = async (id: string, options: RedriveOptions): Promise<Ending> => {
  const instance = findInstance(options);
  if ('malformed' in instance)
    return usageEnding(`expected the API's address, found "${instance.malformed}"`);
  const signal = listenForInterrupt();
  const idempotencyKey = randomUUID();
  const ask = (base: string) => {
    const path = `${base}/${encodeURIComponent(id)}/redrive`;
    const request = { method: 'POST', path, body: bodyOf(options), idempotencyKey } as const;
    return callApi(instance, request, firstContact, signal);
  };
  let answer = await ask('/v2/crawl');
  const isCrawl = !(answer.kind === 'refused' && answer.code === 'JOB_NOT_FOUND');
  if (!isCrawl) answer = await ask('/v2/batch/scrape');
  if (answer.kind !== 'ok') return endingOfJob(answer, instance, id);
  const started = startedSchema.safeParse(answer.body);
  if (!started.success) {
    const message = `What answers at ${instance.url} is not a Gleaner API: expected a job's id`;
    return { exitCode: exitCodes.unreachable, message };
  }
  const { id: made, pages, warning } = started.data;
  if (warning !== undefined) say(`Warning: ${warning}`);
  if (options['no-wait'] || !isCrawl) {
    await writeOut(options.json ? `${JSON.stringify(answer.body)}\n` : `${made}\n`);
    if (!isCrawl && !options['no-wait']) say(`A batch is not followed here: GET ${started.data.url ?? made}`);
    return { exitCode: exitCodes.completed };
  }
  const count = pages === undefined ? 'pages' : `${pages} ${pages === 1 ? 'page' : 'pages'}`;
  say(`Crawl ${made} redrives ${count} of ${id}`);
  const timeoutMs = options.timeout === undefined ? Number.POSITIVE_INFINITY : options.timeout * 1_000;
  const quiet = options.output === undefined ? 'urls' : 'nothing';
  const delivery = {
    stdout: options.json ? 'documents' : quiet,
    directory: options.output,
    strict: options.strict,
  } as const;
  return followJob(instance, made, delivery, { timeoutMs, cancelOnInterrupt: false }, signal);
};

const example = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';

/** `gleaner redrive <id>` */
export const redriveCommand: Command = {
  name: 'redrive',
  summary: 'fetch the failed pages of a finished job again',
  operand: '<id>',
  description: `Puts the pages of a finished job that failed back as a new job. A crawl goes on from them; what the old job
fetched is not fetched again, and its limit holds for both. Shows progress on stderr and prints results as crawl does.`,
  options: {
    code: {
      type: 'string',
      multiple: true,
      value: 'CODE',
      help: 'only pages that ended with this code, also blocked ones; may be repeated',
    },
    include: {
      type: 'string',
      value: 'abandoned',
      help: 'also pages that the job left when it was cancelled or reached its deadline',
    },
    output: { type: 'string', value: 'DIR', help: 'write one .md file per page below DIR' },
    json: { type: 'boolean', help: 'print one JSON document per page and line' },
    'no-wait': { type: 'boolean', help: "print the new job's id and end" },
    timeout: { type: 'string', value: 'S', help: 'seconds to wait at most; the job goes on' },
    strict: { type: 'boolean', help: 'exit with 1 when pages failed again' },
    ...connectionOptions,
  },
  examples: [
    ['Every page that failed', `npx gleaner redrive ${example}`],
    ['After an outage of the site', `npx gleaner redrive ${example} --code TIMEOUT --code HTTP_UNAVAILABLE`],
    ['Go on with a crawl that was cancelled', `npx gleaner redrive ${example} --include abandoned`],
  ],
  run: async (operand, values) => {
    const options = readOptions(optionsSchema, values);
    return options.ok ? redrive(operand, options.value) : usageEnding(options.message);
  },
};
