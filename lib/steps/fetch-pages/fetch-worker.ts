import type { Objects } from '../../store/objects.ts';
import type { Queues } from '../../store/queues.ts';
import type { EnvelopeFacts } from '../../envelope/make-envelope.ts';
import type { ReadSpec } from '../../envelope/likely-links.ts';
import type { FinishDependencies } from '../protocol/commit-chunk.ts';
import type { WebAccess } from './open-web.ts';

/**
 * What a sandbox that fetches holds from one invocation to the next: where it stores, and what it knows of hosts.
 * There is nothing here to call but a store, the web and a clock: steps call one another by name, and each says
 * which of these it touches. /
 */
export interface FetchWorker extends FinishDependencies, WebAccess {
  readonly queues: Queues;
  readonly envelopes: Objects;
  readonly environment: EnvelopeFacts['environment'];
  /** The version of Gleaner. */
  readonly engineVersion: string;
  readonly readSpec: ReadSpec;
  /** The secret under which callers' headers are sealed. */
  readonly headerSecret: () => Promise<string>;
  readonly log: (event: string, fields: LogFields) => void;
}

/** Whatever a line of the log tells: it is written down as JSON, and read by people. */
export type LogFields = Readonly<Record<string, unknown>>;
