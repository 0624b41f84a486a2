import { failure, type Failure, type FailureCode } from '../../failure.ts';

/** Chromium's names for failed navigations (net/base/net_error_list.h) → our failures. */
const codes: readonly (readonly [RegExp, FailureCode, string])[] = [
  [/ERR_CERT_|ERR_SSL_|ERR_BAD_SSL/, 'TLS_FAILED', 'its certificate or TLS handshake is not valid'],
  [/ERR_TOO_MANY_REDIRECTS/, 'REDIRECT_TOO_MANY', 'it redirects too many times'],
  [
    /ERR_(?:UNSAFE_REDIRECT|INVALID_REDIRECT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME)/,
    'REDIRECT_INVALID',
    'it redirects to what cannot be fetched',
  ],
  [/ERR_UNSAFE_PORT/, 'ADDRESS_NOT_ALLOWED', 'no browser asks at this port'],
  [/ERR_(?:TIMED_OUT|CONNECTION_TIMED_OUT)/, 'TIMEOUT', 'the host did not answer in time'],
  [/ERR_(?:RESPONSE_HEADERS_TOO_BIG)/, 'RESPONSE_TOO_LARGE', 'the headers of the answer are too large'],
  [
    /ERR_(?:INVALID_HTTP_RESPONSE|INVALID_RESPONSE|HTTP2_|CONTENT_DECODING_FAILED|RESPONSE_HEADERS_|INVALID_CHUNKED|CONTENT_LENGTH)/,
    'PROTOCOL_ERROR',
    'the answer is not HTTP',
  ],
  [/ERR_(?:CONNECTION_REFUSED|ADDRESS_UNREACHABLE)/, 'CONNECTION_REFUSED', 'the host refused the connection'],
  [
    /ERR_(?:CONNECTION_|EMPTY_RESPONSE|SOCKET_|NETWORK_CHANGED|TUNNEL_|PROXY_)/,
    'CONNECTION_RESET',
    'the host closed the connection',
  ],
  [/Download is starting|ERR_INVALID_ARGUMENT/, 'CONTENT_TYPE_UNSUPPORTED', 'it is a download'],
  [/ERR_ABORTED/, 'CONTENT_TYPE_UNSUPPORTED', 'it is no document'],
  [
    /has been closed|crashed|disconnected|Failed to launch|ERR_INSUFFICIENT_RESOURCES/i,
    'BROWSER_CRASHED',
    'the browser ended with it',
  ],
  [/Timeout \d+ms exceeded/i, 'TIMEOUT', 'it took too long'],
];

/**
 * Returns the failure behind an error of the browser. An unknown error, which may be our own mistake, is `INTERNAL`.
 */
export const browserFailure = (error: unknown, url: string): Failure => {
  const text = error instanceof Error ? error.message : String(error);
  const row = codes.find(([pattern]) => pattern.test(text));
  const name = /net::ERR_\w+/.exec(text)?.[0];
  if (row === undefined) {
    return failure('INTERNAL', `Cannot render ${url}: ${text.split('\n', 1)[0]?.slice(0, 300) ?? ''}`);
  }
  const [, code, says] = row;
  return failure(code, `Cannot render ${url}: ${says}${name === undefined ? '' : ` (${name})`}`);
};
