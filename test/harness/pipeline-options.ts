import type { Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import type { MakeRemoteTier, MakeTier } from '../../lib/fetch/tier/tier.ts';
import type { HostPolicy } from '../../lib/fetch/politeness/host-policies.ts';
import type { Disturbance } from './leaky-queues.ts';
import type { SecretVersions } from '../../lib/store/keys/secret-versions.ts';
import type { Log } from '../../lib/log.ts';

/** What a test says of a pipeline. */
export interface PipelineOptions {
  readonly allow: readonly string[];
  readonly hosts: Record<string, HostPolicy>;
  /** Messages that are worked off at the same time. */
  readonly workers?: number;
  /** Milliseconds by which its clock is ahead at the start. */
  readonly aheadMs?: number;
  /** What the deployment says of hosts, as its author writes it. */
  readonly hostsDocument?: unknown;
  readonly disturbance: Disturbance;
  readonly seed: number;
  /** What access to the web draws each time, from 0 up to 1; numbers of the seed without it. */
  readonly webDraw?: number;
  /** Waits as long as the steps and messages want; otherwise the clock is put forward to the next message. */
  readonly realTime?: boolean;
  /** Gets what waits for a browser; without it nobody does. */
  readonly makeBrowserTier?: MakeTier;
  /** Has services fetch pages; without it none does. */
  readonly makeRemoteTier?: MakeRemoteTier;
  /** Reads the secret that opens callers' headers; otherwise the one under which the tests' are sealed. */
  readonly headerSecret?: SecretVersions;
  readonly log?: Log;
  /** Holds whoever waited for a slot up when it begins, and each request before it is sent. */
  readonly heldUp?: () => Promise<void>;
  /** Version of the engine; versions that another one read are read again before they are compared. */
  readonly engine?: string;
  /** A queue whose messages the test itself delivers. */
  readonly holds?: string;
  /** What extraction answers; without it nothing may be extracted. */
  readonly answer?: Extractor;
}
