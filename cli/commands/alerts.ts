import * as z from 'zod';
import { callApi, firstContact } from '../api/call-api.ts';
import { findInstance } from '../api/find-instance.ts';
import { refusalEnding, unusableInstance } from '../api/refusal.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { readOptions } from '../options/arguments.ts';
import { lineWidth } from '../output/screen.ts';
import { textTable, type Column } from '../output/text-table.ts';
import { say, writeOut } from '../output/write-output.ts';
import { readResponse } from '../read-list.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  source: z.string().optional(),
  all: z.boolean().default(false),
  for: z
    .string()
    .regex(/^[1-9]\d{0,3}[hd]$/, 'expected hours or days, such as 12h or 3d')
    .default('1d'),
  json: z.boolean().default(false),
});

const alertSchema = z.looseObject({
  id: z.string(),
  severity: z.string(),
  state: z.string(),
  message: z.string(),
  openedAt: z.string(),
  closedBecause: z.string().nullable().optional(),
  snoozedUntil: z.string().nullable().optional(),
});

const minute = (moment: string): string => moment.slice(0, 16).replace('T', ' ');

/** What ends the silence about an alert that somebody has seen; its id ends with its rule. */
const againIf = (id: string): string => (id.endsWith('.changed') ? 'of further changes' : 'if it gets worse');

const columns: readonly Column<z.infer<typeof alertSchema>>[] = [
  { heading: 'SEVERITY', show: ({ severity }) => severity },
  {
    heading: 'STATE',
    show: ({ state, closedBecause, snoozedUntil }) => {
      if (typeof closedBecause === 'string' && closedBecause !== 'over')
        return `${state} (source ${closedBecause})`;
      return state === 'acknowledged' && typeof snoozedUntil === 'string'
        ? `until ${minute(snoozedUntil)}`
        : state;
    },
  },
  { heading: 'SINCE', show: ({ openedAt }) => minute(openedAt) },
  { heading: 'ALERT', show: ({ id }) => id },
  { heading: 'WHAT', show: ({ message }) => message },
];

const act = async (
  [action = 'list', ...ids]: readonly string[],
  options: z.infer<typeof optionsSchema>,
): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const signal = listenForInterrupt();
  if ((action === 'ack' || action === 'snooze') && ids.length > 0) {
    for (const id of ids) {
      const path = `/v2/alerts/${encodeURIComponent(id)}/${action}`;
      const body = action === 'ack' ? {} : { body: { for: options.for } };
      const answer = await callApi(instance, { method: 'POST', path, ...body }, firstContact, signal);
      if (answer.kind !== 'ok') return refusalEnding(answer, instance);
      say(
        action === 'ack'
          ? `${id} is acknowledged. You are told again only ${againIf(id)}.`
          : `${id} is put off for ${options.for}. You are told of it again if it gets worse, or is still open then.`,
      );
    }
    return { exitCode: exitCodes.completed };
  }
  if (action !== 'list' || ids.length > 0)
    return usageEnding('expected list, ack <id> or snooze <id>\nSee: gleaner alerts --help');
  const query = new URLSearchParams({
    ...(options.source === undefined ? {} : { source: options.source }),
    ...(options.all ? { state: 'all' } : {}),
  });
  const schema = z.looseObject({ alerts: z.array(alertSchema) });
  const read = await readResponse(instance, `/v2/alerts?${query.toString()}`, schema, signal);
  if (read.kind !== 'read') return refusalEnding(read, instance);
  const { alerts } = read.value;
  if (options.json) for (const alert of alerts) await writeOut(`${inertJson(alert)}\n`);
  else if (alerts.length > 0) await writeOut(`${textTable(columns, alerts, lineWidth())}\n`);
  else say('No alert is open.');
  return { exitCode: exitCodes.completed };
};

/** `gleaner alerts list`, `gleaner alerts ack <id>`, `gleaner alerts snooze <id> --for 3d` */
export const alertsCommand: Command = {
  name: 'alerts',
  summary: 'what is wrong with sources',
  operand: '[list | ack <id> | snooze <id>]',
  takesMany: true,
  mayBeBare: true,
  operandCompletes: ['list', 'ack', 'snooze'],
  description: `Lists the alerts of your team's sources, the gravest first: those that are open or acknowledged. An
alert closes by itself once a run finds that it is over (docs/alerts.md).`,
  options: {
    source: { type: 'string', value: 'ID', help: 'list: only of this source' },
    all: { type: 'boolean', help: 'list: also alerts that are closed' },
    for: {
      type: 'string',
      value: 'TIME',
      help: 'snooze: how long, in hours or days, such as 12h or 3d (default 1d)',
    },
    json: { type: 'boolean', help: 'list: print one JSON object a line' },
    ...connectionOptions,
  },
  clashes: [
    { options: ['source', 'all', 'json'], actions: ['list'] },
    { options: ['for'], actions: ['snooze'] },
  ],
  examples: [
    ['What is wrong?', 'npx gleaner alerts'],
    ['Not before Monday', 'npx gleaner alerts snooze cfpb-reg-x.quiet --for 3d'],
    ['I have seen it', 'npx gleaner alerts ack cfpb-reg-x.source-moved'],
  ],
  run: async (_operand, values, operands) => {
    const options = readOptions(optionsSchema, values);
    return options.ok
      ? await act(
          operands.filter((each) => each !== ''),
          options.value,
        )
      : usageEnding(options.message);
  },
};
