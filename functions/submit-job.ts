import middy from '@middy/core';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import * as z from 'zod';
import { openObjects, openTable } from '../lib/store/clients.ts';
import { openMeter } from '../lib/store/meter.ts';
import { unpauseSource } from '../lib/store/sources/pause-source.ts';
import { askForReconciling } from '../lib/store/sources/manifest-root.ts';
import { readConfig } from '../lib/config.ts';
import { createSeenCache } from '../lib/frontier/seen-cache.ts';
import { submitJob } from '../lib/steps/submit-job/submit-job.ts';
import { jobKinds } from '../lib/job/job-kind.ts';
import { openSeal } from '../lib/steps/submit-job/seal-request.ts';
import { logger } from './edge/logger.ts';
import { openFunctionQueues } from './edge/function-queues.ts';
import { sleep } from './edge/sleep.ts';

const config = readConfig([
  'TABLE_NAME',
  'RESULT_BUCKET',
  'FETCH_HIGH_QUEUE_URL',
  'FETCH_NORMAL_QUEUE_URL',
  'FETCH_LOW_QUEUE_URL',
  'RENDER_QUEUE_URL',
  'EXTRACT_QUEUE_URL',
  'FINISH_QUEUE_URL',
  'DELIVER_QUEUE_URL',
  'GLEANER_ALLOW_SCRIPTS',
]);
const dependencies = {
  table: openTable(config.TABLE_NAME),
  results: { client: openObjects(), bucket: config.RESULT_BUCKET },
  queues: openFunctionQueues(config),
  seal: openSeal(openTable(config.TABLE_NAME)),
  seen: createSeenCache(),
  allowScripts: config.GLEANER_ALLOW_SCRIPTS,
  now: Date.now,
  random: Math.random,
  sleep,
};
const meter = openMeter('submitMs', Date.now, performance.now());
const sourceName = z.string().regex(/^[a-z0-9-]{1,80}$/);
const eventSchema = z.object({
  kind: z.enum(jobKinds),
  request: z.unknown(),
  team: z.string().default('default'),
  source: sourceName.optional(),
  token: z.string().max(256).optional(),
});

const resumeSchema = z.strictObject({ resume: sourceName, team: z.string().default('default') });

export const handler = middy()
  .use(injectLambdaContext(logger))
  .handler(async (event: unknown) => {
    const resume = resumeSchema.safeParse(event);
    if (resume.success) {
      const { team, resume: source } = resume.data;
      await unpauseSource(dependencies.table, { team, source });
      await askForReconciling(dependencies.table, team, Date.now());
      return { success: true, resumed: source };
    }
    const { request, source, token, ...rest } = eventSchema.parse(event);
    const submitted = await meter.run(null, { invocations: 1, fromQueue: false }, () =>
      submitJob(dependencies, {
        ...rest,
        body: request,
        ...(source === undefined ? {} : { source }),
        ...(token === undefined ? {} : { token }),
      }),
    );
    // Thrown, so that the caller's own retry and alarm see it; the message says what to mend.
    if (!submitted.ok) throw new Error(`${submitted.failure.code}: ${submitted.failure.message}`);
    return { success: true, id: submitted.job.id, warning: submitted.warning };
  });
