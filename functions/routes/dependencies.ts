import type { Objects } from '../../lib/aws/objects.ts';
import type { SubmitDependencies } from '../../lib/frontier/submit-job.ts';

/** What the routes touch. */
export interface ApiDependencies extends SubmitDependencies {
  readonly envelopes: Objects;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}
