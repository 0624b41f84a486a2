import type { LeaseTiming } from '../../lib/store/corpus/corpus-lease.ts';

/** Writers that look often for their turn; on a machine that is busy, none takes another for dead. */
export const testLease: LeaseTiming = { leaseMs: 600_000, pollMs: 10 };
