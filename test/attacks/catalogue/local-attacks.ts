import { request } from 'node:http';
import type { Attack, Target, AttackVerdict } from './attack.ts';

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const send = async (
  url: string,
  { method, headers, body }: Sent,
): Promise<{ status: number; cors: boolean }> =>
  await new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (response) => {
      response.resume().on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          cors: response.headers['access-control-allow-origin'] !== undefined,
        }),
      );
    });
    outgoing.on('error', reject).end(body);
  });

const services: Readonly<
  Record<string, { at: (target: Target) => string; headers: Record<string, string>; body: string }>
> = {
  DynamoDB: {
    at: ({ gleaner }) => gleaner.endpoints.dynamodb,
    headers: { 'x-amz-target': 'DynamoDB_20120810.Scan', 'content-type': 'application/x-amz-json-1.0' },
    body: '{"TableName":"table"}',
  },
  secrets: {
    at: ({ gleaner }) => gleaner.endpoints.cloud,
    headers: {
      'x-amz-target': 'AmazonSSM.GetParameter',
      'content-type': 'application/x-amz-json-1.1',
    },
    body: '{"Name":"/Gleaner/header-secret","WithDecryption":true}',
  },
  queues: {
    at: ({ gleaner }) => gleaner.endpoints.cloud,
    headers: { 'x-amz-target': 'AmazonSQS.ListQueues', 'content-type': 'application/x-amz-json-1.0' },
    body: '{}',
  },
  objects: { at: ({ gleaner }) => `${gleaner.endpoints.cloud}/envelopes?list-type=2`, headers: {}, body: '' },
  invoke: {
    at: ({ gleaner }) => `${gleaner.url}/2015-03-31/functions/manage-keys/invocations`,
    headers: {},
    body: '{"action":"list"}',
  },
};

const signature =
  `AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/x/aws4_request, SignedHeaders=host, ` +
  `Signature=${'0'.repeat(64)}`;
const visitors: Readonly<Record<string, (target: Target) => Record<string, string>>> = {
  'another user': () => ({}),
  'a signature that was made up': () => ({ authorization: signature }),
  'a page of another origin': () => ({ origin: 'https://evil.test', authorization: signature }),
  'a page that knows the password': ({ gleaner }) => ({
    origin: 'https://evil.test',
    'x-gleaner-local': gleaner.credentials.password,
  }),
  'a name that was led here': ({ gleaner }) => ({
    host: 'evil.test',
    'x-gleaner-local': gleaner.credentials.password,
  }),
};

/** The laptop's services, as other users of the machine and pages in its browsers meet them. */
export const localAttacks: readonly Attack[] = Object.entries(services).flatMap(
  ([service, { at, headers, body }]) =>
    Object.entries(visitors).flatMap(([visitor, own]) =>
      ['POST', 'OPTIONS'].map((method): Attack => ({
        group: 'local services',
        name: `${visitor} sends ${method} to ${service}`,
        run: async (target): Promise<AttackVerdict> => {
          const sent = {
            method,
            headers: { ...headers, ...own(target) },
            ...(method === 'POST' ? { body } : {}),
          };
          const { status, cors } = await send(at(target), sent);
          // The front answers a preflight for the API itself; no function is invoked by it.
          const isApi = service === 'invoke' && method === 'OPTIONS';
          return status >= 400 && (!cors || isApi)
            ? 'refused'
            : isApi
              ? 'refused'
              : { failed: `${status}, CORS ${cors}` };
        },
      })),
    ),
);
