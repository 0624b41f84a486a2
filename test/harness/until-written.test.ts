import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

const module = new URL('until-written.ts', import.meta.url).href;
const bytes = 5_000_000;

test('what a program prints before its end arrives whole, however late it is read', async () => {
  const program =
    `import { untilWritten } from ${JSON.stringify(module)};` +
    `process.stdout.write('x'.repeat(${bytes})); await untilWritten(); process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await sleep(1_000);
  let got = 0;
  for await (const chunk of child.stdout) got += (chunk as Buffer).length;
  expect(got).toBe(bytes);
});
