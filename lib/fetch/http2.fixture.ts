import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { selfSigned } from './self-signed.fixture.ts';

/** Makes a frame of HTTP/2 (RFC 9113 section 4.1). */
export const frame = (
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array | number[] = [],
): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, Buffer.from(payload)]);
};

export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Makes one header field, neither indexed nor compressed (RFC 7541 section 6.2.2). */
export const field = (name: string, value: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x00, name.length]),
    Buffer.from(name),
    Buffer.from([Buffer.byteLength(value)]),
    Buffer.from(value),
  ]);

/** HEADERS with END_HEADERS and status 200, of stream 1. */
export const ok = frame(1, 4, 1, [0x88]);
export const data = (text: string, end = false): Buffer => frame(0, end ? 1 : 0, 1, Buffer.from(text));
export const reset = (code: number, stream = 1): Buffer => frame(3, 0, stream, u32(code));
export const goaway = (lastStream: number, code: number): Buffer =>
  frame(7, 0, 0, Buffer.concat([u32(lastStream), u32(code)]));

const prefaceLength = 24;

/** Counts the HEADERS frames that a client has sent so far; each opens a stream. */
const requestsIn = (read: Buffer): number => {
  let requests = 0;
  for (let at = prefaceLength; at + 9 <= read.length; at += 9 + read.readUIntBE(at, 3)) {
    if (read[at + 3] === 1 && read.length >= at + 9 + read.readUIntBE(at, 3)) requests += 1;
  }
  return requests;
};

/** Serves HTTP/2 and answers each request frame by frame as a test says; its stream is 2 × request - 1. */
export const serveFrames = async (
  say: (socket: TLSSocket, connection: number, request: number) => void,
): Promise<{ readonly port: number; readonly connections: () => number; close(): Promise<void> }> => {
  const sockets = new Set<TLSSocket>();
  let connections = 0;
  const server = createServer({ ...selfSigned, ALPNProtocols: ['h2'] }, (socket) => {
    const connection = (connections += 1);
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    socket.setNoDelay(true).write(frame(4, 0, 0));
    let read = Buffer.alloc(0);
    let answered = 0;
    socket.on('data', (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      for (const all = requestsIn(read); answered < all;) {
        if (answered === 0) socket.write(frame(4, 1, 0));
        answered += 1;
        say(socket, connection, answered);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
