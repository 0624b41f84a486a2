import * as z from 'zod';
import { isFailureCode } from '../../lib/failure.ts';
import { readOptions } from '../options/arguments.ts';
import { connectionOptions, exampleId, type Command } from '../command.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { jobName } from '../job/job-place.ts';
import { isStatusOver, type PageFailure } from '../job/job-status.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { readFailures } from '../api/read-failures.ts';
import { endingOfJob, noSuchAddress } from '../api/refusal.ts';
import { lineWidth } from '../output/screen.ts';
import { textTable, type Column } from '../output/text-table.ts';
import { findJobByName } from '../job/wait-for-job.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  code: z
    .array(z.string().refine(isFailureCode, 'expected a failure code of docs/failures.md, such as TIMEOUT'))
    .optional(),
  json: z.boolean().default(false),
});

const columns: readonly Column<PageFailure>[] = [
  { heading: 'CODE', show: ({ code = '' }) => code },
  { heading: 'PAGE', show: ({ url = '' }) => url },
  { heading: 'REASON', show: ({ error = '' }) => error },
];

const errors = async (id: string, options: z.infer<typeof optionsSchema>): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return noSuchAddress(instance);
  const signal = listenForInterrupt();
  const found = await findJobByName(instance, id, signal);
  if (found.kind !== 'status') return endingOfJob(found, instance, id);
  const { job, status } = found;
  const codes: ReadonlySet<string> | undefined = options.code && new Set(options.code);
  let count = 0;
  let blocked = 0;
  const show = async (failures: readonly PageFailure[]): Promise<void> => {
    const wanted = failures.filter(({ code = '' }) => codes?.has(code) ?? true);
    if (wanted.length === 0) return;
    const lines = options.json
      ? wanted.map((failure) => inertJson(failure))
      : textTable(columns, wanted, lineWidth()).split('\n');
    // The list may come in several pages; it has one heading.
    if (!options.json && count > 0) lines.shift();
    count += wanted.length;
    blocked += wanted.filter(({ code }) => code === 'ROBOTS_DISALLOWED').length;
    await writeOut(`${lines.join('\n')}\n`);
  };
  const read = await readFailures(instance, job, show, signal);
  if (read.kind !== 'read') return endingOfJob(read, instance, id);
  const soFar = isStatusOver(status) ? '' : ' so far';
  if (options.json) return { exitCode: exitCodes.completed };
  if (count === 0) say(`${jobName(job)}: no page failed or was blocked${soFar}`);
  else {
    say(`${jobName(job)}: ${count} ${count === 1 ? 'page' : 'pages'} without content${soFar}`);
    if (isStatusOver(status) && count > blocked) say(`Fetch again what failed: npx gleaner redrive ${id}`);
  }
  return { exitCode: exitCodes.completed };
};

/** `gleaner errors <id>` */
export const errorsCommand: Command = {
  name: 'errors',
  summary: 'the pages of a job that failed or were blocked, and why',
  operand: '<id>',
  description: `Lists the pages of a crawl, a batch or an extraction that ended without content: a code, the page, the
reason. docs/failures.md says of each code whose fault it is and what to do.`,
  options: {
    code: {
      type: 'string',
      multiple: true,
      value: 'CODE',
      help: 'only pages that ended with this code; may be repeated',
    },
    json: { type: 'boolean', help: 'print one JSON object a line, with everything the API says of the page' },
    ...connectionOptions,
  },
  examples: [
    ['What went wrong', `npx gleaner errors ${exampleId}`],
    ['Only what was too slow', `npx gleaner errors ${exampleId} --code TIMEOUT`],
    ['For a program', `npx gleaner errors ${exampleId} --json | jq -r .url`],
  ],
  run: async (operand, values) => {
    const options = readOptions(optionsSchema, values);
    return options.ok ? errors(operand, options.value) : usageEnding(options.message);
  },
};
