import type { PageContent } from '../content/page-content.ts';
import type { Fetched } from '../fetch/tier/fetched.ts';
import { robotsDirectives, type RobotsDirectives } from '../fetch/robots/robots-directives.ts';
import { productToken } from '../fetch/politeness/user-agent.ts';
import type { RunningJob } from '../job/job.ts';

/** Returns what the page asks of crawlers, unless the request ignores that. */
export const readDirectives = (
  job: RunningJob,
  content: Pick<PageContent, 'metas'>,
  fetched: Fetched,
): RobotsDirectives =>
  job.request.crawl?.ignoreRobotsTxt === true
    ? { noindex: false, nofollow: false, expired: false }
    : robotsDirectives(content.metas, fetched.headers['x-robots-tag'], productToken, job.createdAt);
