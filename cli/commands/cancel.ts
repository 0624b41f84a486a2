import * as z from 'zod';
import { readOptions } from '../arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, usageEnding, type Ending } from '../exit-code.ts';
import { findInstance } from '../find-instance.ts';
import { cancelJob } from '../follow-job.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { endingOfJob } from '../refusal.ts';
import { say, writeOut } from '../write-output.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  json: z.boolean().default(false),
});

const cancel = async (id: string, options: z.infer<typeof optionsSchema>): Promise<Ending> => {
  const instance = findInstance(options);
  if ('malformed' in instance)
    return usageEnding(`expected the API's address, found "${instance.malformed}"`);
  const answer = await cancelJob(instance, id, listenForInterrupt());
  if (answer.kind !== 'ok') return endingOfJob(answer, instance, id);
  if (options.json) await writeOut(`${JSON.stringify({ id, status: 'cancelled' })}\n`);
  else say(`Crawl ${id} is cancelled. Its pages so far: npx gleaner status ${id} --output DIR`);
  return { exitCode: exitCodes.completed };
};

/** `gleaner cancel <id>` */
export const cancelCommand: Command = {
  name: 'cancel',
  summary: 'stop a job; what it fetched stays',
  operand: '<id>',
  description: 'Stops a job. Pages that were fetched stay and can be read.',
  options: { json: { type: 'boolean', help: 'print the answer as JSON' }, ...connectionOptions },
  examples: [['Stop a crawl', 'npx gleaner cancel 019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607']],
  run: async (operand, values) => {
    const options = readOptions(optionsSchema, values);
    return options.ok ? cancel(operand, options.value) : usageEnding(options.message);
  },
};
