import type { SignedRequest } from './signature.ts';

/** Most lines of one process, so that repeated requests of a stranger do not fill the disk. */
const notedMax = 1_000;
const charactersMax = 200;
let noted = 0;

/** Notes in the service's log (`DIR/logs`) that a refused caller sent a request, and what it said of itself. */
export const noteStranger = ({ method, headers }: SignedRequest, why: string): void => {
  if (noted >= notedMax) return;
  noted += 1;
  const { host, origin, 'user-agent': agent } = headers;
  const line = { refused: why, method, host, origin, agent, at: new Date().toISOString() };
  process.stderr.write(`${JSON.stringify(line).slice(0, 5 * charactersMax)}\n`);
};
