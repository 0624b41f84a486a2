import { openObjects, openQueues } from '../lib/store/clients.ts';
import middy from '@middy/core';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import * as z from 'zod';
import { unpauseSource } from '../lib/store/sources/pause-source.ts';
import { askForReconciling } from '../lib/store/sources/manifest-root.ts';
import { submitJob } from '../lib/steps/submit-job/submit-job.ts';
import { jobKinds } from '../lib/job/job-kind.ts';
import { openSeal } from '../lib/steps/submit-job/seal-request.ts';
import { logger } from './edge/logger.ts';
import { createRuntime, jobQueues } from './edge/runtime.ts';

const { config, meterFor, ...runtime } = createRuntime(
  ['TABLE_NAME', 'RESULT_BUCKET', ...jobQueues, 'GLEANER_ALLOW_SCRIPTS'],
  { objects: openObjects, queues: openQueues },
);
const dependencies = {
  ...runtime,
  seal: openSeal(runtime.table),
  allowScripts: config.GLEANER_ALLOW_SCRIPTS,
};
const meter = meterFor('submitMs');
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
