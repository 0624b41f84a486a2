import * as z from 'zod';
import { isTimeZone } from '../../lib/frontier/time-window.ts';
import { jobKinds } from '../../lib/job/job-kind.ts';
import { teamName } from '../../lib/request/keys/team-name.ts';
import { typedUrls } from '../../lib/steps/submit-job/bind-request.ts';
import { refuseRequest } from '../../lib/steps/submit-job/refuse-request.ts';
import { readSubmission } from '../../lib/steps/submit-job/submit-job.ts';
import { namedWithin } from '../names.ts';
import { sourceLimits } from '../../lib/limits/source-limits.ts';
import { whyNoSchedule } from './schedule-expression.ts';

/** Characters of a schedule's expression (EventBridge Scheduler API Reference, `CreateSchedule`). */
const expressionCharactersMax = 256;

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
      .max(expressionCharactersMax)
      .superRefine((text, context) => {
        const message = whyNoSchedule(text);
        if (message !== null) context.addIssue({ code: 'custom', message });
      }),
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
    team: teamName.default('default'),
  })
  .refine(({ request, run }) => (request === undefined) !== (run === undefined), {
    error: 'expected request, or run with a source of a manifest',
  });
export type JobSchedule = z.output<typeof scheduleSchema>;

/**
 * Says why `submit-job` would refuse the request of a schedule, each time that it is due; null if it would not. The
 * API's own parsers read it.
 */
const whyScheduleRefused = (
  { kind, request }: Pick<JobSchedule, 'kind' | 'request'>,
  allowScripts: boolean,
): string | null => {
  if (request === undefined) return null;
  const read = readSubmission({ kind, body: request });
  if (!read.ok) return withoutOpening(read.failure.message);
  const { invalid } = typedUrls(read.value.urls);
  if (invalid.length > 0)
    return `${invalid.map((url) => JSON.stringify(url)).join(', ')} cannot be requested`;
  const refused = refuseRequest(read.value.request, { allowScripts, sealedNames: undefined });
  return refused === null ? null : withoutOpening(refused.message);
};

const withoutOpening = (message: string): string => message.replace(/^Cannot accept the request: /, '');

/** The schedules of a deployment. `scheduleFaults` says what else is wrong with them. */
export const schedulesSchema = z.array(scheduleSchema).max(sourceLimits.stackSchedulesMax);

/** Characters of a schedule's name (EventBridge Scheduler API Reference, `CreateSchedule`). */
const scheduleNameMax = 64;

/** Says that the name of a schedule becomes too long among those of all deployments; null if it does not. */
const whyTooLong = (name: string, deployment: unknown): string | null => {
  const inAccount = namedWithin(typeof deployment === 'string' ? deployment : undefined, `gleaner-${name}`);
  const most = name.length - inAccount.length + scheduleNameMax;
  return inAccount.length <= scheduleNameMax
    ? null
    : `expected ${most} characters at most: in the account it is called ${inAccount}, and ` +
        `EventBridge Scheduler takes ${scheduleNameMax}`;
};

/** What is wrong with one schedule: `path` leads to it in the list. */
export interface ScheduleFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Returns what is wrong with schedules beyond their shape: names that are no schedule's own or become too long in the
 * account, and requests that would be refused. It is told beside faults of other schedules in the same list, which are
 * passed over here.
 */
export const scheduleFaults = (
  given: unknown,
  { deployment, allowScripts }: { readonly deployment: unknown; readonly allowScripts: boolean },
): ScheduleFault[] => {
  if (!Array.isArray(given)) return [];
  const names = given.map((each: unknown) => z.object({ name: z.string() }).safeParse(each).data?.name);
  return given.flatMap((each: unknown, index): ScheduleFault[] => {
    const { data: schedule } = scheduleSchema.safeParse(each);
    const why = schedule === undefined ? null : whyScheduleRefused(schedule, allowScripts);
    const name = names[index];
    const tooLong = whyTooLong(name ?? '', deployment);
    return [
      ...(tooLong === null ? [] : [{ path: [index, 'name'], message: tooLong }]),
      ...(name !== undefined && names.indexOf(name) < index
        ? [{ path: [index, 'name'], message: `expected a name of its own: ${name}` }]
        : []),
      ...(why === null ? [] : [{ path: [index, 'request'], message: why }]),
    ];
  });
};
