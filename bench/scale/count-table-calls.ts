import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { itemBytes, describeItem, type ItemJson } from './item-size.ts';
import { tallyCall, addUpdates, emptyTally, itemKind, readsItems, type UnitsTaken } from './table-tally.ts';

/**
 * A DynamoDB that stands before another one and counts: forked with the address of the other. Tells `{url}` when it
 * listens; `forget` starts anew, `tell` answers with a `TableReport`.
 */
export interface TableReport {
  readonly calls: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
  readonly kinds: Readonly<Record<string, UnitsTaken>>;
  readonly partitions: Readonly<Record<string, UnitsTaken>>;
  /** Items by kind as they lie in the table: how many, and their bytes. */
  readonly items: Readonly<
    Record<string, { readonly count: number; readonly bytes: number; readonly largest: number }>
  >;
}

const [, , upstream = ''] = process.argv;
const agent = new Agent({ keepAlive: true });
let tally = emptyTally();
let tableName = '';

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const forward = async (
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> =>
  await new Promise((resolve, reject) => {
    const asked = request(
      upstream,
      { method: 'POST', agent, headers: { ...headers, 'content-length': String(body.length) } },
      (answer) => {
        bodyOf(answer).then(
          (answered) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answered }),
          reject,
        );
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });

/** The laptop's own calls (it removes expired items, as DynamoDB does by itself) are signed with a fixed date. */
const isRuntime = (incoming: IncomingMessage): boolean =>
  String(incoming.headers.authorization).includes('Credential=local/20260101/');

const server = createServer((incoming, response) => {
  const answering = async (): Promise<void> => {
    const body = await bodyOf(incoming);
    const action = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
    const {
      host: _host,
      connection: _connection,
      'transfer-encoding': _coding,
      ...headers
    } = incoming.headers;
    const answer = await forward(headers, body);
    response.writeHead(answer.status, answer.headers).end(answer.body);
    if (isRuntime(incoming)) return;
    const asked = JSON.parse(body.toString()) as Parameters<typeof tallyCall>[2] & { TableName?: string };
    if (asked.TableName !== undefined) tableName = asked.TableName;
    if (answer.status !== 200) tally.refused[action] = (tally.refused[action] ?? 0) + 1;
    const items = readsItems(action)
      ? (JSON.parse(answer.body.toString()) as Parameters<typeof tallyCall>[3])
      : null;
    tallyCall(tally, action, asked, items);
  };
  answering().catch(() => void response.destroy());
});

/** Reads the whole table past the count: the sizes of what updates made. */
const report = async (): Promise<TableReport> => {
  const sizes = new Map<string, number>();
  const items: Record<string, { count: number; bytes: number; largest: number }> = {};
  let from: unknown;
  do {
    const ask = { TableName: tableName, ...(from === undefined ? {} : { ExclusiveStartKey: from }) };
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.Scan',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      'x-amz-date': '20260101T000000Z',
    };
    const { body } = await forward(headers, Buffer.from(JSON.stringify(ask)));
    const page = JSON.parse(body.toString()) as { Items?: ItemJson[]; LastEvaluatedKey?: unknown };
    for (const item of page.Items ?? []) {
      const [partition, sort] = [describeItem(item, 'PK'), describeItem(item, 'SK')];
      const bytes = itemBytes(item);
      if (tally.updates.has(`${partition}|${sort}`)) sizes.set(`${partition}|${sort}`, bytes);
      const kind = (items[itemKind(partition, sort)] ??= { count: 0, bytes: 0, largest: 0 });
      kind.count += 1;
      kind.bytes += bytes;
      kind.largest = Math.max(kind.largest, bytes);
    }
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  addUpdates(tally, sizes);
  return {
    calls: tally.calls,
    refused: tally.refused,
    kinds: Object.fromEntries(tally.kinds),
    partitions: Object.fromEntries(tally.partitions),
    items,
  };
};

process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  if (message === 'forget') tally = emptyTally();
  else void report().then((it) => process.send?.(it));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
