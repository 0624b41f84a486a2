import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeLocalCredentials } from '../door/local-credentials.ts';
import type { Plan } from '../template/plan.ts';
import { makeExecutions } from './executions.ts';
import { makePools } from './make-pools.ts';

const handlers = {
  refuses: 'throw new Error("SOURCE_NOT_FOUND: the manifest has no source nosuchsource")',
  answers: 'return 1',
  hangs: 'await new Promise(() => setInterval(() => {}, 1_000))',
  dies: 'process.exit(7)',
};

test('a notice of an invocation that failed names a log that tells the failure', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-pools-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const functions = Object.entries(handlers).map(([name, body]) => {
    writeFileSync(join(dataDir, `${name}.mjs`), `export const handler = async () => { ${body}; };`);
    return { name, folder: dataDir, module: name, handler: 'handler', timeoutSeconds: 2, memoryMb: 128 };
  });
  const notices = new Map<string, string>();
  const made = makePools({
    plan: {
      functions: functions.map((it) => ({ ...it, environment: {} })),
      routes: [],
    } as unknown as Plan,
    endpoints: { dynamodb: 'http://127.0.0.1:1', cloud: 'http://127.0.0.1:2', front: 'http://127.0.0.1:3' },
    credentials: makeLocalCredentials(),
    dataDir,
    poolSize: 1,
    executions: makeExecutions(Number.POSITIVE_INFINITY),
    freezes: false,
    inproc: false,
    onNotice: (subject, line) => void notices.set(subject, line),
  });
  try {
    for (const name of Object.keys(handlers)) await made.pools.get(name)?.invoke({});
  } finally {
    await made.close(0);
  }
  expect([...notices.keys()]).toEqual(['refuses', 'hangs', 'dies']);
  const told: Record<string, object> = {};
  for (const [name, line] of notices) {
    const [, path = ''] = /\(more in (.+)\)$/.exec(line) ?? [];
    const last = readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '';
    told[name] = JSON.parse(last) as object;
  }
  expect(told).toMatchObject({
    refuses: {
      level: 'ERROR',
      message: {
        errorType: 'Error',
        errorMessage: 'SOURCE_NOT_FOUND: the manifest has no source nosuchsource',
        stackTrace: expect.arrayContaining([expect.stringContaining('refuses.mjs')]) as string[],
      },
    },
    hangs: { message: { errorMessage: 'the function took longer than 2 s' } },
    dies: { message: { errorMessage: 'the process ended with exit code 7' } },
  });
});
