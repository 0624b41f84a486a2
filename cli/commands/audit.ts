import * as z from 'zod';
import { auditRowSchema, csvHeading, csvLines, type AuditRow } from '../../lib/source/audit/audit-rows.ts';
import { readOptions, wholeNumberOption } from '../options/arguments.ts';
import { callApi, whileWaiting } from '../api/call-api.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { findInstance, type Instance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { refusalEnding, unusableInstance, notGleaner } from '../api/refusal.ts';
import { lineWidth } from '../output/screen.ts';
import { textTable, type Column } from '../output/text-table.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson, inertOnTerminal } from '../inert-text.ts';
import { readList } from '../read-list.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  source: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  action: z.string().optional(),
  status: wholeNumberOption(100).optional(),
  limit: wholeNumberOption(1).optional(),
  format: z.enum(['csv', 'jsonl'], 'expected csv or jsonl').optional(),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

interface Connection {
  readonly instance: Instance;
  readonly signal: AbortSignal;
}

const what = ({ action, url, details, http_status: status, error }: AuditRow): string =>
  action === 'page.visited'
    ? [status, error, url ?? '(erased)'].filter((part) => part !== null).join(' ')
    : Object.entries(details)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ');

const columns: readonly Column<AuditRow>[] = [
  { heading: 'WHEN', show: ({ timestamp }) => timestamp.slice(0, 19).replace('T', ' ') },
  { heading: 'SOURCE', show: ({ chain }) => chain },
  { heading: 'BY', show: ({ by }) => by },
  { heading: 'WHAT', show: ({ action }) => action },
  { heading: 'DETAILS', show: what },
];

const wantedRows = ({ source, from, to, action, status }: Options): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ source, from, to, action, status }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

const rows = async (
  { instance, signal }: Connection,
  options: Options,
  most: number,
  show: (rows: readonly AuditRow[]) => Promise<void>,
): Promise<CommandEnding & { readonly more?: boolean }> => {
  const list = { path: '/v2/audit', query: wantedRows(options), field: 'rows' };
  const listed = await readList(instance, list, auditRowSchema, most, show, signal);
  return listed.kind === 'listed'
    ? { exitCode: exitCodes.completed, more: listed.more }
    : refusalEnding(listed, instance);
};

const listRows = async (connection: Connection, options: Options): Promise<CommandEnding> => {
  const most = options.limit ?? 200;
  const all: AuditRow[] = [];
  const ending = await rows(connection, options, most, async (part) => {
    if (!options.json) all.push(...part);
    else for (const row of part) await writeOut(`${inertJson(row)}\n`);
  });
  if (all.length > 0) await writeOut(`${textTable(columns, all, lineWidth())}\n`);
  if (ending.more === true)
    say(`There are more rows. List more with --limit, or others with --source, --from and --to.`);
  return ending;
};

const exportRows = async (connection: Connection, options: Options): Promise<CommandEnding> => {
  const isCsv = options.format !== 'jsonl';
  if (isCsv) await writeOut(csvHeading);
  return await rows(connection, options, options.limit ?? Number.POSITIVE_INFINITY, async (part) => {
    await writeOut(isCsv ? csvLines(part) : part.map((row) => `${inertJson(row)}\n`).join(''));
  });
};

const verdictSchema = z.looseObject({
  chains: z.array(
    z.looseObject({
      chain: z.string(),
      records: z.number(),
      files: z.number(),
      findings: z.array(z.looseObject({ kind: z.string(), key: z.string(), message: z.string() })),
    }),
  ),
  cursor: z.string().nullable(),
});

const verify = async ({ instance, signal }: Connection, options: Options): Promise<CommandEnding> => {
  let cursor: string | null = null;
  let [chains, records, files, wrong] = [0, 0, 0, 0];
  do {
    const path: string = `/v2/audit/verify${cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await callApi(instance, { method: 'GET', path }, whileWaiting, signal);
    if (answer.kind !== 'ok') return refusalEnding(answer, instance);
    const parsed = verdictSchema.safeParse(answer.body);
    if (!parsed.success)
      return { exitCode: exitCodes.unreachable, message: notGleaner(instance, 'what was found of an audit') };
    for (const each of parsed.data.chains) {
      chains += 1;
      records += each.records;
      files += each.files;
      wrong += each.findings.length;
      if (options.json) await writeOut(`${inertJson(each)}\n`);
      else
        for (const { kind, key, message } of each.findings)
          await writeOut(`${kind}  ${inertOnTerminal(key)}: ${inertOnTerminal(message)}\n`);
    }
    ({ cursor } = parsed.data);
  } while (cursor !== null);
  say(`Checked ${records} records in ${chains} chains, and the ${files} files whose hashes they hold.`);
  if (wrong === 0) {
    say('Nothing was removed, changed or added.');
    return { exitCode: exitCodes.completed };
  }
  return {
    exitCode: exitCodes.pagesFailed,
    message: `The audit was tampered with: ${wrong} ${wrong === 1 ? 'finding' : 'findings'}`,
  };
};

/** `gleaner audit list|export|verify` */
export const auditCommand: Command = {
  name: 'audit',
  summary: 'who did what to which source, and a proof that the record was not changed',
  operand: '[list | export | verify]',
  mayBeBare: true,
  operandCompletes: ['list', 'export', 'verify'],
  description: `Reads the audit of your team: manifests that were applied, runs with each visit of a page, sources
that were paused and resumed, pages that were erased. \`export\` writes it as CSV, or as JSON Lines; \`verify\`
checks the chain of hashes, and exits with 1 if something was removed, changed or added (docs/audit.md).`,
  options: {
    source: { type: 'string', value: 'ID', help: 'list, export: only of this source' },
    from: { type: 'string', value: 'DATE', help: 'list, export: not before this date or moment' },
    to: { type: 'string', value: 'DATE', help: 'list, export: not after it' },
    action: { type: 'string', value: 'NAME', help: 'list, export: only this, such as page.visited' },
    status: { type: 'string', value: 'CODE', help: 'list, export: visits answered with this HTTP status' },
    limit: { type: 'string', value: 'N', help: 'rows at most (list: default 200)' },
    format: {
      type: 'string',
      value: 'FORMAT',
      completes: ['csv', 'jsonl'],
      help: 'export: csv (default) or jsonl',
    },
    json: { type: 'boolean', help: 'list, verify: print one JSON object a line' },
    ...connectionOptions,
  },
  clashes: [
    { options: ['source', 'from', 'to', 'action', 'status', 'limit'], actions: ['list', 'export'] },
    { options: ['format'], actions: ['export'] },
    { options: ['json'], actions: ['list', 'verify'] },
  ],
  examples: [
    ['What was done lately', 'npx gleaner audit list --from 2026-11-01'],
    ['A year of a source for an auditor', 'npx gleaner audit export --source cfpb-reg-x > cfpb-reg-x.csv'],
    ['Is it as it was written?', 'npx gleaner audit verify'],
  ],
  run: async (operand, values) => {
    const parsed = readOptions(optionsSchema, values);
    if (!parsed.ok) return usageEnding(parsed.message);
    const options = parsed.value;
    const action = operand === '' ? 'list' : operand;
    if (action !== 'list' && action !== 'export' && action !== 'verify')
      return usageEnding(`expected list, export or verify, found "${operand}"\nSee: gleaner audit --help`);
    const instance = findInstance(options);
    if ('malformed' in instance) return unusableInstance(instance);
    const connection = { instance, signal: listenForInterrupt() };
    if (action === 'list') return await listRows(connection, options);
    return action === 'export' ? await exportRows(connection, options) : await verify(connection, options);
  },
};
