import type { Objects } from '../../lib/store/objects.ts';
import type { Dialect } from '../../lib/request/dialect.ts';
import type { KeyLimits } from '../../lib/steps/api/admit-caller.ts';
import type { SubmitDependencies } from '../../lib/steps/submit-job/submit-job.ts';
import type { Log } from '../../lib/log.ts';

/** What the routes need. */
export interface ApiDependencies extends SubmitDependencies {
  readonly envelopes: Objects;
  /** The limits of keys that have none of their own. */
  readonly keyLimits: KeyLimits;
  /** The dialect of a request to /v1/extract that does not show it. */
  readonly extractDialect: Dialect;
  /** The key of the deployment, from which the secrets of webhooks are derived. */
  readonly pepper: () => Promise<string>;
  /** Root of the deployment's search engine, if it has one. */
  readonly searchEngine?: string;
  /** How many callers may wait at the same time; undefined: any number. */
  readonly waitingMax?: number;
  /** Name of the deployment's corpus, if it has one. */
  readonly corpus?: string;
  readonly log: Log;
}
