import { Agent, createServer, request as requestHttp, type IncomingMessage, type Server } from 'node:http';
import { awsCalls } from '../calls/aws-call.ts';
import { callerIn, type NoteCalls } from '../calls/call-log.ts';
import { judgeVisitor } from '../door/judge-visitor.ts';
import type { LocalCredentials } from '../door/local-credentials.ts';
import { noteStranger } from '../door/note-stranger.ts';
import { needsBody } from '../door/signature.ts';

/** Most bytes of a body: a batch of 16 MB (DynamoDB, "Limits") with the overhead of JSON. */
const bodyBytesMax = 24 * 1_048_576;

const refusal = (message: string): string =>
  JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#AccessDeniedException', message });

const read = async (incoming: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Makes the door in front of an emulator that itself accepts every caller. It listens where it is told to, and notes
 * calls if asked to.
 */
export const serveDoor = (behind: string, credentials: LocalCredentials, note?: NoteCalls): Server => {
  const { hostname, port } = new URL(behind);
  const agent = new Agent({ keepAlive: true });
  return createServer({ keepAliveTimeout: 60_000 }, (incoming, answer) => {
    answer.on('error', () => undefined);
    const refuse = (status: number, message: string): void => {
      incoming.resume();
      if (answer.headersSent) return void answer.destroy();
      answer.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', connection: 'close' });
      answer.end(refusal(message));
    };
    const pass = async (): Promise<void> => {
      const visitor = {
        method: incoming.method ?? '',
        target: incoming.url ?? '/',
        headers: incoming.headers,
      };
      const caller = note && callerIn(visitor.headers, visitor.target);
      // Read here if its signature or the log needs it; otherwise passed on as it comes.
      const body = needsBody(visitor) || caller !== undefined ? await read(incoming) : undefined;
      if (body === null) return refuse(413, `The request is larger than ${bodyBytesMax} bytes`);
      const why = judgeVisitor(visitor, credentials, Date.now(), body);
      if (why !== null) {
        noteStranger(visitor, why);
        return refuse(403, why);
      }
      if (note !== undefined && caller !== undefined) {
        const { method, target, headers } = visitor;
        const awsTarget = String(headers['x-amz-target']);
        const text = body?.toString('utf8') ?? '';
        note(caller, awsCalls({ method, target, awsTarget, body: text, copySource: undefined, status: 200 }));
      }
      const passed = requestHttp(
        { hostname, port, agent, method: visitor.method, path: visitor.target, headers: incoming.headers },
        (got) => {
          // The emulator would let any web page read its answers.
          const headers = Object.entries(got.headers).filter(
            ([name]) => !/^access-control-|^(?:connection|keep-alive)$/.test(name),
          );
          answer.writeHead(got.statusCode ?? 502, Object.fromEntries(headers));
          got.on('error', () => answer.destroy()).pipe(answer);
        },
      );
      passed.on('error', (error) => refuse(502, error.message));
      answer.on('close', () => passed.destroy());
      if (body === undefined) incoming.on('error', () => passed.destroy()).pipe(passed);
      else passed.end(body);
    };
    pass().catch((error: unknown) => refuse(500, String(error)));
  });
};
