import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { httpStatusFor, type Failure } from '../../lib/failure.ts';
import type { Caller, Refusal } from '../../lib/steps/api/admit-caller.ts';

/** A request as a handler gets it. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The body as it was sent. */
  readonly bytes: Uint8Array | null;
  /** The address at which clients reach this API, with the stage in its path: `https://host/prod`. */
  readonly baseUrl: string;
  /** The API's own address, as the gateway knows it: for the function's own calls of the API. */
  readonly ownUrl: string;
  readonly caller: Caller;
  /** Milliseconds from now until the function's time is over. */
  readonly remainingMs: () => number;
}

export type HttpResponse = APIGatewayProxyResult;

/** A request that may come without a key: its body is not read. */
export type OpenRequest = Omit<HttpRequest, 'caller' | 'body' | 'bytes'>;

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/**
 * Makes an answer with a JSON body. Firecrawl's clients accept only 200 as success, also for work that has only begun.
 */
export const jsonResponse = (
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): HttpResponse => ({
  statusCode,
  headers: { ...jsonHeaders, ...headers },
  body: JSON.stringify(body),
});

/** Makes an answer of a failure, in the one shape of errors. */
export const refuse = (why: Failure, details: unknown = why.details): HttpResponse =>
  jsonResponse(httpStatusFor(why.code), {
    success: false,
    code: why.code,
    error: why.message,
    ...(details === undefined ? {} : { details }),
  });

/** Answers a caller that is at a limit of its key. Clients read the wait from any of three places. */
export const refuseForNow = ({ failure, retryAfterSeconds }: Refusal): HttpResponse => {
  const refused = refuse(failure, { retryAfterSeconds });
  return { ...refused, headers: { ...refused.headers, 'retry-after': String(retryAfterSeconds) } };
};

/** Reads headers under lower-case names, whatever case the client used. */
export const readHeaders = (event: APIGatewayProxyEvent): Record<string, string> =>
  Object.fromEntries(
    Object.entries(event.headers ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), value]],
    ),
  );

/** Returns the address at which the client reached us, with the stage or base path that comes before the path. */
export const readBaseUrl = (event: APIGatewayProxyEvent, headers: Readonly<Record<string, string>>): string =>
  addressUnder(event, headers, headers['host'] ?? event.requestContext.domainName ?? 'localhost');

/**
 * Returns the API's address as the caller wrote it (`baseUrl`), and as the gateway knows it (`ownUrl`). Our own calls
 * use the second, so they never go to an address that a caller wrote.
 */
export const readAddresses = (
  event: APIGatewayProxyEvent,
  headers: Readonly<Record<string, string>>,
): { readonly baseUrl: string; readonly ownUrl: string } => ({
  baseUrl: readBaseUrl(event, headers),
  ownUrl: addressUnder(event, headers, event.requestContext.domainName ?? 'localhost'),
});

/**
 * Returns the path without a base path. Under a custom domain with a base path, `event.path` begins with it; the route
 * that API Gateway matched and its parameter do not (API Gateway Developer Guide, "Use API mappings").
 */
export const readPath = ({ path, resource, pathParameters }: APIGatewayProxyEvent): string => {
  const isGreedy = resource.endsWith('{proxy+}');
  const rest = isGreedy ? pathParameters?.['proxy'] : '';
  if (rest === undefined) return path;
  const own = resource.replace(/\{proxy\+\}$/, '') + rest;
  const slash = path.endsWith('/') && !own.endsWith('/') ? '/' : '';
  if (path.endsWith(own + slash)) return own + slash;
  // The root of a base path may also be requested without a slash.
  return own === '/' ? '/' : path;
};

const addressUnder = (
  event: APIGatewayProxyEvent,
  headers: Readonly<Record<string, string>>,
  host: string,
): string => {
  const scheme = headers['x-forwarded-proto']?.split(',')[0]?.trim() ?? 'https';
  const { path } = event.requestContext;
  const own = readPath(event);
  const before = (whole: string): string => whole.slice(0, whole.length - own.length);
  const root = own === '/' ? path?.replace(/\/$/, '') : undefined;
  const stage = root ?? (path.endsWith(own) ? before(path) : '');
  return `${scheme}://${host}${stage}`;
};

/** Matches a path: `/v2/crawl/{id}` against `/v2/crawl/1` gives `{ id: '1' }`; null if it does not match. */
export const matchPath = (pattern: string, path: string): Record<string, string> | null => {
  const wanted = pattern.split('/');
  const found = path.replace(/\/+$/, '').split('/');
  if (wanted.length !== found.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = found[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== text) return null;
    } else if (text === '') return null;
    else parameters[part.slice(1, -1)] = text;
  }
  return parameters;
};
