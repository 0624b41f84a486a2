import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { isFailureCode } from '../../lib/failure.ts';
import { withOptions } from '../options/arguments.ts';
import { askJob } from '../api/ask-job.ts';
import { firstContact, type NoResponse } from '../api/call-api.ts';
import { connectionOptions, exampleId, type Command } from '../command.ts';
import {
  readDelivery,
  deliveryOptions,
  deliveryShape,
  readTimeoutMs,
  noWaitClash,
  outputClash,
} from '../options/delivery-options.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance, type Instance } from '../api/find-instance.ts';
import { followAny } from '../job/follow-any.ts';
import { jobName, type JobPlace } from '../job/job-place.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { endingOfJob, unusableInstance, notGleaner } from '../api/refusal.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  code: z
    .array(z.string().refine(isFailureCode, 'expected a failure code of docs/failures.md, such as TIMEOUT'))
    .optional(),
  include: z.literal('abandoned', 'expected abandoned').optional(),
  ...deliveryShape,
  'dry-run': z.boolean().default(false),
  'no-wait': z.boolean().default(false),
});

type RedriveOptions = z.infer<typeof optionsSchema>;

const startedSchema = z.looseObject({
  id: z.string(),
  pages: z.number().optional().catch(undefined),
  warning: z.string().optional().catch(undefined),
});

/** Returns the body: pages with the given codes, else those that failed; and abandoned ones if wanted. */
const bodyOf = ({ code, include }: RedriveOptions): Record<string, unknown> => {
  if (code !== undefined) return { codes: code, ...(include === undefined ? {} : { include: [include] }) };
  return include === undefined ? {} : { include: ['failed', include] };
};

/** Names the commands for whoever asked for pages that the job does not have. */
const otherPages = (id: string, { include }: RedriveOptions): string =>
  [
    `  npx gleaner errors ${id}   lists how its pages ended`,
    ...(include === undefined
      ? [`  npx gleaner redrive ${id} --include abandoned   also takes pages that it had not fetched`]
      : []),
  ].join('\n');

/** Returns the ending of a redrive that was refused. */
const endingOfRefusal = (
  answer: NoResponse,
  instance: Instance,
  id: string,
  options: RedriveOptions,
): CommandEnding => {
  const ending = endingOfJob(answer, instance, id);
  const hasNothing = answer.kind === 'refused' && answer.code === 'NOTHING_TO_REDRIVE';
  return hasNothing ? { ...ending, message: `${ending.message ?? ''}\n${otherPages(id, options)}` } : ending;
};

const previewSchema = z.looseObject({
  pages: z.number(),
  redrivenAs: z.string().optional(),
  byCode: z.record(z.string(), z.number()).default({}),
  abandoned: z.number().default(0),
  warning: z.string().optional().catch(undefined),
});

const pagesInWords = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;

/** Shows what a redrive would do, as the API says it, without starting it. */
const tellOnly = async (
  instance: Instance,
  id: string,
  options: RedriveOptions,
  signal: AbortSignal,
): Promise<CommandEnding> => {
  const request = { method: 'POST', path: '/redrive/preview', body: bodyOf(options) } as const;
  const answer = await askJob(instance, id, request, firstContact, signal);
  if (answer.kind !== 'ok') return endingOfRefusal(answer, instance, id, options);
  const preview = previewSchema.safeParse(answer.body);
  if (!preview.success) {
    return { exitCode: exitCodes.unreachable, message: notGleaner(instance, 'what a redrive would do') };
  }
  if (options.json) await writeOut(`${inertJson(answer.body)}\n`);
  const { pages, redrivenAs, byCode, abandoned, warning } = preview.data;
  if (warning !== undefined) say(`Warning: ${warning}`);
  if (redrivenAs !== undefined) {
    say(
      `No page would be fetched again: ${id} was redriven so before, as ${redrivenAs} with ` +
        `${pagesInWords(pages)}. To fetch again what failed there, redrive that one. Nothing was started.`,
    );
    return { exitCode: exitCodes.completed };
  }
  if (!options.json)
    for (const [code, count] of Object.entries(byCode)) await writeOut(`${code}  ${count}\n`);
  say(`${pagesInWords(pages)} would be fetched again. Nothing was started.`);
  if (abandoned > 0) say(`${abandoned} that the job had not fetched would not be: add --include abandoned`);
  return { exitCode: exitCodes.completed };
};

const redrive = async (id: string, options: RedriveOptions): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const signal = listenForInterrupt();
  if (options['dry-run']) return await tellOnly(instance, id, options, signal);
  const request = {
    method: 'POST',
    path: '/redrive',
    body: bodyOf(options),
    idempotencyKey: randomUUID(),
  } as const;
  const answer = await askJob(instance, id, request, firstContact, signal);
  if (answer.kind !== 'ok') return endingOfRefusal(answer, instance, id, options);
  const started = startedSchema.safeParse(answer.body);
  if (!started.success) {
    return { exitCode: exitCodes.unreachable, message: notGleaner(instance, "a job's id") };
  }
  const { id: made, pages, warning } = started.data;
  if (warning !== undefined) say(`Warning: ${warning}`);
  if (options['no-wait']) {
    await writeOut(options.json ? `${inertJson(answer.body)}\n` : `${made}\n`);
    return { exitCode: exitCodes.completed };
  }
  const count = pages === undefined ? 'pages' : pagesInWords(pages);
  const job: JobPlace = { kind: answer.job.kind, id: made };
  say(`${jobName(job)} fetches ${count} of ${id} again`);
  const follow = { timeoutMs: readTimeoutMs(options), cancelOnInterrupt: false, isOwn: true };
  return followAny(instance, job, readDelivery(options), follow, signal);
};

/** `gleaner redrive <id>` */
export const redriveCommand: Command = {
  name: 'redrive',
  summary: 'fetch the failed pages of a finished job again',
  operand: '<id>',
  description:
    `Puts the pages of a finished job that failed back as a new job. A crawl goes on from them; what the old job
fetched is not fetched again, and its limit holds for both. An extraction is answered from the pages that ` +
    `are fetched again.
Shows progress on stderr and prints results as crawl does, of an extraction as extract does.`,
  options: {
    code: {
      type: 'string',
      multiple: true,
      value: 'CODE',
      help: 'only pages that ended with this code, blocked ones too; may be repeated',
    },
    include: {
      type: 'string',
      value: 'abandoned',
      help: 'also pages that the job had not fetched when it was cancelled or reached its deadline',
      completes: ['abandoned'],
    },
    ...deliveryOptions('job'),
    'dry-run': { type: 'boolean', help: 'count what would be fetched again now, by code, and start nothing' },
    'no-wait': { type: 'boolean', help: "print the new job's id and do not wait" },
    ...connectionOptions,
  },
  clashes: [
    {
      options: ['output', 'timeout', 'strict', 'no-wait'],
      beside: ['dry-run'],
      why: '--dry-run starts nothing',
    },
    outputClash,
    noWaitClash('timeout', 'strict'),
  ],
  examples: [
    ['Every page that failed', `npx gleaner redrive ${exampleId}`],
    [
      'After an outage of the site',
      `npx gleaner redrive ${exampleId} --code TIMEOUT --code HTTP_UNAVAILABLE`,
    ],
    ['Continue a crawl that was cancelled', `npx gleaner redrive ${exampleId} --include abandoned`],
  ],
  run: withOptions(optionsSchema, redrive),
};
