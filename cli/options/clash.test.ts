import { expect, test } from 'vitest';
import { commandNames, loadAllCommands, loadCommand } from '../commands.ts';
import { parseArguments } from './arguments.ts';

const said = async (line: string): Promise<string | null> => {
  const [name = '', ...argv] = line.split(' ');
  const command = await loadCommand(name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  const parsed = parseArguments(command, argv);
  return parsed.kind === 'usage' ? parsed.message : null;
};

test.each([
  [
    'crawl a.example --dry-run --output q',
    '--output and --dry-run exclude each other: --dry-run crawls nothing',
  ],
  ['crawl a.example --dry-run --no-wait', '--no-wait and --dry-run exclude each other'],
  [
    'crawl a.example --no-wait --output q',
    '--output and --no-wait exclude each other: --no-wait ends before',
  ],
  ['batch a.example --no-wait --strict', '--strict and --no-wait exclude each other'],
  ['redrive x --dry-run --timeout 3', '--timeout and --dry-run exclude each other'],
  ['redrive x --no-wait --output q', '--output and --no-wait exclude each other'],
  ['extract a.example --no-wait --explain', '--explain and --no-wait exclude each other'],
  ['extract a.example --stream --explain', '--stream and --explain exclude each other'],
  ['extract a.example --stream --json', '--json and --stream exclude each other'],
  ['extract a.example --ungrounded --grounded-only', '--grounded-only and --ungrounded exclude each other'],
  ['map a.example --subdomains --no-subdomains', '--subdomains and --no-subdomains exclude each other'],
  ['status x --watch --json', '--json and --watch exclude each other'],
  ['status x --timeout 3', '--timeout has an effect only with --watch, --results or --output'],
  ['errors x --limit 3', '--limit has no effect beside x: all errors of one job are listed'],
  ['webhooks x --all', '--all has an effect only with --redeliver: add it, or leave --all out'],
  ['keys list --open-jobs 3', '--open-jobs is for keys create, not for list'],
  ['keys create x --all', '--all is for keys list, not for create'],
  ['models wake x --json', '--json is for models list, not for wake'],
  ['alerts --for 3d', '--for is for alerts snooze, not for list'],
  ['alerts ack x --source y', '--source is for alerts list, not for ack'],
  ['audit verify --source x', '--source is for audit list, export, not for verify'],
  ['audit --format csv', '--format is for audit export, not for list'],
  ['content x --json --compare', '--json and --compare exclude each other'],
  ['doctor --region x', '--region has an effect only with --account'],
  ['deploy --destroy --bootstrap', '--bootstrap and --destroy exclude each other'],
  ['export x --data y --account', '--data and --account exclude each other'],
  ['export x --table y', '--table has an effect only with --account'],
  ['import x --profile y', '--profile has an effect only with --account'],
  ['erase a.example --yes --dry-run', '--yes and --dry-run exclude each other: --dry-run erases nothing'],
  ['erase a.example --domain --team', '--domain and --team exclude each other: give one, or none for a URL'],
])('an option that would have no effect is refused: %s', async (line, why) => {
  const message = await said(line);
  expect(message?.startsWith(why), String(message)).toBe(true);
});

test.each([
  'crawl a.example --dry-run --json --limit 3',
  'crawl a.example --no-wait --json',
  'extract a.example --field x --strict --no-wait',
  'status x --results --output q --timeout 3',
  'errors --source x --limit 3',
  'webhooks x --redeliver --all',
  'keys create x --open-jobs 3',
  'alerts --all --json',
  'audit verify --json',
  'audit --source x',
  'export x --account --name y --table z',
  'deploy --dry-run --bootstrap --yes',
])('options that have an effect together are taken: %s', async (line) => {
  expect(await said(line)).toBeNull();
});

test('what a clash names are options and actions of its command', async () => {
  expect(commandNames.length).toBeGreaterThan(20);
  for (const { name, options, operandCompletes = [], clashes = [] } of await loadAllCommands())
    for (const clash of clashes) {
      const beside = 'beside' in clash && clash.beside !== 'operand' ? clash.beside : [];
      const named = [...clash.options, ...beside, ...('without' in clash ? clash.without : [])];
      expect(Object.keys(options), name).toEqual(expect.arrayContaining(named));
      if ('actions' in clash)
        expect(operandCompletes, name).toEqual(expect.arrayContaining([...clash.actions]));
    }
});
