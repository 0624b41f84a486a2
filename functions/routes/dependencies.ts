import type { BeatDependencies } from '../../lib/frontier/beat.ts';
import type { Objects } from '../../lib/aws/objects.ts';

/** What the routes touch. */
export interface ApiDependencies extends BeatDependencies {
  readonly envelopes: Objects;
}
