import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandNames, loadAllCommands, loadCommand } from './commands.ts';

test('each command is found by its own name, and no other name finds one', async () => {
  expect((await loadAllCommands()).map(({ name }) => name)).toEqual(commandNames);
  for (const name of commandNames) expect((await loadCommand(name))?.name).toBe(name);
  for (const name of ['', 'crwl', 'constructor', '__proto__'])
    expect(await loadCommand(name)).toBeUndefined();
});

/** Returns the modules of commands that a start with these arguments loads. */
const loadedBy = (...argv: string[]): string[] => {
  const teller = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => {
      if (url.includes('/cli/commands/')) process.stderr.write(url.slice(url.lastIndexOf('/') + 1) + ' ');
      return next(url, context);
    } });
  `)}`;
  const start = fileURLToPath(new URL('start.mjs', import.meta.url));
  const { stderr } = spawnSync(process.execPath, ['--import', teller, start, ...argv], { encoding: 'utf8' });
  return stderr.split(' ').filter((name) => name !== '');
};

test('a start loads the command that it runs, and none of the others', () => {
  expect(loadedBy('--version')).toEqual([]);
  expect(loadedBy('status', '--help')).toEqual(['status.ts']);
  expect(loadedBy('--help').length).toBeGreaterThan(20);
});
