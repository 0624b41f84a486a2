import { AwsError } from '../aws-error.ts';

/**
 * Decoder of `aws-chunked` bodies (S3 API reference, "Signature calculations … chunked upload"): chunks of `<hex
 * size>[;chunk-signature=…]CRLF <data> CRLF`, ended by one of size 0 and trailing headers. It does not check the
 * signatures of chunks.
 */
export interface ChunkedDecoder {
  /**
   * Takes bytes off the wire and returns the data among them.
   *
   * @throws {AwsError} for a malformed body.
   */
  push(bytes: Buffer): Buffer[];
  /**
   * Returns the trailing headers, names in lower case.
   *
   * @throws {AwsError} IncompleteBody when the last chunk has not come.
   */
  end(): Readonly<Record<string, string>>;
}

const lineBytesMax = 4_096;

const malformed = (): AwsError =>
  new AwsError('IncompleteBody', 'The request body is not well-formed aws-chunked.');

export const makeChunkedDecoder = (): ChunkedDecoder => {
  let state: 'size' | 'data' | 'data-end' | 'trailers' = 'size';
  let pending: Buffer = Buffer.alloc(0);
  let left = 0;
  const trailers: Record<string, string> = {};

  /** Returns the next line without its CRLF, or null if it is not complete yet. */
  const line = (): string | null => {
    const end = pending.indexOf('\r\n');
    if (end < 0 && pending.length > lineBytesMax) throw malformed();
    if (end < 0) return null;
    const text = pending.toString('latin1', 0, end);
    pending = pending.subarray(end + 2);
    return text;
  };

  const readLine = (text: string): void => {
    if (state === 'size') {
      const match = /^([\da-f]{1,12})(?:;.*)?$/i.exec(text);
      if (!match) throw malformed();
      left = Number.parseInt(match[1] ?? '', 16);
      state = left === 0 ? 'trailers' : 'data';
    } else if (state === 'data-end') {
      if (text !== '') throw malformed();
      state = 'size';
    } else if (text !== '') {
      const colon = text.indexOf(':');
      trailers[text.slice(0, colon).trim().toLowerCase()] = text.slice(colon + 1).trim();
    }
  };

  return {
    push: (bytes) => {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
      const data: Buffer[] = [];
      while (pending.length > 0) {
        if (state === 'data') {
          const piece = pending.subarray(0, left);
          data.push(piece);
          pending = pending.subarray(piece.length);
          left -= piece.length;
          if (left === 0) state = 'data-end';
          continue;
        }
        const text = line();
        if (text === null) break;
        readLine(text);
      }
      return data;
    },
    end: () => {
      if (state !== 'trailers') throw malformed();
      return trailers;
    },
  };
};
