import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { ConfiguredHosts } from './host-policies.ts';
import type { PacePolicy } from './slot-times.ts';
import type { RobotsVerdict } from '../robots/robots-verdict.ts';

/** A deployment's settings about how hosts are asked. */
export interface HostPolicies {
  /** Seconds between two requests, for jobs that a person started. */
  readonly delaySeconds: number | undefined;
  readonly hosts: ConfiguredHosts;
}

/**
 * Returns how `host` (with its port) is asked for this job: the host's own entry or the default for the kind of job. A
 * request and robots.txt can only make it slower.
 */
export const policyFor = (
  policies: HostPolicies,
  host: string,
  job: Pick<RunningJob, 'source' | 'request'>,
  verdict: RobotsVerdict | null,
): PacePolicy => {
  const own = policies.hosts.policyOf(host);
  const usual =
    job.source === undefined
      ? (policies.delaySeconds ?? limits.hostDelaySecondsDefault)
      : limits.hostDelaySecondsScheduled;
  const crawlDelay = verdict?.kind === 'rules' ? (verdict.rules.crawlDelaySeconds ?? 0) : 0;
  const seconds = Math.max(
    own.delay ?? usual,
    Math.min(job.request.delaySeconds ?? 0, limits.delaySecondsMax),
    Math.min(crawlDelay, limits.crawlDelaySecondsMax),
  );
  const concurrency = Math.min(
    own.concurrency ?? limits.hostConcurrencyDefault,
    job.request.maxConcurrency ?? Number.POSITIVE_INFINITY,
    // A caller that sets a delay wants its requests one after the other.
    (job.request.delaySeconds ?? 0) > 0 ? 1 : Number.POSITIVE_INFINITY,
  );
  return { spacingMs: Math.round(seconds * 1_000), concurrency: Math.max(1, concurrency) };
};
