import type { PipelineStores } from '../pipeline.ts';
import { openMemoryCloud } from './memory-cloud.ts';

/** Stores of a pipeline in memory: nothing starts, and nothing is left. */
export const startMemoryStores = (): PipelineStores => {
  const { carryOut } = openMemoryCloud();
  const send = async (command: {
    readonly constructor: { readonly name: string };
    readonly input: object;
  }) => {
    // As with a call over a connection, whoever waits goes on only after others had their turn.
    await new Promise<void>((done) => void setImmediate(done));
    return carryOut({ name: command.constructor.name, input: command.input });
  };
  const client = { send } as never;
  return {
    table: { documents: client, name: 'table' },
    envelopes: { client, bucket: 'envelopes' },
    results: { client, bucket: 'results' },
    sources: { client, bucket: 'sources' },
    stop: async () => await Promise.resolve(),
  };
};
