import * as z from 'zod';
import { scopes } from '../../lib/request/keys/scopes.ts';
import { withOptions, wholeNumberOption } from '../options/arguments.ts';
import { callApi, firstContact, type ApiRequest } from '../api/call-api.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { findInstance, type Instance } from '../api/find-instance.ts';
import { keyTable, keyRowSchema } from '../output/key-table.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { refusalEnding, unusableInstance } from '../api/refusal.ts';
import { lineWidth } from '../output/screen.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  scope: z.array(z.enum(scopes, `expected ${scopes.join(', ')}`)).optional(),
  'requests-per-minute': wholeNumberOption(1).optional(),
  'open-jobs': wholeNumberOption(1).optional(),
  all: z.boolean().default(false),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

interface Connection {
  readonly instance: Instance;
  readonly signal: AbortSignal;
}

const ask = async ({ instance, signal }: Connection, request: ApiRequest, patience = firstContact) =>
  await callApi(instance, request, patience, signal);

/** Does not try again: if the answer is lost, the new key is lost with it, and a person has to ask for another. */
const onlyOnce = { forMs: 0, evenIfAbsent: false };

const createdSchema = z.looseObject({
  id: z.string(),
  key: z.string(),
  scopes: z.array(z.string()),
  limits: z.object({ requestsPerMinute: z.number(), openJobs: z.number() }),
  lowered: z.array(z.string()).default([]),
});

const limitWords: Readonly<Record<string, string>> = {
  requestsPerMinute: 'requests per minute',
  openJobs: 'open jobs',
};

/** Says which limits a new key has, and which of them are lower than was asked. */
const limitsInWords = ({ limits, lowered }: z.infer<typeof createdSchema>): string => {
  const all = Object.entries(limits).map(
    ([name, most]) => `${most.toLocaleString('en')} ${limitWords[name] ?? name}`,
  );
  const least = lowered.map((name) => limitWords[name] ?? name).join(' and ');
  const why = least === '' ? '' : ` Lowered to what the key that made it has: ${least}.`;
  return `It may have ${all.join(' and ')}.${why}`;
};

const create = async (connection: Connection, name: string, options: Options): Promise<CommandEnding> => {
  const body = {
    name,
    ...(options.scope === undefined ? {} : { scopes: options.scope }),
    ...(options['requests-per-minute'] === undefined
      ? {}
      : { requestsPerMinute: options['requests-per-minute'] }),
    ...(options['open-jobs'] === undefined ? {} : { openJobs: options['open-jobs'] }),
  };
  const answer = await ask(connection, { method: 'POST', path: '/v2/keys', body }, onlyOnce);
  if (answer.kind !== 'ok') return refusalEnding(answer, connection.instance);
  const created = createdSchema.parse(answer.body);
  await writeOut(options.json ? `${inertJson(answer.body)}\n` : `${created.key}\n`);
  say(`The key "${name}" may ${created.scopes.join(' and ')}. Save it now: it cannot be shown again.`);
  say(limitsInWords(created));
  say(`To revoke it: npx gleaner keys revoke ${created.id}`);
  return { exitCode: exitCodes.completed };
};

const list = async (connection: Connection, options: Options): Promise<CommandEnding> => {
  const answer = await ask(connection, { method: 'GET', path: '/v2/keys' });
  if (answer.kind !== 'ok') return refusalEnding(answer, connection.instance);
  const { keys } = z.object({ keys: z.array(keyRowSchema) }).parse(answer.body);
  const shown = keys.filter(({ revokedAt }) => options.all || revokedAt === null);
  if (options.json) for (const key of shown) await writeOut(`${inertJson(key)}\n`);
  else await writeOut(`${keyTable(shown, lineWidth())}\n`);
  const hidden = keys.length - shown.length;
  if (hidden > 0)
    say(
      `${hidden} revoked ${hidden === 1 ? 'key is' : 'keys are'} not listed. To list all: npx gleaner keys list --all`,
    );
  return { exitCode: exitCodes.completed };
};

const revoke = async (
  connection: Connection,
  ids: readonly string[],
  options: Options,
): Promise<CommandEnding> => {
  for (const id of ids) {
    const path = `/v2/keys/${encodeURIComponent(id)}`;
    const answer = await ask(connection, { method: 'DELETE', path });
    if (answer.kind !== 'ok') return refusalEnding(answer, connection.instance);
    if (options.json) await writeOut(`${inertJson(answer.body)}\n`);
    else say(`The key ${id} is revoked. It stops working within a minute. Jobs that it started continue.`);
  }
  return { exitCode: exitCodes.completed };
};

const run = async ([action, ...rest]: readonly string[], options: Options): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const connection = { instance, signal: listenForInterrupt() };
  const [first] = rest;
  if (action === 'list' && first === undefined) return await list(connection, options);
  if (action === 'create' && first !== undefined && rest.length === 1)
    return await create(connection, first, options);
  if (action === 'revoke' && first !== undefined) return await revoke(connection, rest, options);
  const found = [action, ...rest].join(' ');
  return usageEnding(
    `expected list, create <name> or revoke <id>, found "${found}"\nSee: gleaner keys --help`,
  );
};

/** `gleaner keys list`, `gleaner keys create <name>`, `gleaner keys revoke <id>` */
export const keysCommand: Command = {
  name: 'keys',
  summary: "list, create and revoke your team's API keys",
  operand: 'list | create <name> | revoke <id>',
  takesMany: true,
  operandCompletes: ['list', 'create', 'revoke'],
  description: `Manages the API keys of your team, with a key that has the scope admin: the one that \`npm start\`
prints has it. A new key is printed on stdout, once; nobody can read it again. Columns of the list that count are of
this month.`,
  options: {
    scope: {
      type: 'string',
      multiple: true,
      value: 'SCOPE',
      completes: scopes,
      help:
        'create: read (status and results), write (start and cancel jobs), admin (keys); may be repeated ' +
        '(default: read and write)',
    },
    'requests-per-minute': {
      type: 'string',
      value: 'N',
      help: 'create: how many requests per minute may start work',
    },
    'open-jobs': {
      type: 'string',
      value: 'N',
      help: 'create: how many crawls, batches and extractions may run at the same time',
    },
    all: { type: 'boolean', help: 'list: revoked keys as well' },
    json: { type: 'boolean', help: 'print one JSON object a line' },
    ...connectionOptions,
  },
  clashes: [
    { options: ['scope', 'requests-per-minute', 'open-jobs'], actions: ['create'] },
    { options: ['all'], actions: ['list'] },
  ],
  examples: [
    ['Who has a key, and what each used this month', 'npx gleaner keys list'],
    ['A key for a dashboard, which can only read', 'npx gleaner keys create dashboard --scope read'],
    [
      'A key for a script, kept in a variable',
      'GLEANER_KEY=$(npx gleaner keys create nightly --requests-per-minute 60 --open-jobs 5)',
    ],
    ['Revoke a key', 'npx gleaner keys revoke 3f2a9c0d1e4b5a697887'],
  ],
  run: withOptions(optionsSchema, (_operand, options, operands) => run(operands, options)),
};
