import { Agent, request } from 'node:http';
import type { CallAnswer } from './calls.ts';

/** Asks an emulator over HTTP, as the SDK would, past everything that the simulation has replaced. */
export interface Emulator {
  send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<CallAnswer>;
  close(): void;
}

export const openEmulator = (url: string): Emulator => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  return {
    send: async (method, path, headers, body) =>
      await new Promise((resolve, reject) => {
        const { host: _host, 'content-length': _length, ...rest } = headers as Record<string, string>;
        const bytes = Buffer.from(body);
        const asked = request(
          new URL(path, url),
          { method, agent, headers: { ...rest, 'content-length': bytes.length } },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => void chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () => {
              // The emulator's own date: by it the SDK would correct its clock, and try again what was refused.
              const { date: _date, ...kept } = response.headers;
              const flat = Object.entries(kept).map(([name, value]) => [name, String(value)]);
              resolve({
                status: response.statusCode ?? 0,
                headers: Object.fromEntries(flat) as Record<string, string>,
                body: Buffer.concat(chunks),
              });
            });
          },
        );
        asked.on('error', reject);
        asked.end(bytes);
      }),
    close: () => agent.destroy(),
  };
};

/** Asks the emulated table one thing, in DynamoDB's JSON protocol. */
export const askTable = async (emulator: Emulator, action: string, body: string): Promise<CallAnswer> =>
  await emulator.send(
    'POST',
    '/',
    {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${action}`,
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body,
  );
