import { getJob } from '../../lib/store/jobs/get-job.ts';
import { failure, type Failure } from '../../lib/failure.ts';
import { isJobId } from '../../lib/job/job-id.ts';
import type { JobKind } from '../../lib/job/job-kind.ts';
import type { Job } from '../../lib/job/job.ts';
import type { HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

/** Finds the job that a path names, if it is the caller's and has not expired; otherwise says what to answer. */
export const findJobOfTeam = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  kinds: readonly JobKind[],
): Promise<{ readonly job: Job } | { readonly failure: Failure }> => {
  const id = request.parameters['id'] ?? '';
  if (!isJobId(id)) {
    return {
      failure: failure('JOB_NOT_FOUND', `Job not found: ${id.slice(0, 80)} is not an id that this API gives`),
    };
  }
  const job = await getJob(dependencies.table, id);
  if (job === null || job.team !== request.caller.team || !kinds.includes(job.kind)) {
    return {
      failure: failure(
        'JOB_NOT_FOUND',
        `Job not found: none of your jobs has the id ${id}; jobs are kept for 7 days`,
      ),
    };
  }
  if (job.ttl * 1_000 <= dependencies.now()) {
    return { failure: failure('JOB_EXPIRED', `Job expired: ${id} ended more than 7 days ago`) };
  }
  return { job };
};
