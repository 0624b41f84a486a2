import * as z from 'zod';
import { isTimeZone } from '../../lib/frontier/time-window.ts';
import { jobKinds } from '../../lib/job/job-kind.ts';
import { typedUrls } from '../../lib/steps/submit-job/bind-request.ts';
import { refuseRequest } from '../../lib/steps/submit-job/refuse-request.ts';
import { readSubmission } from '../../lib/steps/submit-job/submit-job.ts';
import { sourceLimits } from '../../lib/limits/source-limits.ts';

/**
 * A job that EventBridge Scheduler submits: for deployments that want their schedules in the stack. The heartbeat
 * starts the sources of manifests, which need none of this.
 */
const scheduleSchema = z
  .strictObject({
    /** Also the job's source, within which its versions are compared, unless `source` names another. */
    name: z
      .string()
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lower-case words joined by dashes')
      .max(40),
    expression: z
      .string()
      .regex(
        /^(?:rate\([1-9]\d* (?:minute|hour|day)s?\)|cron\(\S+(?: \S+){5}\)|at\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\))$/,
        'expected rate(n unit), cron(six fields) or at(time)',
      ),
    timezone: z.string().refine(isTimeZone, 'expected a time zone such as Europe/Berlin').default('UTC'),
    /** Minutes within which the job begins after its time; EventBridge Scheduler takes at most a day. */
    flexibleMinutes: z.number().int().min(1).max(1_440).optional(),
    kind: z.enum(jobKinds).default('crawl'),
    source: z
      .string()
      .regex(/^[a-z0-9-]{1,80}$/)
      .optional(),
    request: z.record(z.string(), z.unknown()).optional(),
    /** Instead of `request`: a source in a manifest, which is then run. */
    run: z
      .string()
      .regex(/^[a-z0-9-]{1,80}$/)
      .optional(),
    /** The team of that manifest. */
    team: z.string().min(1).max(64).default('default'),
  })
  .refine(({ request, run }) => (request === undefined) !== (run === undefined), {
    error: 'expected request, or run with a source of a manifest',
  });
export type JobSchedule = z.output<typeof scheduleSchema>;

/**
 * Says why `submit-job` would refuse the request of a schedule, each time that it is due; null if it would not. The
 * API's own parsers read it.
 */
export const whyScheduleRefused = (
  { kind, request }: Pick<JobSchedule, 'kind' | 'request'>,
  allowScripts: boolean,
): string | null => {
  if (request === undefined) return null;
  const read = readSubmission({ kind, body: request });
  if (!read.ok) return withoutOpening(read.failure.message);
  const [invalid] = typedUrls(read.value.urls).invalid;
  if (invalid !== undefined) return `${JSON.stringify(invalid)} cannot be requested`;
  const refused = refuseRequest(read.value.request, { allowScripts, sealedNames: undefined });
  return refused === null ? null : withoutOpening(refused.message);
};

const withoutOpening = (message: string): string => message.replace(/^Cannot accept the request: /, '');

/** The schedules of a deployment, each with a name of its own. */
export const schedulesSchema = z
  .array(scheduleSchema)
  .max(sourceLimits.stackSchedulesMax)
  .superRefine((schedules, context) => {
    const names = schedules.map(({ name }) => name);
    for (const [index, name] of names.entries())
      if (names.indexOf(name) < index)
        context.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: `expected a name of its own: ${name}`,
        });
  });
