import { Agent, request } from 'node:http';
import { functionKeyId, passwordHeader, type LocalCredentials } from '../door/local-credentials.ts';
import { localRegion } from '../template/intrinsics.ts';

/**
 * The runtime's own client of the local SQS, DynamoDB and Parameter Store: their JSON protocol over one pool of
 * connections. The runtime polls and sweeps all day; the SDK would take several times the processor time, and its
 * defaults could reach a real account.
 */
export interface AwsClient {
  /**
   * Calls an action.
   *
   * @throws {AwsRequestError} for an answer that is not 2xx.
   */
  call(
    target: string,
    input: unknown,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Record<string, unknown>>;
  /** Sends a plain request: S3's REST protocol. */
  send(
    method: string,
    path: string,
    body?: string,
  ): Promise<{ readonly status: number; readonly body: string }>;
  /** Returns the same client signing as a function: Lambda polls a queue with its function's role. */
  inPlaceOf(functionName: string): AwsClient;
  close(): void;
}

export class AwsRequestError extends Error {
  readonly status: number;
  /** For example `ResourceInUseException`. */
  readonly code: string;

  constructor(target: string, status: number, code: string, message: string) {
    super(`${target} failed with ${status} ${code}: ${message}`);
    this.name = 'AwsRequestError';
    this.status = status;
    this.code = code;
  }
}

/**
 * Returns an `Authorization`: the door checks the password, and emulators behind it only check that there is a
 * signature.
 */
const authorization = (service: string, caller: string): string =>
  `AWS4-HMAC-SHA256 Credential=${caller}/20260101/${localRegion}/${service}/aws4_request, ` +
  `SignedHeaders=host, Signature=0`;

const serviceOf = (target: string): string => {
  if (target.startsWith('DynamoDB')) return 'dynamodb';
  if (target.startsWith('AmazonSQS')) return 'sqs';
  if (target.startsWith('AmazonSSM')) return 'ssm';
  return target === '' ? 's3' : 'secretsmanager';
};

const errorOf = (target: string, status: number, text: string): AwsRequestError => {
  let parsed: Record<string, unknown> = {};
  try {
    parsed = JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Not JSON: the text is the message.
  }
  const code = typeof parsed['__type'] === 'string' ? (parsed['__type'].split('#').at(-1) ?? '') : 'Unknown';
  const message = parsed['message'] ?? parsed['Message'];
  return new AwsRequestError(
    target,
    status,
    code,
    typeof message === 'string' ? message : text.slice(0, 300),
  );
};

/** Makes a client of one endpoint on loopback. `credentials` of the start that serves it, if it requires them. */
export const awsClient = (endpoint: string, credentials?: LocalCredentials): AwsClient => {
  const entry: Record<string, string> = credentials ? { [passwordHeader]: credentials.password } : {};
  const agent = new Agent({ keepAlive: true });

  const exchange = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        new URL(path, endpoint),
        {
          method,
          agent,
          headers: { ...headers, ...entry, 'content-length': String(Buffer.byteLength(body ?? '')) },
          ...(signal && { signal }),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  const actAs = (caller: string): AwsClient => ({
    call: async (target, input, options) => {
      const service = serviceOf(target);
      const headers = {
        'content-type': `application/x-amz-json-${['secretsmanager', 'ssm'].includes(service) ? '1.1' : '1.0'}`,
        'x-amz-target': target,
        authorization: authorization(service, caller),
        'x-amz-date': '20260101T000000Z',
      };
      const { status, body } = await exchange('POST', '/', headers, JSON.stringify(input), options?.signal);
      if (status < 200 || status > 299) throw errorOf(target, status, body);
      return (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>;
    },
    send: (method, path, body) =>
      exchange(method, path, { authorization: authorization('s3', caller) }, body, undefined),
    inPlaceOf: (name) => actAs(functionKeyId({ accessKeyId: 'local' }, name)),
    close: () => agent.destroy(),
  });
  return actAs('local');
};
