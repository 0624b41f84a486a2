import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { heapOption, nodeOptions } from '../../infra/environment.ts';
import type { FunctionPlan } from '../template/functions.ts';
import { makeLocalCredentials } from '../door/local-credentials.ts';
import { functionEnvironment } from './function-environment.ts';

const url = 'http://127.0.0.1:2';

/** Megabytes that the heap of a function may take, as V8 says it. */
const heapMb = (memoryMb: number, own: NodeJS.ProcessEnv = {}): number => {
  const environment = { NODE_OPTIONS: `${nodeOptions} ${heapOption({ memoryMb })}` };
  const plan = { name: 'fetch-pages', folder: '/', memoryMb, environment };
  const env = functionEnvironment(
    plan as unknown as FunctionPlan,
    { dynamodb: url, cloud: url, front: url },
    makeLocalCredentials(),
    own,
  );
  const program = 'process.stdout.write(String(v8.getHeapStatistics().heap_size_limit))';
  return Number(execFileSync(process.execPath, ['-e', program], { env, encoding: 'utf8' })) / 1_048_576;
};

test.each([512, 2_048])('a function of %i MB has the heap of a machine with its memory', (memoryMb) => {
  // Beside the old space there are three semi-spaces of 8 MB.
  expect(heapMb(memoryMb)).toBe(memoryMb / 2 + 3 * 8);
});

test('whoever starts the stack may give functions another heap', () => {
  expect(heapMb(512, { NODE_OPTIONS: '--max-old-space-size=1000' })).toBe(1_000 + 3 * 8);
});
