import type { PaceReport, SlotReservation } from './pace.ts';
import type { PacePolicy, ReturnTimes, Promised } from './slot-times.ts';
import type { Slot } from './slot.ts';

/**
 * Reserves slots of a host and gives them back, against the host's item in the table. The pace seen last is kept
 * for each host, so that a worker alone with a host needs one write; when another was first, the failed write
 * brings its state. A lease is renewed until it is given back, so that it can be short and a dead worker's is soon
 * free. /
 */
export interface HostRateLimiter {
  reserve(
    host: string,
    policy: PacePolicy,
    ask: {
      readonly wanted: number;
      readonly lease: string;
      readonly promised?: Promised;
      readonly place?: ReturnTimes;
    },
  ): Promise<SlotReservation>;
  /** Reserves one slot now, or nothing: a redirect to another host is no reason to promise it slots. */
  enter(
    host: string,
    policy: PacePolicy,
    lease: string,
  ): Promise<Extract<SlotReservation, { kind: 'go' }> | null>;
  /**
   * Reserves one more slot for the holder of a lease; null when the wait for it would be too long. `passed`: when a
   * slot began that passed before its request could leave. /
   */
  oneMore(host: string, policy: PacePolicy, passed?: number): Promise<Slot | null>;
  release(host: string, lease: string, report: PaceReport): Promise<void>;
}
