import { getJob } from '../../lib/store/jobs/get-job.ts';
import { failure, type Failure } from '../../lib/failure.ts';
import { isJobId } from '../../lib/job/job-id.ts';
import type { JobKind } from '../../lib/job/job-kind.ts';
import type { Job } from '../../lib/job/job.ts';
import type { HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

/** How people call a job of a kind, and where its status or result is read. */
const places: Readonly<Record<JobKind, readonly [name: string, path: string]>> = {
  crawl: ['a crawl', '/v2/crawl'],
  batch: ['a batch', '/v2/batch/scrape'],
  scrape: ['a scrape', '/v2/scrape'],
  extract: ['an extraction', '/v2/extract'],
  map: ['a map', '/v2/map'],
};

/** Says of which kind a job of the caller is that the path does not serve. */
const foundElsewhere = ({ id, kind }: Job): Failure => {
  const [name, path] = places[kind];
  return failure('JOB_NOT_FOUND', `Job not found here: ${id} is ${name}, which GET ${path}/${id} reads`);
};

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
  if (job === null || job.team !== request.caller.team) {
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
  return kinds.includes(job.kind) ? { job } : { failure: foundElsewhere(job) };
};
