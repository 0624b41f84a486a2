import { afterEach, expect, test, vi } from 'vitest';
import { makeLocalCredentials } from '../door/local-credentials.ts';
import type { FunctionPool } from '../sandbox/function-pool.ts';
import type { Plan } from '../template/plan.ts';
import { serveFront } from './serve-front.ts';

afterEach(() => void vi.useRealTimers());

interface Invoked {
  readonly began: () => void;
  readonly answer: (outcome: object) => void;
}

test('an answer that comes within 29 s after the start of its function is handed on, a later one is an error', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let invoked = Promise.withResolvers<Invoked>();
  const pool = {
    invoke: async (_event: unknown, _groups: readonly string[], began: () => void) =>
      await new Promise<object>((answer) => invoked.resolve({ began, answer })),
  };
  const plan = {
    routes: [{ method: 'ANY', resource: '/{proxy+}', functionName: 'api' }],
    gatewayResponses: {},
    binaryTypes: [],
    stage: 'prod',
  };
  const front = await serveFront(0, makeLocalCredentials(), () => {});
  front.open({
    plan: plan as unknown as Plan,
    pools: new Map([['api', pool as unknown as FunctionPool]]),
  });
  /**
   * The status of an answer that comes so long after the start, which itself takes `startMs`; null: it never starts.
   */
  const askFor = async (ms: number, startMs: number | null = 0): Promise<number> => {
    invoked = Promise.withResolvers();
    const asked = fetch(`${front.url}/a`);
    const { began, answer } = await invoked.promise;
    await vi.advanceTimersByTimeAsync(startMs ?? 0);
    if (startMs !== null) began();
    await vi.advanceTimersByTimeAsync(ms);
    answer({ ok: true, payload: JSON.stringify({ statusCode: 200, body: 'in time' }) });
    return (await asked).status;
  };
  try {
    expect(await askFor(28_999)).toBe(200);
    expect(await askFor(29_000)).toBe(504);
    expect(await askFor(28_999, 60_000)).toBe(200);
    expect(await askFor(29_000, 60_000)).toBe(504);
    expect(await askFor(148_999, null)).toBe(200);
    expect(await askFor(149_000, null)).toBe(504);
  } finally {
    vi.useRealTimers();
    await front.close();
  }
});
