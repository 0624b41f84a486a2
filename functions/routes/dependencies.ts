import type { Objects } from '../../lib/aws/objects.ts';
import type { StartDependencies } from '../../lib/frontier/start-job.ts';

/** What the routes touch. */
export interface ApiDependencies extends StartDependencies {
  readonly envelopes: Objects;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}
