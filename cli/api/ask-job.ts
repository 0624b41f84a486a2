import { callApi, type ApiResponse, type ApiRequest, type NoAnswer } from './call-api.ts';
import type { Instance } from './find-instance.ts';
import { cliJobKinds, jobPath, type JobPlace } from '../job/job-place.ts';

/** What came of a request about a job, and which kind of job it turned out to be. */
export type JobAnswer = { readonly kind: 'ok'; readonly job: JobPlace; readonly body: unknown } | NoAnswer;

/** A job that expired was found: only an unknown one may be of another kind. */
const isUnknown = (answer: ApiResponse): boolean =>
  answer.kind === 'refused' && answer.status === 404 && answer.code !== 'JOB_EXPIRED';

/**
 * Asks about a job of which only the id is known: an id does not say its kind, so each kind is asked for in turn.
 * `path` stands behind the job's own, such as `/errors`. Where no kind has it, the first refusal is the answer.
 */
export const askJob = async (
  instance: Instance,
  id: string,
  request: Omit<ApiRequest, 'path'> & { readonly path?: string },
  patience: Parameters<typeof callApi>[2],
  signal: AbortSignal,
): Promise<JobAnswer> => {
  let first: NoAnswer | undefined;
  for (const kind of cliJobKinds) {
    const job: JobPlace = { kind, id };
    const path = `${jobPath(job)}${request.path ?? ''}`;
    const answer = await callApi(instance, { ...request, path }, patience, signal);
    if (answer.kind === 'ok') return { kind: 'ok', job, body: answer.body };
    first ??= answer;
    if (!isUnknown(answer)) return answer;
  }
  return first ?? { kind: 'interrupted' };
};
