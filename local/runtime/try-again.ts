import { setTimeout as pause } from 'node:timers/promises';
import { AwsRequestError, type AwsClient } from './aws-request.ts';

/** Tries of one step of the start, and the waits between them: half a minute in all. */
const triesMax = 10;
const waitMsMin = 50;
const waitMsMax = 5_000;

/** Says whether a failed step may succeed next time: the store was throttled or down, or its answer was lost. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof AwsRequestError) ||
  error.status >= 500 ||
  /Throttl|Throughput|SlowDown|Conflict|InProgress/.test(error.code);

/**
 * Does one step of the start, and repeats it while its failure may pass. A step must do no harm if it is done twice,
 * because only the answer to the first may have been lost.
 *
 * @param what - what cannot be done, for the message: `Cannot ${what}: ${why} (tried 10 times)`.
 * @throws {Error} with the last cause, as soon as `mayPass` says that it will not pass.
 */
export const tryAgain = async <Result>(
  what: string,
  step: () => Promise<Result>,
  {
    mayPass = isPassing,
    sleep = pause,
  }: {
    readonly mayPass?: (error: unknown) => boolean;
    readonly sleep?: (ms: number) => Promise<unknown>;
  } = {},
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (!mayPass(error)) throw error;
      if (attempt === triesMax) {
        const why = error instanceof Error && error.message !== '' ? error.message : String(error);
        throw new Error(`Cannot ${what}: ${why} (tried ${triesMax} times)`, { cause: error });
      }
      await sleep(Math.min(waitMsMax, waitMsMin * 2 ** attempt));
    }
  }
};

/** Returns a client that repeats failed calls: for the steps of the start, which may all be done twice. */
export const patientClient = (client: AwsClient): AwsClient => ({
  call: async (target, input, options) =>
    await tryAgain(`call ${target}`, async () => await client.call(target, input, options), {
      mayPass: (error) => options?.signal?.aborted !== true && isPassing(error),
    }),
  send: async (method, path, body) =>
    await tryAgain(`${method} ${path}`, async () => {
      const answer = await client.send(method, path, body);
      if (answer.status < 500) return answer;
      throw new AwsRequestError(`${method} ${path}`, answer.status, 'Unknown', answer.body.slice(0, 300));
    }),
  inPlaceOf: (name) => patientClient(client.inPlaceOf(name)),
  close: () => client.close(),
});
