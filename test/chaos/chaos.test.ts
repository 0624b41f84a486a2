import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('run.ts', import.meta.url));

test(
  'a crawl whose workers are killed every second, with messages doubled and a table that throttles, loses ' +
    'nothing and counts nothing twice',
  async () => {
    const child = spawn(process.execPath, [program, '--minutes', '0.2', '--pages', '120', '--hosts', '8'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
    expect(output).toContain('120 of 120 pages');
    expect(output).toContain('0 lost, 0 double, 0 stuck');
    expect(Number(/(\d+) kills/.exec(output)?.[1])).toBeGreaterThan(3);
    expect(code, output).toBe(0);
  },
);
