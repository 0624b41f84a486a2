import * as z from 'zod';
import { withOptions } from '../options/arguments.ts';
import { connectionOptions, exampleId, type Command } from '../command.ts';
import { readDelivery, deliveryShape, readTimeoutMs } from '../options/delivery-options.ts';
import { type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { followAny } from '../job/follow-any.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { endingOfJob, unusableInstance } from '../api/refusal.ts';
import { findJobByName } from '../job/wait-for-job.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  ...deliveryShape,
});

const watch = async (id: string, options: z.infer<typeof optionsSchema>): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const signal = listenForInterrupt();
  const looked = await findJobByName(instance, id, signal);
  if (looked.kind !== 'status') return endingOfJob(looked, instance, id);
  const follow = { timeoutMs: readTimeoutMs(options), cancelOnInterrupt: false, early: true };
  return followAny(instance, looked.job, readDelivery(options), follow, signal);
};

/** `gleaner watch <id>` */
export const watchCommand: Command = {
  name: 'watch',
  summary: 'follow a job to its end, with its pages as they come',
  operand: '<id>',
  description:
    `Follows a crawl, a batch or an extraction to its end: progress on stderr, and the URL of each page as it comes,
each once; with --json the pages themselves, one JSON document a line; with --output one Markdown file a page. Of an
extraction it prints the answer at the end; with --json what each page answers, as it comes. Ctrl-C leaves ` +
    `the job running.`,
  options: {
    json: { type: 'boolean', help: 'print one JSON document per page and line, as they come' },
    output: {
      type: 'string',
      value: 'DIR',
      help: 'write one .md file per page below DIR, as they come',
      completes: 'folder',
    },
    timeout: { type: 'string', value: 'S', help: 'seconds to watch at most; the job continues after that' },
    strict: { type: 'boolean', help: 'exit with 1 when pages failed' },
    ...connectionOptions,
  },
  examples: [
    ['A job that was started elsewhere', `npx gleaner watch ${exampleId}`],
    [
      'Work on pages while the crawl goes on',
      `npx gleaner watch ${exampleId} --json | jq -r .metadata.title`,
    ],
    ['Into files, as they come', `npx gleaner watch ${exampleId} --output ./pages`],
  ],
  run: withOptions(optionsSchema, watch),
};
