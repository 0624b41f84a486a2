import * as z from 'zod';
import { withOptions } from '../options/arguments.ts';
import { callApi, firstContact } from '../api/call-api.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance, type Instance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { parseNextPath } from '../api/next-path.ts';
import { endingOfJob, unusableInstance } from '../api/refusal.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  redeliver: z.boolean().default(false),
  all: z.boolean().default(false),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

const logSchema = z.object({
  url: z.string(),
  deliveries: z.array(
    z.object({
      webhookId: z.string(),
      type: z.string(),
      status: z.enum(['pending', 'delivered', 'failed']),
      attempts: z.number(),
      lastStatusCode: z.number().nullable(),
      error: z.string().nullable(),
      nextAttemptAt: z.string().nullable(),
    }),
  ),
  next: z.string().optional(),
});
type Delivery = z.infer<typeof logSchema>['deliveries'][number];

/** Writes one event as one line. */
const lineOf = ({ type, status, attempts, error, nextAttemptAt, webhookId }: Delivery): string => {
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`;
  const next = nextAttemptAt === null ? '' : `, next at ${nextAttemptAt}`;
  return `${status.padEnd(9)}  ${type.padEnd(22)}  ${webhookId}  ${tries}${next}${error === null ? '' : `: ${error}`}`;
};

const showLog = async (
  instance: Instance,
  id: string,
  options: Options,
  signal: AbortSignal,
): Promise<CommandEnding> => {
  const counts = { pending: 0, delivered: 0, failed: 0 };
  let path: string | undefined = `/v2/webhooks/${encodeURIComponent(id)}?limit=1000`;
  let to = '';
  while (path !== undefined) {
    const answer = await callApi(instance, { method: 'GET', path }, firstContact, signal);
    if (answer.kind !== 'ok') return endingOfJob(answer, instance, id);
    const log = logSchema.parse(answer.body);
    for (const delivery of log.deliveries) {
      counts[delivery.status] += 1;
      await writeOut(`${options.json ? inertJson(delivery) : lineOf(delivery)}\n`);
    }
    to = log.url;
    path = log.next === undefined ? undefined : parseNextPath(log.next);
  }
  say(`${to}: ${counts.delivered} delivered, ${counts.pending} pending, ${counts.failed} failed`);
  if (counts.failed > 0) say(`To deliver the failed ones again: npx gleaner webhooks ${id} --redeliver`);
  return { exitCode: exitCodes.completed };
};

const run = async (id: string, options: Options): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const signal = listenForInterrupt();
  if (!options.redeliver) return await showLog(instance, id, options, signal);
  const request = {
    method: 'POST' as const,
    path: `/v2/webhooks/${encodeURIComponent(id)}/redeliver`,
    body: { all: options.all },
  };
  const answer = await callApi(instance, request, firstContact, signal);
  if (answer.kind !== 'ok') return endingOfJob(answer, instance, id);
  const { events } = z.object({ events: z.number() }).parse(answer.body);
  if (options.json) await writeOut(`${inertJson({ id, events })}\n`);
  else say(`${events} events of ${id} are being delivered again, and those that were waiting are tried now.`);
  return { exitCode: exitCodes.completed };
};

/** `gleaner webhooks <id>` */
export const webhooksCommand: Command = {
  name: 'webhooks',
  summary: 'the deliveries to the webhook of a job, and how to repeat them',
  operand: '<id>',
  description:
    'Lists the events of a job in order: whether its webhook has them, what it answered, and when it is tried again.',
  options: {
    redeliver: { type: 'boolean', help: 'deliver failed events again' },
    all: { type: 'boolean', help: 'with --redeliver: also events that were delivered' },
    json: { type: 'boolean', help: 'print one JSON object a line' },
    ...connectionOptions,
  },
  clashes: [{ options: ['all'], without: ['redeliver'] }],
  examples: [
    ['See what was delivered', 'npx gleaner webhooks 019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607'],
    [
      'Deliver again what the receiver refused for a day',
      'npx gleaner webhooks 019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607 --redeliver',
    ],
  ],
  run: withOptions(optionsSchema, run),
};
