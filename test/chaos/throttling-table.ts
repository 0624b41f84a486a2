import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A DynamoDB that stands before another one and does it harm. All numbers are shares of its calls. */
export interface Harm {
  /** Refused as throttled, without effect. */
  readonly throttle: number;
  /** Transactions refused as in conflict, without effect. */
  readonly conflict: number;
  /** Carried out, and the answer lost. */
  readonly loseAnswer: number;
}

export interface ThrottlingTable {
  readonly url: string;
  readonly tally: { calls: number; throttled: number; conflicts: number; lost: number };
  /** Lets every call through from now on. */
  calm(): void;
  close(): Promise<void>;
}

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const refuse = (response: ServerResponse, error: object): void => {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(error));
};

const prefix = 'com.amazonaws.dynamodb.v20120810#';

/** `random`: 0 to 1, drawn once for each call that may be harmed. */
export const startThrottlingTable = async (
  upstream: string,
  harm: Harm,
  random = Math.random,
): Promise<ThrottlingTable> => {
  const agent = new Agent({ keepAlive: true });
  const tally = { calls: 0, throttled: 0, conflicts: 0, lost: 0 };
  let calm = false;

  const forward = async (
    incoming: IncomingMessage,
    body: Buffer,
  ): Promise<{ status: number; headers: object; body: Buffer }> =>
    await new Promise((resolve, reject) => {
      const {
        host: _host,
        connection: _connection,
        'transfer-encoding': _coding,
        ...headers
      } = incoming.headers;
      const options = {
        method: incoming.method ?? 'POST',
        agent,
        headers: { ...headers, 'content-length': String(body.length) },
      };
      const asked = request(new URL(incoming.url ?? '/', upstream), options, (answer) => {
        bodyOf(answer).then(
          (answered) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answered }),
          reject,
        );
      });
      asked.on('error', reject);
      asked.end(body);
    });

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(incoming);
    const action = String(incoming.headers['x-amz-target'] ?? '')
      .split('.')
      .at(-1);
    tally.calls += 1;
    const dice = calm || action === 'CreateTable' || action === 'ListTables' ? 1 : random();
    if (dice < harm.throttle) {
      tally.throttled += 1;
      return refuse(response, {
        __type: `${prefix}ProvisionedThroughputExceededException`,
        message: 'slow down',
      });
    }
    if (action === 'TransactWriteItems' && dice < harm.throttle + harm.conflict) {
      tally.conflicts += 1;
      const { TransactItems: items } = JSON.parse(body.toString()) as { TransactItems: unknown[] };
      const reasons = items.map((_, index) => ({ Code: index === 0 ? 'TransactionConflict' : 'None' }));
      return refuse(response, {
        __type: `${prefix}TransactionCanceledException`,
        CancellationReasons: reasons,
      });
    }
    const answered = await forward(incoming, body);
    if (dice > 1 - harm.loseAnswer && dice < 1) {
      tally.lost += 1;
      return void response.destroy();
    }
    response.writeHead(answered.status, answered.headers as Record<string, string>).end(answered.body);
  };

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => void response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tally,
    calm: () => {
      calm = true;
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
