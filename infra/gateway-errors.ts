import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { httpStatusFor, type FailureCode } from '../lib/failure.ts';

/**
 * Answers that API Gateway gives by itself, before or instead of the function. They have the shape of every other
 * error: `{"success": false, "error": "…", "code": "…"}`. Types: API Gateway Developer Guide, "Gateway response types".
 */
export interface GatewayError {
  readonly type: ResponseType;
  readonly code: FailureCode;
  readonly status: number;
  /** JSON text, in which API Gateway replaces `$context` variables. */
  readonly body: string;
  /** Seconds after which the client may try again. */
  readonly retryAfterSeconds?: number;
}

/** API Gateway's own words, which it quotes and escapes itself. */
const itsOwnWords = '$context.error.messageString';

const errorBody = (code: FailureCode, message?: string): string =>
  `{"success":false,"error":${message === undefined ? itsOwnWords : JSON.stringify(message)},"code":` +
  `${JSON.stringify(code)}}`;

const gatewayError = (
  type: ResponseType,
  code: FailureCode,
  message?: string,
  more: { readonly status?: number; readonly retryAfterSeconds?: number } = {},
): GatewayError => ({ type, code, status: httpStatusFor(code), body: errorBody(code, message), ...more });

export const gatewayErrors: readonly GatewayError[] = [
  gatewayError(ResponseType.DEFAULT_4XX, 'BAD_REQUEST'),
  // Its own words for most of these are "Internal server error", which helps nobody.
  gatewayError(
    ResponseType.DEFAULT_5XX,
    'INTERNAL',
    'API Gateway could not answer ($context.error.responseType). Send the request again in a few seconds. To ' +
      'have it looked into, name its id: $context.requestId.',
  ),
  gatewayError(ResponseType.BAD_REQUEST_BODY, 'BAD_REQUEST'),
  gatewayError(ResponseType.BAD_REQUEST_PARAMETERS, 'BAD_REQUEST'),
  gatewayError(ResponseType.ACCESS_DENIED, 'FORBIDDEN'),
  gatewayError(ResponseType.WAF_FILTERED, 'FORBIDDEN'),
  gatewayError(ResponseType.UNAUTHORIZED, 'UNAUTHORIZED'),
  gatewayError(ResponseType.INVALID_API_KEY, 'UNAUTHORIZED'),
  gatewayError(ResponseType.INVALID_SIGNATURE, 'UNAUTHORIZED'),
  gatewayError(ResponseType.EXPIRED_TOKEN, 'UNAUTHORIZED'),
  // API Gateway's answer for an unknown route; its own "Missing Authentication Token" would mislead people.
  gatewayError(
    ResponseType.MISSING_AUTHENTICATION_TOKEN,
    'NOT_FOUND',
    'There is no such route. Check the path after the stage and the method.',
  ),
  gatewayError(ResponseType.RESOURCE_NOT_FOUND, 'NOT_FOUND'),
  gatewayError(
    ResponseType.REQUEST_TOO_LARGE,
    'BODY_TOO_LARGE',
    'The request is larger than API Gateway and Lambda pass on. Send URLs in several requests; a file ' +
      'that is parsed may have 4.5 MB.',
  ),
  gatewayError(
    ResponseType.THROTTLED,
    'RATE_LIMITED',
    'Too many requests reach this stack at once. Send the request again in a few seconds.',
    { retryAfterSeconds: 2 },
  ),
  gatewayError(ResponseType.QUOTA_EXCEEDED, 'RATE_LIMITED'),
  gatewayError(
    ResponseType.INTEGRATION_TIMEOUT,
    'INTERNAL',
    'The function behind this route did not answer within 29 seconds. Send the request again; a job that ' +
      'it started goes on.',
    { status: 504 },
  ),
  gatewayError(
    ResponseType.INTEGRATION_FAILURE,
    'INTERNAL',
    'The function behind this route could not be reached or gave no valid answer. Send the request again.',
    // Not 502: clients repeat a POST after a 502, and a create may have succeeded.
    { status: 500 },
  ),
];
