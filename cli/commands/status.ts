import * as z from 'zod';
import { numberOption, withOptions } from '../options/arguments.ts';
import { connectionOptions, exampleId, type Command } from '../command.ts';
import { readTimeoutMs } from '../options/delivery-options.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { followAny } from '../job/follow-any.ts';
import { jobSummary } from '../job/job-summary.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { countFailures } from '../api/read-failures.ts';
import { endingOfJob, unusableInstance } from '../api/refusal.ts';
import { findJobByName } from '../job/wait-for-job.ts';
import { writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  json: z.boolean().default(false),
  watch: z.boolean().default(false),
  results: z.boolean().default(false),
  output: z.string().min(1, 'expected a folder').optional(),
  timeout: numberOption(0.001).optional(),
});

const show = async (id: string, options: z.infer<typeof optionsSchema>): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const signal = listenForInterrupt();
  const looked = await findJobByName(instance, id, signal);
  if (looked.kind !== 'status') return endingOfJob(looked, instance, id);
  const { job, status } = looked;
  if (options.watch || options.results || options.output !== undefined) {
    const stdout = options.results ? 'documents' : 'nothing';
    const delivery = { stdout, directory: options.output, strict: false } as const;
    return followAny(
      instance,
      job,
      delivery,
      { timeoutMs: readTimeoutMs(options), cancelOnInterrupt: false },
      signal,
    );
  }
  if (options.json) {
    const { data: _pages, next: _next, ...rest } = status;
    await writeOut(`${inertJson({ id, kind: job.kind, ...rest })}\n`);
    return { exitCode: exitCodes.completed };
  }
  const listed = await countFailures(instance, job, signal);
  if (listed.kind !== 'failures') return endingOfJob(listed, instance, id);
  await writeOut(`${jobSummary(job, status, listed.tally)}\n`);
  return { exitCode: exitCodes.completed };
};

/** `gleaner status <id>` */
export const statusCommand: Command = {
  name: 'status',
  summary: 'how a job is doing, and its results',
  operand: '<id>',
  description: `Shows how a crawl, a batch or an extraction is doing. With --watch it waits for the job's end;
--results and --output wait too, and then read its pages.`,
  options: {
    json: { type: 'boolean', help: 'print the status as one JSON line, without pages' },
    watch: { type: 'boolean', help: 'show progress until the job ends' },
    results: { type: 'boolean', help: 'wait, then print one JSON document per page and line' },
    output: {
      type: 'string',
      value: 'DIR',
      help: 'wait, then write one .md file per page below DIR',
      completes: 'folder',
    },
    timeout: { type: 'string', value: 'S', help: 'seconds to wait at most; the job continues after that' },
    ...connectionOptions,
  },
  clashes: [
    {
      options: ['json'],
      beside: ['watch', 'results', 'output'],
      why: '--json prints the status as it is now. The pages as JSON are those of --results',
    },
    { options: ['timeout'], without: ['watch', 'results', 'output'] },
  ],
  examples: [
    ['Once', `npx gleaner status ${exampleId}`],
    ['Until it is over', `npx gleaner status ${exampleId} --watch`],
    ['The pages of a finished job', `npx gleaner status ${exampleId} --output ./pages`],
  ],
  run: withOptions(optionsSchema, show),
};
