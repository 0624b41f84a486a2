import * as z from 'zod';
import { jobKinds } from '../../lib/job/job-kind.ts';
import { numberOption, withOptions } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { formatDollars } from '../output/dollars.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { readList } from '../read-list.ts';
import { refusalEnding, unusableInstance } from '../api/refusal.ts';
import { lineWidth } from '../output/screen.ts';
import { textTable, type Column } from '../output/text-table.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const states = ['running', 'finishing', 'completed', 'failed', 'cancelled'] as const;

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  state: z.array(z.enum(states, `expected ${states.join(', ')}`)).default([]),
  kind: z.array(z.enum(jobKinds, `expected ${jobKinds.join(', ')}`)).default([]),
  limit: numberOption(1).default(20),
  json: z.boolean().default(false),
});

const rowSchema = z.looseObject({
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  url: z.string(),
  createdAt: z.string(),
  code: z.string().optional(),
  counts: z.looseObject({ admitted: z.number(), done: z.number(), failed: z.number(), blocked: z.number() }),
  dollars: z.number().nullable(),
});
type Row = z.infer<typeof rowSchema>;

const columns: readonly Column<Row>[] = [
  { heading: 'ID', show: ({ id }) => id },
  { heading: 'BEGAN (UTC)', show: ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' ') },
  { heading: 'KIND', show: ({ kind }) => kind },
  { heading: 'STATE', show: ({ state, code }) => (code === undefined ? state : `${state} (${code})`) },
  { heading: 'PAGES', show: ({ counts }) => `${counts.done}/${counts.admitted}`, isNumber: true },
  { heading: 'FAILED', show: ({ counts }) => String(counts.failed + counts.blocked), isNumber: true },
  { heading: 'COST', show: ({ dollars }) => formatDollars(dollars), isNumber: true },
  { heading: 'URL', show: ({ url }) => url },
];

const jobs = async (options: z.infer<typeof optionsSchema>): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const rows: Row[] = [];
  const show = async (part: readonly Row[]): Promise<void> => {
    rows.push(...part);
    if (options.json) await writeOut(part.map((row) => `${inertJson(row)}\n`).join(''));
  };
  const query = {
    limit: String(Math.min(options.limit, 100)),
    state: options.state.join(','),
    kind: options.kind.join(','),
  };
  const list = { path: '/v2/jobs', query, field: 'jobs' };
  const read = await readList(instance, list, rowSchema, options.limit, show, listenForInterrupt());
  if (read.kind !== 'listed') return refusalEnding(read, instance);
  if (options.json) return { exitCode: exitCodes.completed };
  if (rows.length > 0) await writeOut(`${textTable(columns, rows, lineWidth())}\n`);
  if (rows.length === 0) say('There is no job yet. To start one: npx gleaner crawl <url>');
  else if (read.more) say(`There are more. To list them: npx gleaner jobs --limit ${options.limit * 5}`);
  return { exitCode: exitCodes.completed };
};

/** `gleaner jobs` */
export const jobsCommand: Command = {
  name: 'jobs',
  summary: 'the jobs of the last days, running and ended, with their ids',
  operand: '',
  mayBeBare: true,
  description: 'Lists jobs, the newest first: crawls, batches, extractions, scrapes and maps of the team.',
  options: {
    state: {
      type: 'string',
      multiple: true,
      value: 'STATE',
      help: `only jobs in this state: ${states.join(', ')} (may be repeated)`,
      completes: states,
    },
    kind: {
      type: 'string',
      multiple: true,
      value: 'KIND',
      help: `only jobs of this kind: ${jobKinds.join(', ')} (may be repeated)`,
      completes: jobKinds,
    },
    limit: { type: 'string', value: 'N', help: 'jobs to list at most (20)' },
    json: { type: 'boolean', help: 'print one JSON line per job' },
    ...connectionOptions,
  },
  examples: [
    ['What ran lately', 'npx gleaner jobs'],
    ['Crawls that failed', 'npx gleaner jobs --kind crawl --state failed'],
  ],
  run: withOptions(optionsSchema, (_operand, options) => jobs(options)),
};
