import { readOpenJobs } from '../../lib/store/jobs/list-open-jobs.ts';
import { listTeamJobs } from '../../lib/store/keys/open-jobs-of-keys.ts';
import { limits } from '../../lib/limits/limits.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

/** The caller's crawls that are not over. */
export const activeCrawlsHandler: HttpHandler<ApiDependencies> = async ({ table }, request) => {
  const { team } = request.caller;
  const ids = await listTeamJobs(table, team);
  const jobs = await readOpenJobs(table, ids.slice(0, limits.activeCrawlsMax));
  const crawls = jobs
    .filter((job) => job.kind === 'crawl' && job.team === team)
    .map((job) => ({
      id: job.id,
      teamId: job.team,
      team_id: job.team,
      url: job.request.url,
      created_at: new Date(job.createdAt).toISOString(),
      options: { limit: job.limit, ...job.request.crawl, scrapeOptions: job.request.scrape },
    }));
  return jsonResponse(200, { success: true, crawls });
};
