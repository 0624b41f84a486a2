import * as z from 'zod';
import { withOptions } from '../options/arguments.ts';
import { connectionOptions, exampleId, type Command } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance, type Instance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import type { NoResponse } from '../api/call-api.ts';
import { storyLines, storySchema } from '../page-story.ts';
import { readResponse } from '../read-list.ts';
import { endingOfJob, unusableInstance } from '../api/refusal.ts';
import { shellWord } from '../output/shell-word.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  job: z.string().optional(),
  json: z.boolean().default(false),
});

/** How many jobs, the newest first, are searched if none is named. */
const jobsLookedAt = 20;

const listSchema = z.looseObject({ jobs: z.array(z.looseObject({ id: z.string() })) });

type Story = z.infer<typeof storySchema>;

const storyIn = async (instance: Instance, job: string, url: string, signal: AbortSignal) =>
  await readResponse(
    instance,
    `/v2/jobs/${encodeURIComponent(job)}/why?url=${encodeURIComponent(url)}`,
    storySchema,
    signal,
  );

/** Shows the URL's story in the newest job that has it; if none does, why the newest crawl does not. */
const newestStory = async (
  instance: Instance,
  url: string,
  signal: AbortSignal,
): Promise<{ readonly kind: 'read'; readonly value: Story | null } | NoResponse> => {
  const path = `/v2/jobs?kind=crawl,batch,scrape,extract&limit=${jobsLookedAt}`;
  const listed = await readResponse(instance, path, listSchema, signal);
  if (listed.kind !== 'read') return listed;
  let absent: Story | null = null;
  for (const { id } of listed.value.jobs) {
    const read = await storyIn(instance, id, url, signal);
    if (read.kind !== 'read') return read;
    if (read.value.kind === 'page') return read;
    if (absent === null || absent.job.kind !== 'crawl') absent = read.value;
  }
  if (absent !== null && listed.value.jobs.length === jobsLookedAt)
    say(
      `Only the newest ${jobsLookedAt} jobs were searched. For an older one: ` +
        `npx gleaner why ${shellWord(url)} --job <id>`,
    );
  return { kind: 'read', value: absent };
};

const why = async (url: string, options: z.infer<typeof optionsSchema>): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const signal = listenForInterrupt();
  const read =
    options.job === undefined
      ? await newestStory(instance, url, signal)
      : await storyIn(instance, options.job, url, signal);
  if (read.kind !== 'read') return endingOfJob(read, instance, options.job ?? '');
  if (read.value === null) {
    say('There is no job yet. To start one: npx gleaner crawl <url>');
    return { exitCode: exitCodes.completed };
  }
  await writeOut(
    options.json ? `${inertJson(read.value)}\n` : `${storyLines(read.value, url, Date.now()).join('\n')}\n`,
  );
  return { exitCode: exitCodes.completed };
};

/** `gleaner why <url>` */
export const whyCommand: Command = {
  name: 'why',
  summary: 'what happened to a URL: fetched, failed or left out, and why',
  operand: '<url>',
  description: `Tells the whole story of a URL in a job: which page linked to it, every request that was made for it,
each tier and why it was left, how it ended. Where the job holds no such page, it says why not. Unless --job names
one, the newest job that holds the URL is taken.`,
  options: {
    job: { type: 'string', value: 'ID', help: 'the job (the newest one that holds the URL)' },
    json: { type: 'boolean', help: 'print the story as one JSON line' },
    ...connectionOptions,
  },
  examples: [
    ['Why was this page not fetched?', 'npx gleaner why https://example.com/docs/intro'],
    ['In one job', `npx gleaner why https://example.com/docs/intro --job ${exampleId}`],
  ],
  run: withOptions(optionsSchema, why),
};
