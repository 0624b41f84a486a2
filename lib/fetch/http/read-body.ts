import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { type Coding, parseContentEncoding } from './content-coding.ts';
import { decompress } from './decompress.ts';
import type { Headers } from './http-headers.ts';
import { networkFailure } from './network-failure.ts';

/** How much of a body is read. */
export interface BodyLimits {
  /** Bytes on the wire. */
  readonly wireBytesMax: number;
  /** Bytes after decompression. */
  readonly bytesMax: number;
  /** True keeps the beginning of a body that is too large; false makes it a failure. */
  readonly cut: boolean;
}

export type BodyRead =
  | {
      readonly kind: 'body';
      readonly body: Uint8Array;
      readonly wireBytes: number;
      /** The compressed data breaks off although the message is complete; `body` is what came before the break. */
      readonly breaksOff?: true;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

const failed = (code: Failure['code'], message: string): BodyRead => ({
  kind: 'failed',
  failure: failure(code, message),
});

interface Wire {
  readonly bytes: Buffer;
  readonly over: boolean;
}

const readWire = async (stream: AsyncIterable<Buffer>, bytesMax: number): Promise<Wire> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    chunks.push(chunk);
    // Leaving the loop destroys the stream, and with it the connection: the rest is never sent.
    if (length > bytesMax) return { bytes: Buffer.concat(chunks, bytesMax), over: true };
  }
  return { bytes: Buffer.concat(chunks, length), over: false };
};

/**
 * Returns how many bytes a body may expand to. Real HTML is compressed 30-fold at most, but a small file of blanks may
 * exceed any ratio, so 1 MiB is always allowed.
 */
export const grantedBytes = (wireBytes: number): number =>
  Math.max(2 ** 20, wireBytes * limits.compressionRatioMax);

const undo = async (
  codings: readonly Coding[],
  wire: Wire,
  { bytesMax, cut }: BodyLimits,
  context: { readonly url: string; readonly framed: boolean },
): Promise<BodyRead> => {
  const granted = grantedBytes(wire.bytes.length);
  let bytes = wire.bytes;
  let breaksOff = false;
  for (const coding of codings) {
    const undone = await decompress(coding, bytes, Math.min(bytesMax, granted));
    if (undone.kind === 'corrupt') {
      return failed(
        'RESPONSE_UNREADABLE',
        `Cannot read ${context.url}: its body is not ${coding}, as its Content-Encoding says`,
      );
    }
    if (undone.kind === 'over' && !cut) {
      return granted < bytesMax
        ? failed(
            'RESPONSE_BOMB',
            `Cannot read ${context.url}: ${wire.bytes.length} bytes become more than ${granted}`,
          )
        : failed(
            'RESPONSE_TOO_LARGE',
            `Cannot read ${context.url}: its body is larger than ${bytesMax} bytes`,
          );
    }
    if (undone.kind === 'truncated' && !wire.over && (!context.framed || undone.bytes.length === 0)) {
      return failed('CONNECTION_RESET', `Cannot read ${context.url}: its ${coding} body ends too early`);
    }
    breaksOff ||= undone.kind === 'truncated' && !wire.over;
    bytes = undone.bytes;
  }
  if (bytes.length <= bytesMax || cut) {
    const body = bytes.subarray(0, bytesMax);
    return { kind: 'body', body, wireBytes: wire.bytes.length, ...(breaksOff ? { breaksOff } : {}) };
  }
  return failed(
    'RESPONSE_TOO_LARGE',
    `Cannot read ${context.url}: its body is larger than ${bytesMax} bytes`,
  );
};

/**
 * Reads a response's body: counts bytes on the wire as they come, and undoes content codings with a limit on their
 * output, absolute and relative to the input.
 *
 * A compressed body that ends too early is delivered as far as it goes if the message around it is complete (by
 * `Content-Length` or chunks): the site itself made it so, another request would change nothing, and browsers show it
 * too. If only the end of the connection ends the body, the break is the one sign that the connection was cut, and the
 * request is tried again.
 */
export const readBody = async (
  stream: AsyncIterable<Buffer>,
  headers: Headers,
  url: string,
  bounds: BodyLimits,
): Promise<BodyRead> => {
  const parsed = parseContentEncoding(headers['content-encoding']);
  if (parsed.kind === 'unsupported') {
    return failed(
      'RESPONSE_UNREADABLE',
      `Cannot read ${url}: its Content-Encoding ${parsed.name} was not asked for`,
    );
  }
  if (parsed.kind === 'too-many')
    return failed('RESPONSE_BOMB', `Cannot read ${url}: it is compressed more than twice`);
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > bounds.wireBytesMax && !bounds.cut) {
    return failed(
      'RESPONSE_TOO_LARGE',
      `Cannot read ${url}: its body has ${declared} bytes, at most ${bounds.wireBytesMax} are read`,
    );
  }
  try {
    const wire = await readWire(stream, bounds.wireBytesMax);
    if (wire.over && !bounds.cut) {
      return failed(
        'RESPONSE_TOO_LARGE',
        `Cannot read ${url}: its body is larger than ${bounds.wireBytesMax} bytes`,
      );
    }
    const framed = 'content-length' in headers || 'transfer-encoding' in headers;
    return await undo(parsed.codings, wire, bounds, { url, framed });
  } catch (error) {
    return { kind: 'failed', failure: networkFailure(error, url) };
  }
};
