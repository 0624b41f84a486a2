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

/** Returns how many files of the repository a start with these arguments loads. */
const loadedBy = (...argv: string[]): number => {
  const counter = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    let count = 0;
    registerHooks({ load: (url, context, next) => {
      if (!url.includes('/node_modules/') && url.startsWith('file:')) count += 1;
      return next(url, context);
    } });
    process.on('exit', () => process.stderr.write(String(count)));
  `)}`;
  const start = fileURLToPath(new URL('start.mjs', import.meta.url));
  const { stderr } = spawnSync(process.execPath, ['--import', counter, start, ...argv], { encoding: 'utf8' });
  return Number(stderr);
};

test('a start loads the command that it runs, and none of the others', () => {
  const [version, status, help] = [loadedBy('--version'), loadedBy('status', '--help'), loadedBy('--help')];
  expect(version).toBeLessThan(help / 5);
  expect(status).toBeLessThan(help / 2);
});
