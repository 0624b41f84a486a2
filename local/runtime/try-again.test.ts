import { expect, test } from 'vitest';
import { installKey } from '../development-key.ts';
import type { Plan } from '../template/plan.ts';
import { AwsRequestError, type AwsClient } from './aws-request.ts';
import type { InvocationOutcome } from '../sandbox/invocation.ts';
import { isPassing, patientClient, tryAgain } from './try-again.ts';

const waited: number[] = [];
const sleep = async (ms: number): Promise<void> => await Promise.resolve(void waited.push(ms));

test('a step is done again until it succeeds, each time after a longer wait', async () => {
  waited.splice(0);
  let times = 0;
  const step = async (): Promise<string> => {
    times += 1;
    if (times < 5) throw new Error('socket hang up');
    return await Promise.resolve('done');
  };
  expect(await tryAgain('do it', step, { sleep })).toBe('done');
  expect(waited).toEqual([100, 200, 400, 800]);
});

test('a step that is given up names what could not be done, and why', async () => {
  const step = async (): Promise<never> =>
    await Promise.reject(new AwsRequestError('Scan', 503, 'ServiceUnavailable', 'later'));
  await expect(tryAgain('read the table', step, { sleep })).rejects.toThrow(
    'Cannot read the table: Scan failed with 503 ServiceUnavailable: later (tried 10 times)',
  );
});

test('what will not pass is not tried again, and keeps its own words', async () => {
  let times = 0;
  const wrong = new AwsRequestError('CreateTable', 400, 'ResourceInUseException', 'it is there');
  const step = async (): Promise<never> => {
    times += 1;
    return await Promise.reject(wrong);
  };
  await expect(tryAgain('make a table', step, { sleep })).rejects.toBe(wrong);
  expect(times).toBe(1);
});

test.each([
  [400, 'ProvisionedThroughputExceededException', true],
  [400, 'ThrottlingException', true],
  [400, 'TransactionConflictException', true],
  [500, 'InternalServerError', true],
  [503, 'SlowDown', true],
  [400, 'ValidationException', false],
  [400, 'ResourceNotFoundException', false],
])('%i %s passes: %s', (status, code, passes) => {
  expect(isPassing(new AwsRequestError('Any', status, code, ''))).toBe(passes);
});

test('a lost answer and an outage are tried again by both protocols of a store', async () => {
  const answers = [
    async () => await Promise.reject(new Error('socket hang up')),
    async () => await Promise.resolve({ status: 503, body: 'out' }),
    async () => await Promise.resolve({ status: 200, body: 'in' }),
  ];
  const client: AwsClient = {
    call: async () => await (answers.shift() as () => Promise<Record<string, unknown>>)(),
    send: async () => await (answers.shift() as () => Promise<{ status: number; body: string }>)(),
    inPlaceOf: () => client,
    close: () => undefined,
  };
  expect(await patientClient(client).send('PUT', '/bucket')).toEqual({ status: 200, body: 'in' });
  answers.push(
    async () => await Promise.reject(new Error('socket hang up')),
    async () => await Promise.resolve({ status: 0, body: 'called' }),
  );
  expect(await patientClient(client).call('AmazonSQS.CreateQueue', {})).toMatchObject({ body: 'called' });
});

const answering = (...outcomes: InvocationOutcome[]) => ({
  plan: { outputs: {} } as Plan,
  invoke: async () =>
    (await Promise.resolve(outcomes.length > 1 ? outcomes.shift() : outcomes[0])) as InvocationOutcome,
});
const conflict: InvocationOutcome = {
  ok: false,
  kind: 'error',
  errorType: 'TransactionCanceledException',
  message: 'UnknownError',
  trace: [],
};

test('the development key is made again after a throttled, lost or crashed try', async () => {
  waited.splice(0);
  const made: InvocationOutcome = { ok: true, payload: '{"success":true}' };
  await installKey(answering(conflict, { ...conflict, kind: 'crash' }, made), 'fc-x', sleep);
  expect(waited.length).toBe(2);
});

test('a development key that cannot be made says what the function met; one that is refused is not tried again', async () => {
  await expect(installKey(answering(conflict), 'fc-x', sleep)).rejects.toThrow(
    'Cannot create the development key: TransactionCanceledException: UnknownError (tried 10 times)',
  );
  waited.splice(0);
  const payload = JSON.stringify({ success: false, failure: { message: 'Too short' } });
  await expect(installKey(answering({ ok: true, payload }), 'x', sleep)).rejects.toThrow('Too short');
  expect(waited).toEqual([]);
});
