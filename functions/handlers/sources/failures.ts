import * as z from 'zod';
import { isFailureCode } from '../../../lib/failure.ts';
import { httpStatusField } from '../../../lib/source/audit/audit-query.ts';
import { isJobId } from '../../../lib/job/job-id.ts';
import { sourceLimits } from '../../../lib/limits/source-limits.ts';
import { listCursorField, readListCursor, writeListCursor } from '../../../lib/list-cursor.ts';
import { parseWith } from '../../../lib/request/parse-request.ts';
import {
  failureStates,
  listFailures,
  readFailuresCursor,
  type FailureFound,
} from '../../../lib/steps/manage-sources/list-failures.ts';
import type { Objects } from '../../../lib/store/objects.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../../edge/http.ts';
import { tellIgnored } from '../with-warnings.ts';
import { whyNoJobs } from './missing-source.ts';
import type { SourceDependencies } from './sources.ts';

const words = (text: string): string[] => text.split(',').filter((each) => each !== '');

/** Which failures are listed. */
export const failuresQuerySchema = z.object({
  source: z.string().max(80).optional().meta({ description: 'Only of runs of this source.' }),
  job: z
    .string()
    .refine(isJobId, { error: 'expected the id of a job' })
    .optional()
    .meta({ description: 'Only of this job.' }),
  state: z
    .string()
    .default('failed,blocked')
    .transform(words)
    .pipe(z.array(z.enum(failureStates)))
    .meta({
      description: `Separated by commas: ${failureStates.join(', ')}. Without \`skipped\` unless told.`,
    }),
  code: z
    .string()
    .default('')
    .transform(words)
    .pipe(z.array(z.string().refine(isFailureCode, { error: 'expected a code of docs/failures.md' })))
    .meta({ description: 'Codes of failures, separated by commas.' }),
  host: z.string().max(300).optional().meta({ description: 'Only pages of this host, with its port.' }),
  status: httpStatusField.meta({ description: 'The HTTP status that was answered last.' }),
  since: z.iso
    .datetime()
    .or(z.iso.date())
    .optional()
    .meta({ description: 'Only of jobs that began at this moment, or on this day, or later.' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(sourceLimits.failuresPerAnswerMax)
    .default(100)
    .meta({ description: 'How many at most; an answer may hold fewer, and none, before the end.' }),
  cursor: listCursorField((place) => readFailuresCursor(place) !== null),
});

const tellFailure = ({ job, entry }: FailureFound) => ({
  job: job.id,
  kind: job.kind,
  source: job.source ?? null,
  id: entry.id,
  url: entry.url,
  host: URL.parse(entry.url)?.host ?? null,
  state: entry.state,
  at: entry.timestamp,
  status: entry.status ?? null,
  code: entry.code,
  error: entry.error,
  retries: entry.attempts ?? null,
});

/** Answers with the pages of all jobs of the caller's team that ended without content, and why. */
export const failuresHandler = async (
  dependencies: SourceDependencies & { readonly results: Objects },
  request: HttpRequest,
): Promise<HttpResponse> => {
  const parsed = parseWith(failuresQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { state: states, code: codes, since, limit, cursor, ...rest } = parsed.value;
  const { team } = request.caller;
  const listAsked = { list: 'failures', filters: { team, states, codes, since, ...rest } };
  const from = readListCursor(listAsked, cursor);
  if (!from.ok) return refuse(from.failure);
  const read = await listFailures(dependencies, team, {
    from: from.place === undefined ? null : readFailuresCursor(from.place),
    count: limit,
    now: dependencies.now(),
    wanted: { ...rest, states, codes, since: since === undefined ? undefined : Date.parse(since) },
  });
  const { table, now } = dependencies;
  const asked = { team, source: rest.source, now: now() };
  const missing = read.failures.length > 0 ? null : await whyNoJobs(table, asked);
  if (missing !== null) return refuse(missing);
  return jsonResponse(200, {
    success: true,
    failures: read.failures.map(tellFailure),
    cursor: writeListCursor(listAsked, read.cursor),
    ...tellIgnored(parsed),
  });
};
