import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { callApi, firstContact, type ApiRequest } from '../api/call-api.ts';
import type { Instance } from '../api/find-instance.ts';
import { notGleaner, refusalEnding } from '../api/refusal.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { readDelivery, readTimeoutMs } from '../options/delivery-options.ts';
import { say, writeOut } from '../output/write-output.ts';
import { followJob } from './follow-job.ts';

const startedSchema = z.looseObject({
  id: z.string(),
  invalidURLs: z.array(z.string()).optional().catch(undefined),
  warning: z.string().optional().catch(undefined),
});

/** A job that a command starts, and its name in messages: `Crawl <id> of <subject>`. */
export interface StartedJob {
  readonly kind: 'crawl' | 'batch';
  readonly path: string;
  readonly body: NonNullable<ApiRequest['body']>;
  readonly subject: string;
}

/** Starts a job and waits for its pages; with `no-wait` it prints the job's id and returns. */
export const startAndFollow = async (
  instance: Instance,
  { kind, path, body, subject }: StartedJob,
  options: Parameters<typeof readDelivery>[0] & {
    readonly 'no-wait': boolean;
    readonly 'cancel-on-interrupt': boolean;
  },
  signal: AbortSignal,
): Promise<CommandEnding> => {
  const request = { method: 'POST', path, body, idempotencyKey: randomUUID() } as const;
  const answer = await callApi(instance, request, firstContact, signal);
  if (answer.kind !== 'ok') return refusalEnding(answer, instance);
  const started = startedSchema.safeParse(answer.body);
  if (!started.success)
    return { exitCode: exitCodes.unreachable, message: notGleaner(instance, "a job's id") };
  const { id, invalidURLs = [], warning } = started.data;
  if (warning !== undefined) say(`Warning: ${warning}`);
  for (const url of invalidURLs) say(`Left out, because it is not a URL that can be fetched: ${url}`);
  if (options['no-wait']) {
    await writeOut(options.json ? `${inertJson(answer.body)}\n` : `${id}\n`);
    return { exitCode: exitCodes.completed };
  }
  say(`${kind === 'crawl' ? 'Crawl' : 'Batch'} ${id} of ${subject}`);
  const cancelOnInterrupt = options['cancel-on-interrupt'];
  const follow = { timeoutMs: readTimeoutMs(options), cancelOnInterrupt, isOwn: true };
  return followJob(instance, { kind, id }, readDelivery(options), follow, signal);
};
