import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import type { Dispatcher } from 'undici';
import { failure } from '../failure.ts';
import { errorOf } from './network-failure.ts';

/** Why a stream ended without its answer: what its host said, and whether it had begun to work on the request. */
export type StreamRefusal = 'unprocessed' | 'http1-required';

/** Reset codes by which the peer says that our frames, or its own, are not HTTP/2 (RFC 9113 section 7). */
const protocolCodes: ReadonlySet<number> = new Set([
  constants.NGHTTP2_PROTOCOL_ERROR,
  constants.NGHTTP2_FLOW_CONTROL_ERROR,
  constants.NGHTTP2_FRAME_SIZE_ERROR,
  constants.NGHTTP2_COMPRESSION_ERROR,
]);

const refusals: Readonly<Record<number, StreamRefusal>> = {
  // Also what a stream gets whose number is beyond the last one that a GOAWAY names (RFC 9113 section 6.8).
  [constants.NGHTTP2_REFUSED_STREAM]: 'unprocessed',
  [constants.NGHTTP2_HTTP_1_1_REQUIRED]: 'http1-required',
};

const resetError = (url: string, code: number): Error =>
  errorOf(
    protocolCodes.has(code)
      ? failure('PROTOCOL_ERROR', `Cannot fetch ${url}: the answer is not HTTP/2 (stream error ${code})`)
      : failure(
          'CONNECTION_RESET',
          `Cannot fetch ${url}: the host ended the stream before its answer was complete (stream error ${code})`,
        ),
  );

const headersTooLarge = (url: string): Error =>
  errorOf(failure('RESPONSE_TOO_LARGE', `Cannot fetch ${url}: the headers of the answer are too large`));

/**
 * Whether the body came to its end. Node ends a stream that was reset with CANCEL or NO_ERROR as it ends a whole one, and
 * proxies send just these when what stands behind them breaks off. The end of a body is pushed before the stream is closed,
 * that of a reset after.
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

/**
 * Sends a GET over a session and hands its answer to undici's handler, in undici's order of calls. A stream that its host
 * did not work on goes to `refused`, before anything was handed over; false there makes it an error like others.
 */
export const requestHttp2 = (
  session: ClientHttp2Session,
  options: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandler,
  refused: (why: StreamRefusal) => boolean,
): void => {
  const url = `${String(options.origin)}${options.path}`;
  let over = false;
  let answered = false;
  let reason: Error | null = null;
  let stream: ClientHttp2Stream | undefined;

  const fail = (error: Error): void => {
    if (over) return;
    over = true;
    handler.onResponseError?.(controller, error);
  };
  const controller: Dispatcher.DispatchController = {
    get aborted() {
      return reason !== null;
    },
    get paused() {
      return stream?.isPaused() ?? false;
    },
    get reason() {
      return reason;
    },
    abort: (why) => {
      if (over) return;
      reason = why;
      stream?.close(constants.NGHTTP2_CANCEL);
      // Not left to the stream's own end: what is buffered would be kept as long as the session.
      stream?.destroy();
      fail(why);
    },
    pause: () => void stream?.pause(),
    resume: () => void stream?.resume(),
  };

  handler.onRequestStart?.(controller, {});
  if (over) return;
  try {
    stream = session.request(
      {
        ...(options.headers as Record<string, string>),
        ':method': 'GET',
        ':path': options.path,
      },
      { endStream: true },
    );
  } catch {
    // The session ended between the look and the request.
    if (!refused('unprocessed')) fail(resetError(url, constants.NGHTTP2_REFUSED_STREAM));
    return;
  }
  const sent = stream;
  const isWhole = watchEnd(sent);
  const ended = (): void => {
    if (over) return;
    const code = sent.rstCode ?? constants.NGHTTP2_NO_ERROR;
    const why = answered ? undefined : refusals[code];
    if (why !== undefined && refused(why)) over = true;
    // Ours: Node gives up a stream whose header fields pass its limits so. A host that says it has sent nothing.
    else if (!answered && code === constants.NGHTTP2_ENHANCE_YOUR_CALM) fail(headersTooLarge(url));
    else fail(resetError(url, code));
  };
  sent.on('response', (headers) => {
    if (over) return;
    answered = true;
    handler.onResponseStart?.(controller, Number(headers[':status']), fieldsOf(headers), '');
    sent.on('data', (chunk: Buffer) => {
      if (!over) handler.onResponseData?.(controller, chunk);
    });
  });
  sent.on('end', () => {
    if (over) return;
    if (!answered || !isWhole()) {
      ended();
      return;
    }
    over = true;
    handler.onResponseEnd?.(controller, {});
  });
  sent.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_HTTP2_STREAM_ERROR') ended();
    else fail(error);
  });
  sent.on('close', ended);
};
