import * as z from 'zod';
import { isJobId } from '../../lib/job/job-id.ts';
import { readOpenJobs } from '../../lib/store/jobs/list-open-jobs.ts';
import { listTeamJobs } from '../../lib/store/keys/open-jobs-of-keys.ts';
import { limits } from '../../lib/limits/limits.ts';
import { tellCrawlOptions } from '../../lib/deliver/told-request.ts';
import { listCursorField, readListCursor, writeListCursor } from '../../lib/list-cursor.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { readQuery } from './read-query.ts';

/** The cursor from which open crawls are listed. */
export const activeCrawlsQuerySchema = z.object({
  cursor: listCursorField(isJobId),
});

/** Lists the caller's crawls that are not over, the newest first. If there are more open jobs, a cursor leads on. */
export const activeCrawlsHandler: HttpHandler<ApiDependencies> = async ({ table }, request) => {
  const asked = readQuery(activeCrawlsQuerySchema, request);
  if ('refused' in asked) return asked.refused;
  const { team } = request.caller;
  const listAsked = { list: 'active crawls', filters: { team } };
  const from = readListCursor(listAsked, asked.query.cursor);
  if (!from.ok) return refuse(from.failure);
  const { place } = from;
  const ids = await listTeamJobs(table, team);
  const left = place === undefined ? ids : ids.filter((id) => id < place);
  const looked = left.slice(0, limits.activeCrawlsMax);
  const last = looked.length < left.length ? looked.at(-1) : undefined;
  const jobs = await readOpenJobs(table, looked);
  const crawls = jobs
    .filter((job) => job.kind === 'crawl' && job.team === team)
    .toReversed()
    .map((job) => ({
      id: job.id,
      teamId: job.team,
      team_id: job.team,
      url: job.request.url,
      created_at: new Date(job.createdAt).toISOString(),
      options: { limit: job.limit, ...tellCrawlOptions(job.request) },
    }));
  const cursor = writeListCursor(listAsked, last ?? null);
  return jsonResponse(200, { success: true, crawls, ...(cursor === null ? {} : { cursor }) });
};
