import * as z from 'zod';
import { isFailureCode } from '../../lib/failure.ts';
import { pageStates } from '../../lib/frontier/page.ts';
import { numberOption, withOptions } from '../options/arguments.ts';
import { connectionOptions, exampleId, type Command } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { readList } from '../read-list.ts';
import { endingOfJob, unusableInstance } from '../api/refusal.ts';
import { lineWidth } from '../output/screen.ts';
import { textTable, type Column } from '../output/text-table.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  state: z.array(z.enum(pageStates, `expected ${pageStates.join(', ')}`)).default([]),
  code: z
    .array(z.string().refine(isFailureCode, 'expected a failure code of docs/failures.md, such as TIMEOUT'))
    .default([]),
  prefix: z.string().default(''),
  limit: numberOption(1).default(Number.POSITIVE_INFINITY),
  json: z.boolean().default(false),
});

const rowSchema = z.looseObject({
  url: z.string(),
  state: z.string(),
  code: z.string().optional(),
  status: z.number().optional(),
  tier: z.string().optional(),
  ms: z.number().optional(),
  error: z.string().optional(),
});
type Row = z.infer<typeof rowSchema>;

const columns: readonly Column<Row>[] = [
  { heading: 'STATE', show: ({ state }) => state },
  { heading: 'HTTP', show: ({ status }) => String(status ?? ''), isNumber: true },
  { heading: 'TIER', show: ({ tier = '' }) => tier },
  { heading: 'MS', show: ({ ms }) => String(ms ?? ''), isNumber: true },
  { heading: 'CODE', show: ({ code = '' }) => code },
  { heading: 'URL', show: ({ url }) => url },
];

const pages = async (id: string, options: z.infer<typeof optionsSchema>): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  let shown = 0;
  const show = async (part: readonly Row[]): Promise<void> => {
    const lines = options.json
      ? part.map((row) => inertJson(row))
      : textTable(columns, part, lineWidth()).split('\n');
    // The list comes in parts, but has one heading.
    if (!options.json && shown > 0) lines.shift();
    shown += part.length;
    await writeOut(`${lines.join('\n')}\n`);
  };
  const query = {
    limit: String(Math.min(options.limit, 500)),
    state: options.state.join(','),
    code: options.code.join(','),
    ...(options.prefix === '' ? {} : { prefix: options.prefix }),
  };
  const list = { path: `/v2/jobs/${encodeURIComponent(id)}/pages`, query, field: 'pages' };
  const read = await readList(instance, list, rowSchema, options.limit, show, listenForInterrupt());
  if (read.kind !== 'listed') return endingOfJob(read, instance, id);
  if (!options.json) {
    say(`${read.count} ${read.count === 1 ? 'page' : 'pages'}${read.more ? ', and there are more' : ''}`);
    if (read.count > 0) say(`To see what happened to one of them: npx gleaner why <url> --job ${id}`);
  }
  return { exitCode: exitCodes.completed };
};

/** `gleaner pages <id>` */
export const pagesCommand: Command = {
  name: 'pages',
  summary: 'the pages of a job, in any state',
  operand: '<id>',
  description: `Lists the pages of a job with their state, the tier that fetched them and how long that took, while it
runs and afterwards.`,
  options: {
    state: {
      type: 'string',
      multiple: true,
      value: 'STATE',
      help: `only pages in this state: ${pageStates.join(', ')} (may be repeated)`,
      completes: pageStates,
    },
    code: {
      type: 'string',
      multiple: true,
      value: 'CODE',
      help: 'only pages with this failure code (may be repeated)',
    },
    prefix: { type: 'string', value: 'URL', help: 'only pages whose URL begins so' },
    limit: { type: 'string', value: 'N', help: 'pages to list at most (all)' },
    json: { type: 'boolean', help: 'print one JSON line per page' },
    ...connectionOptions,
  },
  examples: [
    ['What failed', `npx gleaner pages ${exampleId} --state failed`],
    [
      'What is still to be fetched below a path',
      `npx gleaner pages ${exampleId} --state admitted --prefix https://example.com/docs/`,
    ],
  ],
  run: withOptions(optionsSchema, pages),
};
