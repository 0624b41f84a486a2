import type { SignedRequest } from './signature.ts';

/** Lines of one process: whoever knocks for hours is not to fill a disk. */
const notedMax = 1_000;
const charactersMax = 200;
let noted = 0;

/**
 * Notes in the service's log (`DIR/logs`) that somebody asked who is not answered, and what they said of themselves.
 */
export const noteStranger = ({ method, headers }: SignedRequest, why: string): void => {
  if (noted >= notedMax) return;
  noted += 1;
  const { host, origin, 'user-agent': agent } = headers;
  const line = { refused: why, method, host, origin, agent, at: new Date().toISOString() };
  process.stderr.write(`${JSON.stringify(line).slice(0, 5 * charactersMax)}\n`);
};
