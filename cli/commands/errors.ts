import * as z from 'zod';
import { endAfter, isFailureCode, retryClass } from '../../lib/failure.ts';
import { numberOption, withOptions } from '../options/arguments.ts';
import { connectionOptions, exampleId, type Command } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { jobName } from '../job/job-place.ts';
import { isStatusOver, type PageFailure } from '../job/job-status.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { readFailures } from '../api/read-failures.ts';
import { endingOfJob, unusableInstance, refusalEnding } from '../api/refusal.ts';
import { lineWidth } from '../output/screen.ts';
import { textTable, type Column } from '../output/text-table.ts';
import { readList } from '../read-list.ts';
import { findJobByName } from '../job/wait-for-job.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  code: z
    .array(z.string().refine(isFailureCode, 'expected a failure code of docs/failures.md, such as TIMEOUT'))
    .optional(),
  source: z.string().default(''),
  limit: numberOption(1).default(100),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

const columns: readonly Column<PageFailure>[] = [
  { heading: 'CODE', show: ({ code = '' }) => code },
  { heading: 'PAGE', show: ({ url = '' }) => url },
  { heading: 'REASON', show: ({ error = '' }) => error },
];

const rowSchema = z.looseObject({
  at: z.string().nullable(),
  job: z.string(),
  code: z.string(),
  url: z.string(),
  error: z.string(),
});

const columnsOfAll: readonly Column<z.infer<typeof rowSchema>>[] = [
  { heading: 'WHEN (UTC)', show: ({ at }) => at?.slice(0, 16).replace('T', ' ') ?? '' },
  { heading: 'JOB', show: ({ job }) => job },
  ...columns,
];

/** Says whether another try may succeed: a page that does not exist, or may not be requested, stays so. */
const mayPass = (code = ''): boolean =>
  !isFailureCode(code) || (retryClass(code) !== 'never' && endAfter(code) !== 'blocked');

/** Lists failures of all jobs, those of the newest job first. */
const errorsOfAll = async ({ code = [], source, limit, json, ...at }: Options): Promise<CommandEnding> => {
  const instance = findInstance(at);
  if ('malformed' in instance) return unusableInstance(instance);
  const rows: z.infer<typeof rowSchema>[] = [];
  const show = async (part: readonly z.infer<typeof rowSchema>[]): Promise<void> => {
    rows.push(...part);
    if (json) await writeOut(part.map((row) => `${inertJson(row)}\n`).join(''));
  };
  const query = {
    limit: String(Math.min(limit, 1_000)),
    code: code.join(','),
    ...(source === '' ? {} : { source }),
  };
  const list = { path: '/v2/failures', query, field: 'failures' };
  const read = await readList(instance, list, rowSchema, limit, show, listenForInterrupt());
  if (read.kind !== 'listed') return refusalEnding(read, instance);
  if (json) return { exitCode: exitCodes.completed };
  if (rows.length > 0) await writeOut(`${textTable(columnsOfAll, rows, lineWidth())}\n`);
  else say('No page has failed or was blocked.');
  if (read.more) say(`There are more. To list them: npx gleaner errors --limit ${limit * 5}`);
  return { exitCode: exitCodes.completed };
};

const errors = async (id: string, options: Options): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const signal = listenForInterrupt();
  const found = await findJobByName(instance, id, signal);
  if (found.kind !== 'status') return endingOfJob(found, instance, id);
  const { job, status } = found;
  const codes: ReadonlySet<string> | undefined = options.code && new Set(options.code);
  let count = 0;
  /** Pages that another try may fetch. */
  let passing = 0;
  const show = async (failures: readonly PageFailure[]): Promise<void> => {
    const wanted = failures.filter(({ code = '' }) => codes?.has(code) ?? true);
    if (wanted.length === 0) return;
    const lines = options.json
      ? wanted.map((failure) => inertJson(failure))
      : textTable(columns, wanted, lineWidth()).split('\n');
    // The list may come in several pages, but has one heading.
    if (!options.json && count > 0) lines.shift();
    count += wanted.length;
    passing += wanted.filter(({ code }) => mayPass(code)).length;
    await writeOut(`${lines.join('\n')}\n`);
  };
  const read = await readFailures(instance, job, show, signal);
  if (read.kind !== 'read') return endingOfJob(read, instance, id);
  const soFar = isStatusOver(status) ? '' : ' so far';
  if (options.json) return { exitCode: exitCodes.completed };
  if (count === 0) say(`${jobName(job)}: no page failed or was blocked${soFar}`);
  else {
    say(`${jobName(job)}: ${count} ${count === 1 ? 'page' : 'pages'} without content${soFar}`);
    if (isStatusOver(status) && passing > 0)
      say(`To fetch the failed pages again: npx gleaner redrive ${id}`);
  }
  return { exitCode: exitCodes.completed };
};

/** `gleaner errors [<id>]` */
export const errorsCommand: Command = {
  name: 'errors',
  summary: 'pages that failed or were blocked, and why: of one job, or of all',
  operand: '[<id>]',
  mayBeBare: true,
  description: `Lists the pages of a crawl, a batch or an extraction that ended without content: a code, the page, the
reason. Without an id those of all jobs, the newest job first. docs/failures.md says of each code whose fault it is and
what to do.`,
  options: {
    code: {
      type: 'string',
      multiple: true,
      value: 'CODE',
      help: 'only pages that ended with this code; may be repeated',
    },
    source: { type: 'string', value: 'ID', help: 'without an id: only of runs of this source' },
    limit: { type: 'string', value: 'N', help: 'without an id: how many at most (100)' },
    json: { type: 'boolean', help: 'print one JSON object a line, with everything the API says of the page' },
    ...connectionOptions,
  },
  clashes: [{ options: ['source', 'limit'], beside: 'operand', why: 'all errors of one job are listed' }],
  examples: [
    ['What went wrong', `npx gleaner errors ${exampleId}`],
    ['What went wrong lately, in any job', 'npx gleaner errors'],
    ['Only what was too slow', `npx gleaner errors ${exampleId} --code TIMEOUT`],
    ['For a program', `npx gleaner errors ${exampleId} --json | jq -r .url`],
  ],
  run: withOptions(optionsSchema, async (operand, options) => {
    return operand === '' ? await errorsOfAll(options) : await errors(operand, options);
  }),
};
