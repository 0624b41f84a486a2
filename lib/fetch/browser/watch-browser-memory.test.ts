import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { browserMemoryBytes, watchBrowserMemory } from './watch-browser-memory.ts';

const held = 150 * 2 ** 20;
/** Holds that much, and starts a process of its own that does. */
const program = `
const mine = Buffer.alloc(${held}, 1);
if (process.argv[1] === 'parent') {
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', process.env.PROGRAM, 'child'], { stdio: ['pipe', 1, 2] });
}
else process.stdout.write('ready');
process.stdin.on('end', () => process.exit()).resume();
`;
const started: ChildProcess[] = [];
afterAll(() => {
  for (const each of started) each.stdin?.end();
});

test.skipIf(process.platform !== 'linux')(
  'memory of a browser is that of all its processes, and what is too much ends the page',
  async () => {
    const parent = spawn(process.execPath, ['-e', program, 'parent'], {
      env: { PROGRAM: program },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    started.push(parent);
    await once(parent.stdout, 'data');
    const pid = parent.pid ?? expect.fail();
    expect(await browserMemoryBytes(pid)).toBeGreaterThan(2 * held);
    const watch = watchBrowserMemory(pid, 'http://site.example/', 2 * held);
    await expect(watch.exceeded).rejects.toMatchObject({ failure: { code: 'CONTENT_TOO_COMPLEX' } });
    watch.stop();
  },
);
