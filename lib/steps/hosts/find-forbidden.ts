import { openRobotsWork } from '../../fetch/robots/robots-judgement.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';
import { hostOf } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import type { RobotsCache } from './robots-cache.ts';

/** Hosts whose robots.txt is looked up for one order of URLs; the URLs of others keep their places. */
const hostsMax = 20;

const mayForbid = (verdict: RobotsVerdict): boolean =>
  verdict.kind === 'rules' ? verdict.rules.rules.length > 0 : verdict.kind === 'disallow-all';

/**
 * Makes the question whether what is known of robots.txt forbids a URL of these hosts, for the order in which URLs are
 * admitted. Nothing is requested for it. All answers together take as much work as judgements of one visit may; after
 * that no URL counts as forbidden, since an order is not worth more.
 */
export const findForbidden = async (
  robots: Pick<RobotsCache, 'cached' | 'judge'>,
  { request: { crawl } }: Pick<RunningJob, 'request'>,
  hosts: readonly string[],
): Promise<(url: string) => boolean> => {
  const verdicts = new Map<string, RobotsVerdict>();
  const asked = crawl?.ignoreRobotsTxt === true ? [] : [...new Set(hosts)].slice(0, hostsMax);
  for (const host of asked) {
    const verdict = await robots.cached(host);
    if (verdict !== null && mayForbid(verdict)) verdicts.set(host, verdict);
  }
  const work = openRobotsWork();
  return (url) => {
    const verdict = verdicts.size === 0 ? undefined : verdicts.get(hostOf(url));
    if (verdict === undefined || work.left < 0) return false;
    const why = robots.judge(verdict, url, work);
    return why !== null && work.left >= 0;
  };
};
