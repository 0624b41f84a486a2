import { judgeVisitor } from '../door/judge-visitor.ts';
import type { LocalCredentials } from '../door/local-credentials.ts';
import type { SignedRequest } from '../door/signature.ts';
import { functionNameIn } from '../template/functions.ts';
import type { FunctionPool } from '../sandbox/function-pool.ts';
import type { GatewayResponse } from './gateway-response.ts';

const path = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Returns the function that a path of Lambda's Invoke names; undefined for any other path. */
export const invokedFunction = (method: string, pathname: string): string | undefined => {
  const name = method === 'POST' ? path.exec(pathname)?.[1] : undefined;
  return name === undefined ? undefined : functionNameIn(decodeURIComponent(name));
};

const refusal = (status: number, errorType: string, message: string): GatewayResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': errorType },
  body: JSON.stringify({ Type: 'User', message }),
});

/**
 * Answers Lambda's Invoke (https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html), for `aws lambda invoke
 * --endpoint-url` and for functions that invoke others.
 */
export const serveInvoke = async (
  pool: FunctionPool | undefined,
  name: string,
  { target, headers }: Pick<SignedRequest, 'target' | 'headers'>,
  body: Buffer,
  credentials: LocalCredentials,
): Promise<GatewayResponse> => {
  const why = judgeVisitor({ method: 'POST', target, headers }, credentials, Date.now(), body);
  if (why !== null) return refusal(403, 'AccessDeniedException', why);
  if (!pool) return refusal(404, 'ResourceNotFoundException', `Function not found: ${name}`);
  let event: unknown;
  try {
    event = body.length === 0 ? null : JSON.parse(body.toString('utf8'));
  } catch {
    return refusal(400, 'InvalidRequestContentException', 'Could not parse request body into json');
  }
  if (headers['x-amz-invocation-type'] === 'DryRun') return { status: 204, headers: {}, body: '' };
  const outcome = pool.invoke(event);
  if (headers['x-amz-invocation-type'] === 'Event') return { status: 202, headers: {}, body: '' };
  const ended = await outcome;
  const json = { 'content-type': 'application/json', 'x-amz-executed-version': '$LATEST' };
  if (ended.ok) return { status: 200, headers: json, body: ended.payload };
  const { errorType, message: errorMessage, trace } = ended;
  return {
    status: 200,
    headers: { ...json, 'x-amz-function-error': 'Unhandled' },
    body: JSON.stringify({ errorType, errorMessage, trace }),
  };
};
