import type { Duplex } from 'node:stream';

/** Most interim answers that are skipped before the real one. A server that sends more never sends an answer. */
const interimMax = 10;
const headBytesMax = 8 * 1_024;
const headEnd = Buffer.from('\r\n\r\n');

/** The first line of an answer that another answer follows; 101 changes the protocol instead. */
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const statusLine = 'HTTP/1.1 100 ';

/** Says whether the bytes so far may be the beginning of an interim answer. */
const mayBecome = (bytes: Buffer): boolean => {
  const first = bytes.toString('latin1', 0, statusLine.length);
  if (interim.test(first)) return true;
  if (first.length === statusLine.length) return false;
  // The last digits of the version and the status vary.
  return interim.test(first + statusLine.slice(first.length));
};

/**
 * Removes interim answers (`100 Continue`, `103 Early Hints`) from the data read from an HTTP/1.1 connection. A client
 * has to read on after one that it did not ask for (RFC 9110, section 15.2), but undici destroys the connection at a
 * 100. For one request at a time. Changes and returns the connection.
 */
export const skipInterim = <Connection extends Duplex>(connection: Connection): Connection => {
  const read = connection.read.bind(connection) as (size?: number) => Buffer | null;
  const write = connection.write.bind(connection) as (...given: unknown[]) => boolean;
  let begins = true;
  let skipped = 0;
  let held: Buffer | null = null;

  /** Returns the bytes behind the interim answers at the beginning; null if more have to come. */
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
