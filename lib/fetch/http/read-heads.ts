import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { mendHead } from './mend-head.ts';
import { failureError } from './network-failure.ts';

/** Most interim answers that are skipped before the real one. A server that sends more never sends an answer. */
const interimMax = 10;
const begin = 'HTTP/';
const lineFeed = 10;
const carriageReturn = 13;

/** The first line of an answer that another answer follows; 101 changes the protocol instead. */
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/;

/** Returns the offset behind the first empty line, looked for from `from` on; -1 if there is none yet. */
const headEnd = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(lineFeed, from); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    if (bytes[at + 1] === lineFeed) return at + 2;
    if (bytes[at + 1] === carriageReturn && bytes[at + 2] === lineFeed) return at + 3;
  }
  return -1;
};

/** Reads the heads of the answers on a connection, for one request at a time. */
interface HeadReader {
  /** Called when a request is written: what comes next begins with a head. */
  expectHead(): void;
  /** Returns the next bytes to pass on; null while a head is not whole, or the failure of one. */
  take(bytes: Buffer): Buffer | Failure | null;
}

const makeHeadReader = (): HeadReader => {
  let begins = true;
  let skipped = 0;
  let held: Buffer | null = null;

  const pass = (bytes: Buffer): Buffer => {
    begins = false;
    return bytes;
  };
  return {
    expectHead: () => {
      begins = true;
      skipped = 0;
    },
    take: (bytes) => {
      if (!begins) return bytes;
      let from = Math.max(0, (held?.length ?? 0) - 2);
      let rest = held === null ? bytes : Buffer.concat([held, bytes]);
      held = null;
      for (;;) {
        // What is no head, or none that is read, is left to the parser, which says so.
        if (!begin.startsWith(rest.toString('latin1', 0, begin.length).slice(0, rest.length)))
          return pass(rest);
        const end = headEnd(rest, from);
        if (end === -1) {
          if (rest.length > limits.headerBytesMax) return pass(rest);
          held = rest;
          return null;
        }
        if (!interim.test(rest.toString('latin1', 0, begin.length + 8)) || skipped >= interimMax) {
          const mended = mendHead(rest.subarray(0, end));
          if (mended.kind === 'failed') return mended.failure;
          return pass(end === rest.length ? mended.bytes : Buffer.concat([mended.bytes, rest.subarray(end)]));
        }
        skipped += 1;
        rest = rest.subarray(end);
        from = 0;
        if (rest.length === 0) return null;
      }
    },
  };
};

/**
 * Changes and returns an HTTP/1.1 connection, for one request at a time: heads of answers are read from it as
 * `mendHead` mends them, and interim answers (`100 Continue`, `103 Early Hints`) not at all. A client has to read on
 * after one that it did not ask for (RFC 9110, section 15.2), but undici destroys the connection at a 100.
 */
export const readHeads = <Connection extends Duplex>(connection: Connection): Connection => {
  const read = connection.read.bind(connection) as (size?: number) => Buffer | null;
  const write = connection.write.bind(connection) as (...given: unknown[]) => boolean;
  const heads = makeHeadReader();
  connection.read = (size) => {
    for (let chunk = read(size); chunk !== null; chunk = read(size)) {
      const next = heads.take(chunk);
      if (Buffer.isBuffer(next)) return next;
      if (next === null) continue;
      connection.destroy(failureError(next));
      return null;
    }
    return null;
  };
  connection.write = ((...given: unknown[]) => {
    heads.expectHead();
    return write(...given);
  }) as Connection['write'];
  return connection;
};

/** Makes a stream of a connection for one request, as `readHeads` does for a client that reads by events. */
export const streamWithHeads = (socket: Socket): Duplex => {
  const heads = makeHeadReader();
  const stream = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, encoding, done) => void socket.write(chunk, encoding, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket
    .on('data', (chunk: Buffer) => {
      const next = heads.take(chunk);
      if (Buffer.isBuffer(next)) {
        if (!stream.push(next)) socket.pause();
      } else if (next !== null) stream.destroy(failureError(next));
    })
    .on('end', () => stream.push(null))
    .on('error', (error) => stream.destroy(error))
    .on('close', () => stream.destroy());
  return stream;
};
