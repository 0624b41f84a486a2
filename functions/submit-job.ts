import { openObjects, openQueues } from '../lib/store/clients.ts';
import middy from '@middy/core';
import * as z from 'zod';
import { runByName } from '../lib/steps/submit-job/run-by-name.ts';
import { unpauseSource } from '../lib/store/sources/pause-source.ts';
import { askForReconciling } from '../lib/store/sources/manifest-root.ts';
import { submitJob } from '../lib/steps/submit-job/submit-job.ts';
import { jobKinds } from '../lib/job/job-kind.ts';
import { teamName } from '../lib/request/keys/team-name.ts';
import { openSeal } from '../lib/steps/submit-job/seal-request.ts';
import { logContext } from './edge/logger.ts';
import { createRuntime, jobQueues } from './edge/runtime.ts';

const { config, meterFor, ...runtime } = createRuntime(
  ['TABLE_NAME', 'RESULT_BUCKET', 'SOURCE_BUCKET', ...jobQueues, 'GLEANER_ALLOW_SCRIPTS'],
  { objects: openObjects, queues: openQueues },
);
const dependencies = {
  ...runtime,
  seal: openSeal(runtime.table, runtime.now),
  allowScripts: config.GLEANER_ALLOW_SCRIPTS,
};
const meter = meterFor('submitMs');
const sourceName = z.string().regex(/^[a-z0-9-]{1,80}$/);
const eventSchema = z.object({
  kind: z.enum(jobKinds),
  request: z.unknown(),
  team: teamName.default('default'),
  source: sourceName.optional(),
  token: z.string().max(256).optional(),
});

const resumeSchema = z.strictObject({ resume: sourceName, team: teamName.default('default') });

/** Runs a source of a manifest. An EventBridge schedule sends this, and an operator may. */
const runSchema = z.strictObject({
  run: sourceName,
  team: teamName.default('default'),
  token: z.string().max(256).optional(),
});

const runSource = async (event: z.output<typeof runSchema>) => {
  const { run: source, team, token } = event;
  const ran = await meter.run(null, { invocations: 1, fromQueue: false }, () =>
    runByName(dependencies, { team, source, ...(token === undefined ? {} : { token }) }),
  );
  if (ran.kind === 'refused') throw new Error(`${ran.failure.code}: ${ran.failure.message}`);
  // An open run continues: a schedule that finds one has nothing to do.
  return { success: true, id: ran.job, skipped: ran.kind === 'open' };
};

export const handler = middy()
  .use(logContext())
  .handler(async (event: unknown) => {
    const resume = resumeSchema.safeParse(event);
    if (resume.success) {
      const { team, resume: source } = resume.data;
      await unpauseSource(dependencies.table, { team, source });
      await askForReconciling(dependencies.table, team, Date.now());
      return { success: true, resumed: source };
    }
    const run = runSchema.safeParse(event);
    if (run.success) return await runSource(run.data);
    const { request, source, token, ...rest } = eventSchema.parse(event);
    const submitted = await meter.run(null, { invocations: 1, fromQueue: false }, () =>
      submitJob(dependencies, {
        ...rest,
        body: request,
        ...(source === undefined ? {} : { source }),
        ...(token === undefined ? {} : { token }),
      }),
    );
    // Thrown, so that the caller's own retry and alarm see it; the message says what to fix.
    if (!submitted.ok) throw new Error(`${submitted.failure.code}: ${submitted.failure.message}`);
    return { success: true, id: submitted.job.id, warning: submitted.warning };
  });
