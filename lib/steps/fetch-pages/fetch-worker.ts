import type { Objects } from '../../store/objects.ts';
import type { Queues } from '../../store/queues.ts';
import type { EnvelopeFacts } from '../../envelope/make-envelope.ts';
import type { ReadSpec } from '../../envelope/likely-links.ts';
import type { FinishDependencies } from '../protocol/frontier-step.ts';
import type { WebAccess } from './open-web.ts';
import type { SecretVersions } from '../../store/keys/secret-versions.ts';
import type { Log } from '../../log.ts';

/**
 * What a sandbox that fetches keeps from one invocation to the next: its stores, and what it knows of hosts. It has no
 * steps to call, only stores, the web and a clock. Steps call one another by name, and each names the parts of this
 * that it needs.
 */
export interface FetchWorker extends FinishDependencies, WebAccess {
  readonly queues: Queues;
  readonly envelopes: Objects;
  readonly environment: EnvelopeFacts['environment'];
  /** The version of Gleaner. */
  readonly engineVersion: string;
  readonly readSpec: ReadSpec;
  /** The secret under which callers' headers are sealed. */
  readonly headerSecret: SecretVersions;
  /** Ends the process after this many milliseconds, unless the returned function is called before. */
  readonly watchReading?: (ms: number) => () => void;
  readonly log: Log;
}
