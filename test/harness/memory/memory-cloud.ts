import { openMemoryObjects } from './memory-objects.ts';
import { openMemoryTable } from './memory-table.ts';

/**
 * The table and the buckets of a deployment, in memory: fast enough for thousands of runs. Each call is one atomic
 * step, as at AWS; what they cannot do they refuse. That they answer as the emulators do, which are held against
 * DynamoDB and S3, `test/sources/simulated-runs.deep.test.ts` checks.
 */

/** A call as an SDK's client gets it. */
export interface CloudCall {
  readonly name: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- inputs of many commands
  readonly input: any;
}

/** Opens an empty table and empty buckets. */
export const openMemoryCloud = () => {
  const [table, buckets] = [openMemoryTable(), openMemoryObjects()];
  const calls = { ...table.calls, ...buckets.calls };
  return {
    /** Items by partition, and in it by sort key. */
    partitions: table.partitions,
    /** Objects by bucket and key. */
    objects: buckets.objects,
    /** Carries out a call as one atomic step. */
    carryOut: (call: CloudCall): unknown => {
      const act = calls[call.name];
      if (act === undefined) throw new Error(`Cannot carry out ${call.name}`);
      return act(call.input as never);
    },
  };
};
