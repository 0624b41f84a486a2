import { afterEach, expect, test, vi } from 'vitest';
import { makeLocalCredentials } from '../door/local-credentials.ts';
import type { FunctionPool } from '../sandbox/function-pool.ts';
import type { Plan } from '../template/plan.ts';
import { serveFront } from './serve-front.ts';

afterEach(() => void vi.useRealTimers());

test('an answer that comes within 29 s is handed on, one that comes later is an error of the gateway', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let invoked = Promise.withResolvers<(outcome: object) => void>();
  const pool = { invoke: async () => await new Promise<object>((answer) => invoked.resolve(answer)) };
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
  const askFor = async (ms: number): Promise<number> => {
    invoked = Promise.withResolvers();
    const asked = fetch(`${front.url}/a`);
    const answer = await invoked.promise;
    await vi.advanceTimersByTimeAsync(ms);
    answer({ ok: true, payload: JSON.stringify({ statusCode: 200, body: 'in time' }) });
    return (await asked).status;
  };
  try {
    expect(await askFor(28_999)).toBe(200);
    expect(await askFor(29_000)).toBe(504);
  } finally {
    vi.useRealTimers();
    await front.close();
  }
});
