import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { AwsClient } from './runtime/aws-request.ts';
import { pollQueue } from './runtime/poll-queue.ts';
import type { FunctionPool } from './sandbox/function-pool.ts';
import { startRuntime } from './runtime/start-runtime.ts';
import { synthesiseTestStack } from './test-stack.ts';

const source = {
  queue: 'work',
  functionName: 'do-work',
  batchSize: 1,
  windowSeconds: 0,
  reportsItemFailures: true,
  concurrencyMax: undefined,
};
const crash = { ok: false, kind: 'crash', errorType: 'Runtime.ExitError', message: '', trace: [] } as const;

test.each([
  [true, []],
  [false, ['AmazonSQS.ChangeMessageVisibilityBatch']],
])('of a sandbox that dies messages stay hidden as on AWS: %s', async (asAws, wanted) => {
  const calls: string[] = [];
  const polled = Promise.withResolvers<void>();
  let given = false;
  const call = async (action: string, _input: unknown, { signal }: { signal?: AbortSignal } = {}) => {
    if (action !== 'AmazonSQS.ReceiveMessage') return void calls.push(action);
    if (!given) {
      given = true;
      return { Messages: [{ MessageId: 'm', ReceiptHandle: 'r', Body: '{}' }] };
    }
    return await new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(new Error('over'))),
    );
  };
  const lease = {
    release: () => {},
    run: async () => {
      setImmediate(() => setImmediate(polled.resolve));
      return crash;
    },
  };
  const pool = { lease: async () => lease, turns: { open: () => 'everybody', changed: async () => {} } };
  const poller = pollQueue({
    source,
    queueUrl: 'http://127.0.0.1/work',
    client: { call } as unknown as AwsClient,
    pool: pool as unknown as FunctionPool,
    asAws,
    onNotice: () => {},
  });
  await polled.promise;
  await poller.stop();
  expect(calls).toEqual(wanted);
});

test.runIf(process.platform === 'linux')(
  'a sandbox is frozen between events, and goes on with the next',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-frozen-'));
    const assembly = await synthesiseTestStack(folder);
    const runtime = await startRuntime({
      assembly: async () => assembly,
      dataDir: join(folder, 'data'),
      port: 0,
      asAws: true,
      // With two, the next event may be given to the other one.
      poolSize: 1,
      onNotice: () => {},
    });
    try {
      const ask = async (): Promise<number> => {
        const outcome = await runtime.invoke('do-work', { httpMethod: 'GET' });
        if (!outcome.ok) throw new Error(outcome.message);
        const { body } = JSON.parse(outcome.payload) as { body: string };
        return (JSON.parse(body) as { pid: number }).pid;
      };
      const pid = await ask();
      const state = (): string => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.charAt(0) ?? '';
      await vi.waitFor(() => expect(state()).toBe('T'), { timeout: 240_000, interval: 20 });
      expect(await ask()).toBe(pid);
    } finally {
      await runtime.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
