import type { Duplex } from 'node:stream';

/** Interim answers that are skipped before one answer. Whoever sends more sends no answer. */
const interimMax = 10;
const headBytesMax = 8 * 1_024;
const headEnd = Buffer.from('\r\n\r\n');

/** An answer's first line as far as it says that another answer follows; 101 changes the protocol instead. */
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const statusLine = 'HTTP/1.1 100 ';

/** Whether bytes that came so far may be the beginning of an interim answer. */
const mayBecome = (bytes: Buffer): boolean => {
  const first = bytes.toString('latin1', 0, statusLine.length);
  if (interim.test(first)) return true;
  if (first.length === statusLine.length) return false;
  // The version's and the status' last figures vary.
  return interim.test(first + statusLine.slice(first.length));
};

/**
 * Takes interim answers (`100 Continue`, `103 Early Hints`) out of what is read from a connection of HTTP/1.1. A client
 * reads on after one that it did not ask for (RFC 9110, section 15.2); undici destroys the connection at a 100.
 * For one request at a time. Changes and returns the connection.
 */
export const skipInterim = <Connection extends Duplex>(connection: Connection): Connection => {
  const read = connection.read.bind(connection) as (size?: number) => Buffer | null;
  const write = connection.write.bind(connection) as (...given: unknown[]) => boolean;
  let begins = true;
  let skipped = 0;
  let held: Buffer | null = null;

  /** What is left of bytes behind the interim answers that they begin with; null where more has to come. */
  const behindInterim = (bytes: Buffer): Buffer | null => {
    let rest = bytes;
    while (begins) {
      if (!mayBecome(rest) || skipped >= interimMax || rest.length > headBytesMax) {
        begins = false;
        break;
      }
      const end = rest.indexOf(headEnd);
      if (end === -1) {
        held = rest;
        return null;
      }
      skipped += 1;
      rest = rest.subarray(end + headEnd.length);
      if (rest.length === 0) return null;
    }
    return rest;
  };

  connection.read = (size) => {
    for (let chunk = read(size); chunk !== null; chunk = read(size)) {
      if (!begins) return chunk;
      const bytes = held === null ? chunk : Buffer.concat([held, chunk]);
      held = null;
      const rest = behindInterim(bytes);
      if (rest !== null) return rest;
    }
    return null;
  };
  connection.write = ((...given: unknown[]) => {
    begins = true;
    skipped = 0;
    return write(...given);
  }) as Connection['write'];
  return connection;
};
