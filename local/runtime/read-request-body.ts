import type { IncomingMessage } from 'node:http';

/** Reads a request's body. Returns undefined if it is longer than `bytesMax`; the rest is then read and discarded. */
export const readRequestBody = async (
  request: IncomingMessage,
  bytesMax: number,
): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= bytesMax) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > bytesMax ? undefined : Buffer.concat(chunks);
};
