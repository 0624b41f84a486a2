import type { GatewayResponses } from '../template/routes.ts';

/** An HTTP answer. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer | string;
}

const defaults: Readonly<Record<string, readonly [status: number, code: string]>> = {
  MISSING_AUTHENTICATION_TOKEN: [404, 'NOT_FOUND'],
  REQUEST_TOO_LARGE: [413, 'BODY_TOO_LARGE'],
  INTEGRATION_TIMEOUT: [504, 'TIMEOUT'],
  INTEGRATION_FAILURE: [502, 'INTERNAL'],
};

/**
 * Returns the gateway's own answer. The template's gateway response decides, the exact type before `DEFAULT_4XX` and
 * `DEFAULT_5XX`; without one, our error shape.
 */
export const gatewayResponse = (
  responses: GatewayResponses,
  type: 'MISSING_AUTHENTICATION_TOKEN' | 'REQUEST_TOO_LARGE' | 'INTEGRATION_TIMEOUT' | 'INTEGRATION_FAILURE',
  message: string,
  requestId: string,
): GatewayResponse => {
  const [usualStatus, code] = defaults[type] ?? [500, 'INTERNAL'];
  const stated = responses[type] ?? responses[usualStatus < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'];
  const body = stated?.template
    ?.replaceAll('$context.error.messageString', () => JSON.stringify(message))
    .replaceAll('$context.error.message', () => JSON.stringify(message).slice(1, -1))
    .replaceAll('$context.error.responseType', type)
    .replaceAll('$context.requestId', requestId);
  return {
    status: stated?.status ?? usualStatus,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: body ?? JSON.stringify({ success: false, code, error: message }),
  };
};

/**
 * Reads the answer of a function behind the gateway (payload format 1.0).
 *
 * @returns undefined for an answer that API Gateway would call malformed (502).
 */
export const parseGatewayResponse = (payload: string): GatewayResponse | undefined => {
  const result = JSON.parse(payload) as Record<string, unknown> | null;
  const status = Number(result?.['statusCode']);
  if (
    typeof result !== 'object' ||
    result === null ||
    !Number.isInteger(status) ||
    status < 100 ||
    status > 599
  ) {
    return undefined;
  }
  const single = Object.entries((result['headers'] ?? {}) as Record<string, unknown>).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const many = Object.entries((result['multiValueHeaders'] ?? {}) as Record<string, string[]>);
  const body = result['body'];
  const text =
    body === undefined || body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers: Object.fromEntries<string | readonly string[]>([...single, ...many]),
    body: result['isBase64Encoded'] === true ? Buffer.from(text, 'base64') : text,
  };
};
