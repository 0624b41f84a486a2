import { failure, type Failure, type FailureCode } from '../../failure.ts';

/** Failures below HTTP, by the codes of Node's, OpenSSL's and undici's errors. */
const codes: Readonly<Record<string, readonly [FailureCode, string]>> = {
  ENOTFOUND: ['DNS_NOT_FOUND', 'its host name does not exist'],
  ENODATA: ['DNS_NOT_FOUND', 'its host name has no address'],
  ECONNREFUSED: ['CONNECTION_REFUSED', 'the host refused the connection'],
  EHOSTUNREACH: ['CONNECTION_REFUSED', 'the host is unreachable'],
  ENETUNREACH: ['CONNECTION_REFUSED', 'the network is unreachable'],
  EADDRNOTAVAIL: ['CONNECTION_REFUSED', 'the address cannot be connected to'],
  EACCES: ['CONNECTION_REFUSED', 'the address cannot be connected to'],
  ECONNRESET: ['CONNECTION_RESET', 'the host reset the connection'],
  EPIPE: ['CONNECTION_RESET', 'the host closed the connection'],
  UND_ERR_SOCKET: ['CONNECTION_RESET', 'the host closed the connection before its answer was complete'],
  // The body ended before its declared length or its last chunk.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: [
    'CONNECTION_RESET',
    'the host closed the connection before its answer was as long as its Content-Length says',
  ],
  HPE_INVALID_EOF_STATE: [
    'CONNECTION_RESET',
    'the host closed the connection before its answer was complete',
  ],
  ETIMEDOUT: ['TIMEOUT', 'the host did not answer in time'],
  UND_ERR_CONNECT_TIMEOUT: ['TIMEOUT', 'the host did not accept the connection in time'],
  UND_ERR_HEADERS_TIMEOUT: ['TIMEOUT', 'the host did not answer in time'],
  UND_ERR_BODY_TIMEOUT: ['TIMEOUT', 'the host did not send its answer in time'],
  UND_ERR_HEADERS_OVERFLOW: ['RESPONSE_TOO_LARGE', 'the headers of the answer are too large'],
  ERR_HTTP2_SESSION_ERROR: ['CONNECTION_RESET', 'the host ended the connection'],
  ERR_HTTP2_GOAWAY_SESSION: ['CONNECTION_RESET', 'the host ended the connection'],
  ERR_HTTP2_INVALID_SESSION: ['CONNECTION_RESET', 'the connection has ended'],
  EPROTO: ['TLS_FAILED', 'the TLS handshake failed'],
};

/**
 * Failures of looking up a host name, which some errors tell in words that mean something else of a connection: EINVAL
 * of `getaddrinfo` is a name that is no name. All others are the resolver's, or of the way to it
 * (https://nodejs.org/api/dns.html#error-codes).
 */
const lookupCodes: Readonly<Record<string, readonly [FailureCode, string]>> = {
  ENOTFOUND: ['DNS_NOT_FOUND', 'its host name does not exist'],
  ENONAME: ['DNS_NOT_FOUND', 'its host name does not exist'],
  ENODATA: ['DNS_NOT_FOUND', 'its host name has no address'],
  EAI_NONAME: ['DNS_NOT_FOUND', 'its host name does not exist'],
  EAI_NODATA: ['DNS_NOT_FOUND', 'its host name has no address'],
  EAI_ADDRFAMILY: ['DNS_NOT_FOUND', 'its host name has no address'],
  EINVAL: ['DNS_NOT_FOUND', 'its host name is none that DNS can hold'],
  ENAMETOOLONG: ['DNS_NOT_FOUND', 'its host name is none that DNS can hold'],
  EBADNAME: ['DNS_NOT_FOUND', 'its host name is none that DNS can hold'],
  EBADSTR: ['DNS_NOT_FOUND', 'its host name is none that DNS can hold'],
};

/** Codes of a wrong call of a resolver, or of our own lack of files or memory: no fault of a site. */
const ownLookupCodes: ReadonlySet<string> = new Set([
  'EBADFLAGS',
  'EBADHINTS',
  'EBADFAMILY',
  'EBADQUERY',
  'ENOTINITIALIZED',
  'EAI_BADFLAGS',
  'EAI_BADHINTS',
  'EAI_FAMILY',
  'EAI_SERVICE',
  'EAI_SOCKTYPE',
  'EAI_MEMORY',
  'ENOMEM',
  'EMFILE',
  'ENFILE',
]);

/** Returns the row of an error that a resolver gave; undefined for another error, and for one of our own. */
const lookupFailure = (code: string, call: string): readonly [FailureCode, string] | undefined => {
  const isLookup = call === 'getaddrinfo' || call.startsWith('query') || code.startsWith('EAI_');
  if (!isLookup || code === '' || ownLookupCodes.has(code)) return undefined;
  return lookupCodes[code] ?? ['DNS_FAILED', 'its host name could not be looked up'];
};

const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_)/;

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
};

/** Returns the system call, or the query of a resolver, of the error that has the code. */
const callOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string')
    return 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : '';
  return callOf(error.cause);
};

/** Makes an error that carries its failure: our own connector gives it to undici, which passes it back. */
export const failureError = (why: Failure): Error => Object.assign(new Error(why.message), { failure: why });

const carried = (error: unknown): Failure | null =>
  error instanceof Error && 'failure' in error ? (error.failure as Failure) : null;

/**
 * Returns the failure behind an error of DNS, a socket, TLS or the HTTP parser. Any other error, which may be our own
 * mistake, is `INTERNAL`, which is tried again and counted.
 */
export const networkFailure = (error: unknown, url: string): Failure => {
  const known = carried(error);
  if (known !== null) return known;
  const code = codeOf(error);
  const row = lookupFailure(code, callOf(error)) ?? codes[code];
  if (row !== undefined) return failure(row[0], `Cannot fetch ${url}: ${row[1]} (${code})`);
  if (tlsCode.test(code))
    return failure(
      'TLS_FAILED',
      `Cannot fetch ${url}: its certificate or TLS handshake is not valid (${code})`,
    );
  // undici's parser names its errors, but gives codes only to those of llhttp.
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError')) {
    return failure(
      'PROTOCOL_ERROR',
      `Cannot fetch ${url}: the answer is not HTTP${code === '' ? '' : ` (${code})`}`,
    );
  }
  if (code.startsWith('ERR_HTTP2_')) {
    return failure('PROTOCOL_ERROR', `Cannot fetch ${url}: the answer is not HTTP/2 (${code})`);
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return failure('INTERNAL', `Cannot fetch ${url}: ${code === '' ? text : `${code}: ${text}`}`);
};
