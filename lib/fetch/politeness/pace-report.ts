import type { RetryRecord } from './retry-record.ts';
import type { Slots } from './slot-times.ts';

/** What a worker saw while it held a lease. */
export interface PaceReport {
  /** How many requests the host answered, with whatever status, and how many it failed in a row at the end. */
  readonly answered: number;
  readonly failedInRow: number;
  /** What its retries of pages brought; absent if it made none. */
  readonly retries?: RetryRecord;
  /** The team that asked; absent if it is not known. */
  readonly team?: string;
  /** How long the host asked to be left alone. */
  readonly retryAfterMs?: number;
  readonly responseMs?: number;
  /** Slots that were granted, and the first moment from which none was used. */
  readonly granted: Slots;
  readonly unusedFrom?: number;
}
