import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const commands = [
  ['test/sources/prove.ts', 'npm run prove:sources', '--law'],
  ['test/chaos/run.ts', 'npm run chaos', '--minutes'],
  ['test/firecrawl/run.ts', 'npm run conformance', '--keep'],
  ['bench/cost/run.ts', 'npm run bench:cost', '--modes'],
  ['test/rules/print-measures.ts', 'npm run measures', '--since'],
] as const;

const run = (file: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [join(root, file), ...args], { encoding: 'utf8' });

test.each(commands)('%s tells its options, and a mistake in one sentence', (file, command, option) => {
  const help = run(file, '--help');
  expect(help).toMatchObject({ status: 0, stderr: '' });
  expect(help.stdout).toContain(`Usage: ${command} -- [options]`);
  expect(help.stdout).toContain(option);
  expect(run(file, '--nope')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `${command} has no option --nope\n`,
  });
});

test('a value that a command does not take is refused in one sentence', () => {
  const refused = run('test/sources/prove.ts', '--law', 'gravity');
  expect(refused).toMatchObject({ status: 2, stderr: '--law gravity: expected one of fold, feed, runs\n' });
});
