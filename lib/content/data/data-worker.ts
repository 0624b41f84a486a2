import { parentPort, workerData } from 'node:worker_threads';
import { describeApi, type ApiDescribed } from './describe-api.ts';
import { parseData } from './parse-data.ts';

/** Reads one document of JSON or YAML, in a thread of its own (`lib/run-in-thread.ts`). */
const read = (): ApiDescribed => {
  const parsed = parseData(String(workerData));
  return parsed.ok ? describeApi(parsed.value) : { kind: 'invalid', problem: parsed.problem };
};

const answer = (described: ApiDescribed): void => parentPort?.postMessage(described, []);

try {
  answer(read());
} catch (error) {
  answer({ kind: 'invalid', problem: error instanceof Error ? error.message : String(error) });
}
