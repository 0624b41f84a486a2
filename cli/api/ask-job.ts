import { callApi, type ApiResponse, type ApiRequest, type NoResponse } from './call-api.ts';
import type { Instance } from './find-instance.ts';
import { cliJobKinds, jobPath, type JobPlace } from '../job/job-place.ts';

/** The answer to a request about a job, and the kind of the job. */
export type JobResponse =
  | { readonly kind: 'ok'; readonly job: JobPlace; readonly body: unknown }
  | NoResponse;

/** Says whether the job is unknown to this path: then it may be of another kind. An expired job was found. */
const isUnknown = (answer: ApiResponse): boolean =>
  answer.kind === 'refused' && answer.status === 404 && answer.code !== 'JOB_EXPIRED';

/**
 * Asks about a job by its id alone. An id does not say the job's kind, so this asks for each kind in turn. `path` comes
 * behind the job's own, such as `/errors`. If no kind has it, the first refusal is the answer.
 */
export const askJob = async (
  instance: Instance,
  id: string,
  request: Omit<ApiRequest, 'path'> & { readonly path?: string },
  patience: Parameters<typeof callApi>[2],
  signal: AbortSignal,
): Promise<JobResponse> => {
  let first: NoResponse | undefined;
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
