import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { failures, isFailureCode } from '../../lib/failure.ts';
import { callApi, firstContact, whileWaiting, type ApiResponse, type NoResponse } from './call-api.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import type { Instance } from './find-instance.ts';
import { refusalEnding } from './refusal.ts';

const continuesSchema = z.looseObject({
  state: z.literal('processing_continues'),
  retryAfterSeconds: z.number().min(0).max(600).catch(5),
});

/**
 * Asks for a result until it is there. If the work takes longer than the API may hold a connection, it answers 408 with
 * `details.state: "processing_continues"`. The identical request, sent again, then attaches to the work in progress.
 */
export const callUntilDone = async (
  instance: Instance,
  request: { readonly path: string; readonly body: Record<string, unknown> },
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ApiResponse | { readonly kind: 'timed-out' }> => {
  const deadline = AbortSignal.timeout(Math.min(timeoutMs, 2_147_483_647));
  const either = AbortSignal.any([signal, deadline]);
  for (let patience = firstContact; ; patience = whileWaiting) {
    const answer = await callApi(instance, { method: 'POST', ...request }, patience, either);
    if (answer.kind === 'interrupted') return signal.aborted ? answer : { kind: 'timed-out' };
    const continues =
      answer.kind === 'refused' && answer.status === 408
        ? continuesSchema.safeParse(answer.details)
        : undefined;
    if (continues?.success !== true) return answer;
    try {
      await sleep(Math.max(continues.data.retryAfterSeconds, 0.2) * 1_000, undefined, { signal: either });
    } catch {
      return signal.aborted ? { kind: 'interrupted' } : { kind: 'timed-out' };
    }
  }
};

/** Like `refusalEnding`, for a request that may fail because of a site. */
export const endingOfSite = (answer: NoResponse, instance: Instance, what: string): CommandEnding => {
  const code = answer.kind === 'refused' ? answer.code : undefined;
  const siteFailed = code !== undefined && isFailureCode(code) && failures[code].fault === 'site';
  return answer.kind === 'refused' && siteFailed
    ? { exitCode: exitCodes.jobFailed, message: `${what} (${code}): ${answer.message}` }
    : refusalEnding(answer, instance);
};
