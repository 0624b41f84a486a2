import type { Queues } from '../../store/queues.ts';
import { type OutgoingUrlBatch } from '../../frontier/url-batch.ts';
import { type FinishDependencies } from '../protocol/commit-chunk.ts';
import { type NewPage, type Page } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import type { HostRateLimiter } from '../../fetch/politeness/host-rate-limiter.ts';
import type { HostTiers } from '../hosts/host-tiers.ts';
import type { PacePolicy } from '../../fetch/politeness/pace.ts';
import type { RobotsCache } from '../hosts/robots-cache.ts';
import type { Tier } from '../../fetch/tier/tier.ts';
import type { OpenJobHeaders } from './open-job-headers.ts';
import type { VisitPageDependencies } from './visit-page.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';

/** Reads the bytes of a file that a client sent; null once it is gone. */
export type ReadUpload = (key: string) => Promise<Uint8Array | null>;

/** What a visit touches. */
export interface VisitDependencies extends FinishDependencies, VisitPageDependencies {
  readonly queues: Queues;
  readonly rateLimiter: HostRateLimiter;
  readonly robots: RobotsCache;
  readonly tier: Tier;
  readonly hostTiers: HostTiers;
  readonly policyOf: (host: string, job: RunningJob, verdict: RobotsVerdict | null) => PacePolicy;
  /** Until when pages of a host wait for its window; null when they need not. */
  readonly heldUntil: (host: string, job: RunningJob) => number | null;
  /** What the pages of a host are worth beside those of others, 0 to 1; null where nobody said. */
  readonly weightOf: ((host: string) => number) | null;
  /** Absent where no page is a file that was sent: in a browser. */
  readonly readUpload?: ReadUpload;
  readonly openHeaders: OpenJobHeaders;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}

/** One worker with the pages of one job at one host: what it has decided so far, and what it will send. */
export interface Visit {
  readonly job: RunningJob;
  readonly host: string;
  readonly lease: string;
  /** Milliseconds since the epoch after which no request is started. */
  readonly lastStart: number;
  readonly outgoing: OutgoingUrlBatch[];
  /** Children that were admitted here: bundled together when the visit ends. */
  readonly admitted: (NewPage | Page)[];
  /** Pages that were fetched, and wait for extraction: rung for when the visit ends. */
  readonly fetched: string[];
  readonly redelivered: boolean;
  /** Pages about whose revision their wiki was asked, or need not be. */
  readonly asked: Set<string>;
  /** Of a map: URLs that were found here, which the job as it was read does not count yet. */
  mapped: number;
  stopped: boolean;
}
