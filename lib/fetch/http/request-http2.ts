import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import type { Dispatcher } from 'undici';
import { failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { failureError } from './network-failure.ts';

/** Why a stream ended without its answer: the host's code, and whether the host had begun to process the request. */
export type StreamRefusal = 'unprocessed' | 'http1-required';

/** Reset codes by which the peer says that our frames, or its own, are not HTTP/2 (RFC 9113 section 7). */
const protocolCodes: ReadonlySet<number> = new Set([
  constants.NGHTTP2_PROTOCOL_ERROR,
  constants.NGHTTP2_FLOW_CONTROL_ERROR,
  constants.NGHTTP2_FRAME_SIZE_ERROR,
  constants.NGHTTP2_COMPRESSION_ERROR,
]);

const refusals: Readonly<Record<number, StreamRefusal>> = {
  // A stream also gets this if its number is beyond the last one that a GOAWAY names (RFC 9113 section 6.8).
  [constants.NGHTTP2_REFUSED_STREAM]: 'unprocessed',
  [constants.NGHTTP2_HTTP_1_1_REQUIRED]: 'http1-required',
};

/**
 * Node gives up a stream whose header fields exceed its limits with the same code by which a host asks for calm. Each
 * field takes at least a byte; so if a host sent fewer bytes, the code is its own.
 */
const fieldsBytesMin = limits.headerFieldsMax;

const resetError = (url: string, code: number): Error =>
  failureError(
    protocolCodes.has(code)
      ? failure('PROTOCOL_ERROR', `Cannot fetch ${url}: the answer is not HTTP/2 (stream error ${code})`)
      : failure(
          'CONNECTION_RESET',
          `Cannot fetch ${url}: the host ended the stream before its answer was complete (stream error ${code})`,
        ),
  );

const headersTooLarge = (url: string): Error =>
  failureError(failure('RESPONSE_TOO_LARGE', `Cannot fetch ${url}: the headers of the answer are too large`));

/**
 * Makes a function that says whether the body came to its end. Node ends a stream that was reset with CANCEL or
 * NO_ERROR like a whole one, and proxies send these codes when the server behind them breaks off. The end of a body is
 * pushed before the stream closes, that of a reset after.
 */
const watchEnd = (stream: ClientHttp2Stream): (() => boolean) => {
  let whole = false;
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk === null && !stream.closed) whole = true;
    return push(chunk, encoding);
  };
  return () => whole;
};

const fieldsOf = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));

/** One request and its answer, as undici's handler sees them: begun, then complete, failed or given up, once. */
class Exchange implements Dispatcher.DispatchController {
  readonly handler: Dispatcher.DispatchHandler;
  stream: ClientHttp2Stream | null = null;
  answered = false;
  over = false;
  reason: Error | null = null;

  constructor(handler: Dispatcher.DispatchHandler) {
    this.handler = handler;
    try {
      handler.onRequestStart?.(this, {});
    } catch (error) {
      this.fail(error as Error);
    }
  }

  get aborted(): boolean {
    return this.reason !== null;
  }
  get paused(): boolean {
    return this.stream?.isPaused() ?? false;
  }
  pause(): void {
    this.stream?.pause();
  }
  resume(): void {
    this.stream?.resume();
  }

  abort(why: Error): void {
    if (this.over) return;
    this.reason = why;
    this.stream?.close(constants.NGHTTP2_CANCEL);
    // Without this, buffered data would be kept as long as the session.
    this.stream?.destroy();
    this.fail(why);
  }

  fail(why: Error): void {
    if (this.over) return;
    this.over = true;
    this.handler.onResponseError?.(this, why);
  }

  answer(headers: IncomingHttpHeaders & { readonly ':status'?: number | undefined }): void {
    if (this.over) return;
    this.answered = true;
    this.handler.onResponseStart?.(this, Number(headers[':status']), fieldsOf(headers), '');
    this.stream?.on('data', (chunk: Buffer) => {
      if (!this.over) this.handler.onResponseData?.(this, chunk);
    });
  }

  end(): void {
    this.over = true;
    this.handler.onResponseEnd?.(this, {});
  }
}

const openStream = (
  session: ClientHttp2Session,
  { path, headers }: Dispatcher.DispatchOptions,
): ClientHttp2Stream | null => {
  try {
    return session.request(
      { ...(headers as Record<string, string>), ':method': 'GET', ':path': path },
      { endStream: true },
    );
  } catch {
    // The session ended between the check and the request.
    return null;
  }
};

/**
 * Sends a GET over a session and passes its answer to undici's handler, in undici's order of calls. A stream that its
 * host did not process goes to `refused`, before the handler has received anything; if that returns false, it becomes
 * an ordinary error.
 */
export const requestHttp2 = (
  session: ClientHttp2Session,
  options: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandler,
  refused: (why: StreamRefusal) => boolean,
): void => {
  const url = `${String(options.origin)}${options.path}`;
  const exchange = new Exchange(handler);
  if (exchange.over) return;
  const stream = openStream(session, options);
  if (stream === null) {
    if (!refused('unprocessed')) exchange.fail(resetError(url, constants.NGHTTP2_REFUSED_STREAM));
    return;
  }
  exchange.stream = stream;
  const bytesRead = (): number => (session.destroyed ? 0 : session.socket.bytesRead);
  const readBefore = bytesRead();
  const isWhole = watchEnd(stream);
  const breakOff = (): void => {
    if (exchange.over) return;
    const code = stream.rstCode ?? constants.NGHTTP2_NO_ERROR;
    const why = exchange.answered ? undefined : refusals[code];
    const isLarge =
      !exchange.answered &&
      code === constants.NGHTTP2_ENHANCE_YOUR_CALM &&
      bytesRead() - readBefore >= fieldsBytesMin;
    if (why !== undefined && refused(why)) exchange.over = true;
    else exchange.fail(isLarge ? headersTooLarge(url) : resetError(url, code));
  };
  stream.on('response', (headers) => exchange.answer(headers));
  stream.on('end', () => {
    if (exchange.over) return;
    if (exchange.answered && isWhole()) exchange.end();
    else breakOff();
  });
  stream.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_HTTP2_STREAM_ERROR') breakOff();
    else exchange.fail(error);
  });
  stream.on('close', breakOff);
};
