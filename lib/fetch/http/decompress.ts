import { pipeline, Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import type { Coding } from './content-coding.ts';
import { gzipHeaderLength } from './gzip-header.ts';

export type Decompressed =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** The output exceeds the limit; `bytes` is the part that fits. */
  | { readonly kind: 'over'; readonly bytes: Buffer }
  /** The input ends too early; `bytes` is the output until then. */
  | { readonly kind: 'truncated'; readonly bytes: Buffer }
  | { readonly kind: 'corrupt'; readonly message: string };

/** RFC 1950 section 2.2: "deflate" has a zlib header, though some servers send the bare stream of RFC 1951. */
const hasZlibHeader = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/** `gzip-member`: the compressed data in the first member of a gzip file, without its header. */
type Decoding = Coding | 'gzip-member';

const decoderOf = (coding: Decoding, bytes: Buffer, lenient: boolean) => {
  const flush = lenient ? { finishFlush: zlib.constants.Z_SYNC_FLUSH } : {};
  const brotliFlush = lenient ? { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } : {};
  const zstdFlush = lenient ? { finishFlush: zlib.constants.ZSTD_e_flush } : {};
  const decoders = {
    gzip: () => zlib.createGunzip(flush),
    'gzip-member': () => zlib.createInflateRaw(flush),
    deflate: () => (hasZlibHeader(bytes) ? zlib.createInflate(flush) : zlib.createInflateRaw(flush)),
    br: () => zlib.createBrotliDecompress(brotliFlush),
    zstd: () => zlib.createZstdDecompress(zstdFlush),
  };
  return decoders[coding]();
};

const endsTooEarly = (error: unknown): boolean =>
  error instanceof Error &&
  /unexpected end of file|Z_BUF_ERROR|ERR_STREAM_PREMATURE/.test(
    `${'code' in error ? String(error.code) : ''} ${error.message}`,
  );

const run = async (
  coding: Decoding,
  bytes: Buffer,
  bytesMax: number,
  lenient: boolean,
): Promise<Decompressed> => {
  const decoder = decoderOf(coding, bytes, lenient);
  const chunks: Buffer[] = [];
  let length = 0;
  // The loop below sees every error of the decoder; the callback keeps it from being thrown twice.
  pipeline(Readable.from([bytes]), decoder, () => undefined);
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      length += chunk.length;
      chunks.push(chunk);
      // Leaving the loop destroys the decoder: the rest of a bomb is never expanded.
      if (length > bytesMax) return { kind: 'over', bytes: Buffer.concat(chunks, bytesMax) };
    }
  } catch (error) {
    if (endsTooEarly(error)) return { kind: 'truncated', bytes: Buffer.concat(chunks, length) };
    return { kind: 'corrupt', message: error instanceof Error ? error.message : String(error) };
  }
  return { kind: 'whole', bytes: Buffer.concat(chunks, length) };
};

/**
 * Decompresses the first member of a gzip file with other data behind it, if its checksum says that it is whole (RFC
 * 1952 section 2.3.1); null for anything else. Node takes data behind a member for another member.
 */
const firstMember = async (bytes: Buffer, bytesMax: number): Promise<Decompressed | null> => {
  const start = gzipHeaderLength(bytes);
  if (start === null) return null;
  const undone = await run('gzip-member', bytes.subarray(start), bytesMax, false);
  if (undone.kind !== 'whole') return undone.kind === 'over' ? undone : null;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(zlib.crc32(undone.bytes), 0);
  trailer.writeUInt32LE(undone.bytes.length % 2 ** 32, 4);
  return bytes.includes(trailer, start) ? undone : null;
};

/**
 * Undoes one content coding. Data behind a whole gzip member that is no member is left out, as browsers do. At most
 * `bytesMax` bytes are kept, and little more is ever produced, however large the output would be. Empty input gives
 * empty output, in every coding.
 */
export const decompress = async (coding: Coding, bytes: Buffer, bytesMax: number): Promise<Decompressed> => {
  if (bytes.length === 0) return { kind: 'whole', bytes };
  const strict = await run(coding, bytes, bytesMax, false);
  if (strict.kind === 'corrupt' && coding === 'gzip') return (await firstMember(bytes, bytesMax)) ?? strict;
  if (strict.kind !== 'truncated') return strict;
  // The second run asks for everything before the break, because the strict run drops the last block.
  const lenient = await run(coding, bytes, bytesMax, true);
  if (lenient.kind === 'corrupt') return strict;
  return lenient.kind === 'whole' ? { kind: 'truncated', bytes: lenient.bytes } : lenient;
};
