import { expect, test } from 'vitest';
import { makeExecutions } from './executions.ts';
import { throttledOutcome, type InvocationOutcome } from './invocation.ts';
import { retryThrottled } from './retry-throttled.ts';

const done: InvocationOutcome = { ok: true, payload: 'null' };
const never = new AbortController().signal;

test('an account gives so many executions and no more, and each back once', () => {
  const executions = makeExecutions(2);
  const [first, second] = [executions.take(), executions.take()];
  expect([first, second, executions.take()].map((it) => it === null)).toEqual([false, false, true]);
  first?.();
  first?.();
  expect([executions.take(), executions.take()].map((it) => it === null)).toEqual([false, true]);
  expect([executions.most, executions.throttles]).toEqual([2, 2]);
});

test('what is throttled is tried again until it begins, and what failed is not', async () => {
  const answers: InvocationOutcome[] = [throttledOutcome, throttledOutcome, done];
  expect(await retryThrottled(async () => answers.shift() ?? done, 60_000, never)).toEqual(done);
  expect(answers).toEqual([]);
  const failed: InvocationOutcome = { ...throttledOutcome, kind: 'error' } as InvocationOutcome;
  let calls = 0;
  const once = async () => {
    calls += 1;
    return failed;
  };
  expect([await retryThrottled(once, 60_000, never), calls]).toEqual([failed, 1]);
});

test('once the messages are visible again nobody tries for them any more', async () => {
  let calls = 0;
  const always = async () => {
    calls += 1;
    return throttledOutcome;
  };
  expect([await retryThrottled(always, 50, never), calls]).toEqual([throttledOutcome, 1]);
});
