import * as z from 'zod';
import { withOptions } from '../options/arguments.ts';
import { askJob } from '../api/ask-job.ts';
import { firstContact } from '../api/call-api.ts';
import { connectionOptions, exampleId, type Command } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { jobName, type JobPlace } from '../job/job-place.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { endingOfJob, unusableInstance } from '../api/refusal.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  json: z.boolean().default(false),
});

const whatIsLeft = ({ kind, id }: JobPlace): string =>
  kind === 'extract'
    ? `To see its results so far: npx gleaner watch ${id} --json`
    : `To write its pages so far into files: npx gleaner status ${id} --output DIR`;

const cancel = async (id: string, options: z.infer<typeof optionsSchema>): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const answer = await askJob(instance, id, { method: 'DELETE' }, firstContact, listenForInterrupt());
  if (answer.kind !== 'ok') return endingOfJob(answer, instance, id);
  if (options.json) await writeOut(`${inertJson({ id, status: 'cancelled' })}\n`);
  else say(`${jobName(answer.job)} is cancelled. ${whatIsLeft(answer.job)}`);
  return { exitCode: exitCodes.completed };
};

/** `gleaner cancel <id>` */
export const cancelCommand: Command = {
  name: 'cancel',
  summary: 'stop a job; what it fetched stays',
  operand: '<id>',
  description: 'Stops a crawl, a batch or an extraction. Pages that were fetched stay and can be read.',
  options: { json: { type: 'boolean', help: 'print the answer as JSON' }, ...connectionOptions },
  examples: [['Stop a crawl', `npx gleaner cancel ${exampleId}`]],
  run: withOptions(optionsSchema, cancel),
};
