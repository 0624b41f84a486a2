import * as z from 'zod';
import { withOptions } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { formatDollars } from '../output/dollars.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { readResponse } from '../read-list.ts';
import { refusalEnding, unusableInstance } from '../api/refusal.ts';
import { writeOut } from '../output/write-output.ts';
import { inertJson, inertText } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  json: z.boolean().default(false),
});

const momentSchema = z.looseObject({ id: z.string(), at: z.string() });
const overviewSchema = z.looseObject({
  sources: z.object({
    total: z.number(),
    conditions: z.record(z.string(), z.number()),
    running: z.number(),
    failed: z.number(),
    changed: z.number(),
    holding: z.number(),
  }),
  next: z.array(momentSchema),
  changed: z.array(momentSchema),
  troubled: z.array(
    z.looseObject({
      id: z.string(),
      failedInRow: z.number(),
      lastRunOutcome: z.string().nullable().default(null),
      lastRunCode: z.string().nullable().default(null),
      held: z.number(),
    }),
  ),
  alerts: z.looseObject({
    open: z.number(),
    acknowledged: z.number(),
    gravest: z.array(z.looseObject({ id: z.string(), severity: z.string(), message: z.string() })),
  }),
  jobs: z.looseObject({
    isWhole: z.boolean(),
    open: z.number(),
    begun: z.number(),
    failed: z.number(),
    pages: z.number(),
    pagesFailed: z.number(),
    dollars: z.number(),
    unpriced: z.number(),
  }),
  month: z.looseObject({ dollars: z.number(), budget: z.number().nullable() }),
  queues: z.array(z.looseObject({ waiting: z.number(), inFlight: z.number(), delayed: z.number() })),
});
type Overview = z.infer<typeof overviewSchema>;

const minute = (at: string): string => at.slice(0, 16).replace('T', ' ');

/** Says in words why somebody should look at a source. */
const troubleOf = (source: Overview['troubled'][number]): string => {
  const { failedInRow, lastRunOutcome, lastRunCode, held } = source;
  if (failedInRow > 0) return failedInRow === 1 ? 'Failed once' : `Failed ${failedInRow} times in a row`;
  if (lastRunOutcome !== 'failed') return `Holds back ${held} ${held === 1 ? 'deletion' : 'deletions'}`;
  return `Last run failed${lastRunCode === null ? '' : ` (${inertText(lastRunCode)})`}`;
};

/** Writes the overview for people, one fact a line. Times are UTC. */
const overviewLines = (overview: Overview): readonly string[] => {
  const { sources, alerts, jobs, month, queues, next, changed, troubled } = overview;
  const inQueues = (name: 'waiting' | 'inFlight' | 'delayed'): number =>
    queues.reduce((sum, { [name]: count }) => sum + count, 0);
  const ofBudget = month.budget === null ? '' : `, of the budget of ${formatDollars(month.budget)}`;
  const conditions = Object.entries(sources.conditions)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const unpriced = jobs.unpriced === 0 ? '' : `, without ${jobs.unpriced} whose price is not known`;
  return [
    `Sources: ${sources.total}${conditions.length === 0 ? '' : ` (${conditions.join(', ')})`}, ` +
      `${sources.running} running, ${sources.failed} failed last, ${sources.changed} changed within a day`,
    `Jobs: ${jobs.open} open; within a day${jobs.isWhole ? '' : ' (of the newest 200)'} ${jobs.begun} begun, ` +
      `${jobs.failed} failed, ${jobs.pages} pages with content, ${jobs.pagesFailed} without`,
    `Alerts: ${alerts.open} open, ${alerts.acknowledged} acknowledged`,
    `Cost within a day: ${formatDollars(jobs.dollars)}${unpriced}, also of open jobs; ` +
      `this month ${formatDollars(month.dollars)} of jobs that ended, without ending them${ofBudget}`,
    `Queues: about ${inQueues('waiting')} messages waiting, ${inQueues('inFlight')} in progress, ` +
      `${inQueues('delayed')} delayed`,
    ...alerts.gravest.map(
      ({ id, severity, message }) => `Alert (${severity}): ${inertText(id)}: ${inertText(message)}`,
    ),
    ...next.map(({ id, at }) => `Due ${minute(at)} UTC: ${inertText(id)}`),
    ...changed.map(({ id, at }) => `Changed ${minute(at)} UTC: ${inertText(id)}`),
    ...troubled.map((source) => `${troubleOf(source)}: ${inertText(source.id)}`),
  ];
};

const overview = async (options: z.infer<typeof optionsSchema>): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const read = await readResponse(instance, '/v2/overview', overviewSchema, listenForInterrupt());
  if (read.kind !== 'read') return refusalEnding(read, instance);
  const { success: _success, ...told } = read.value as Record<string, unknown>;
  await writeOut(options.json ? `${inertJson(told)}\n` : `${overviewLines(read.value).join('\n')}\n`);
  return { exitCode: exitCodes.completed };
};

/** `gleaner overview` */
export const overviewCommand: Command = {
  name: 'overview',
  summary: 'how the sources and jobs are: what runs, changed, failed, is due',
  operand: '',
  mayBeBare: true,
  description: 'Counts sources and jobs, and names the sources that are due next, changed last, or need you.',
  options: { json: { type: 'boolean', help: 'print it as JSON' }, ...connectionOptions },
  examples: [['Is everything well?', 'npx gleaner overview']],
  run: withOptions(optionsSchema, (_operand, options) => overview(options)),
};
