import type { CallAnswer, Call } from './calls.ts';

/**
 * What may go wrong with a call.
 *
 * - `die-before`, `die-after`: the process ends before or after the effect.
 * - `lose-request`, `lose-answer`: the connection breaks before or after the effect; the SDK tries again by itself.
 * - `refuse`: throttling, a conflict or an outage, without effect.
 * - `partly`: a batch is carried out in part, as its service may at any time.
 */
export const faultKinds = [
  'die-before',
  'die-after',
  'lose-request',
  'lose-answer',
  'refuse',
  'partly',
] as const;
export type SimulatedFault = (typeof faultKinds)[number];

const dynamoError = (name: string, extra: object = {}): CallAnswer => ({
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(
    JSON.stringify({
      __type: `com.amazonaws.dynamodb.v20120810#${name}`,
      message: name,
      Message: name,
      ...extra,
    }),
  ),
});

const conflictOf = (body: string, pick: (count: number) => number): CallAnswer => {
  const items = (JSON.parse(body) as { TransactItems?: unknown[] }).TransactItems ?? [];
  const at = pick(items.length);
  return dynamoError('TransactionCanceledException', {
    CancellationReasons: items.map((_, index) => ({ Code: index === at ? 'TransactionConflict' : 'None' })),
  });
};

const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/**
 * The answer of a service that will not, or cannot now. A transaction is refused by conflict as often as by throttling.
 */
export const makeRefusal = (call: Call, pick: (count: number) => number): CallAnswer => {
  switch (call.service) {
    case 'table': {
      if (pick(5) === 0)
        return { status: 500, headers: {}, body: Buffer.from('{"__type":"InternalServerError"}') };
      if (call.action === 'TransactWriteItems' && pick(3) > 0) return conflictOf(call.body, pick);
      // A single write meets a transaction that is under way on the same item.
      if (writes.has(call.action) && pick(2) === 0) return dynamoError('TransactionConflictException');
      return dynamoError('ProvisionedThroughputExceededException');
    }
    case 'objects':
      return {
        status: 503,
        headers: { 'content-type': 'application/xml' },
        body: Buffer.from(
          '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
        ),
      };
    case 'site':
      return { status: 503, headers: {}, body: Buffer.of() };
    case 'queues':
    case 'secrets':
    case 'events':
      return {
        status: 400,
        headers: { 'content-type': 'application/x-amz-json-1.0' },
        body: Buffer.from(
          '{"__type":"com.amazon.coral.availability#ThrottlingException","message":"slow down"}',
        ),
      };
  }
};

interface BatchRead {
  Responses?: Record<string, unknown[]>;
  UnprocessedKeys?: Record<string, unknown>;
}

/** DynamoDB may leave any keys of a batch unread. */
const leaveUnread = async (call: Call): Promise<CallAnswer> => {
  const input = JSON.parse(call.body) as { RequestItems: Record<string, { Keys: unknown[] }> };
  const [table] = Object.keys(input.RequestItems);
  const request = table === undefined ? undefined : input.RequestItems[table];
  if (table === undefined || request === undefined || request.Keys.length < 2) return await call.perform();
  const rest = request.Keys.splice(Math.ceil(request.Keys.length / 2));
  call.body = JSON.stringify(input);
  const answered = await call.perform();
  const output = JSON.parse(answered.body.toString()) as BatchRead;
  output.UnprocessedKeys = { [table]: { ...request, Keys: rest } };
  return { ...answered, body: Buffer.from(JSON.stringify(output)) };
};

/** DynamoDB may leave any items of a batch unwritten. */
const leaveUnwritten = async (call: Call): Promise<CallAnswer> => {
  const input = JSON.parse(call.body) as { RequestItems: Record<string, unknown[]> };
  const [[table, items] = ['', []]] = Object.entries(input.RequestItems);
  if (items.length < 2) return await call.perform();
  const rest = items.splice(Math.ceil(items.length / 2));
  call.body = JSON.stringify(input);
  const answered = await call.perform();
  const output = JSON.parse(answered.body.toString()) as { UnprocessedItems?: Record<string, unknown> };
  output.UnprocessedItems = { [table]: rest };
  return { ...answered, body: Buffer.from(JSON.stringify(output)) };
};

/** SQS may refuse any entries of a batch. */
const sendSome = async (call: Call): Promise<CallAnswer> => {
  const input = JSON.parse(call.body) as { Entries: { Id: string }[] };
  const refused = input.Entries.splice(Math.floor(input.Entries.length / 2));
  call.body = JSON.stringify(input);
  const answered = await call.perform();
  const output = JSON.parse(answered.body.toString()) as { Failed: unknown[] };
  output.Failed = refused.map(({ Id }) => ({
    Id,
    Code: 'InternalError',
    SenderFault: false,
    Message: 'again',
  }));
  return { ...answered, body: Buffer.from(JSON.stringify(output)) };
};

/** DynamoDB may end any page of a query early. */
const readLess = async (call: Call): Promise<CallAnswer> => {
  call.body = JSON.stringify({ ...(JSON.parse(call.body) as object), Limit: 1 });
  return await call.perform();
};

/** Carries a call out in part, where its service may do so; whole otherwise. */
export const performPartly = async (call: Call): Promise<CallAnswer> => {
  switch (call.action) {
    case 'BatchGetItem':
      return await leaveUnread(call);
    case 'BatchWriteItem':
      return await leaveUnwritten(call);
    case 'SendMessageBatch':
      return await sendSome(call);
    case 'Query':
      return await readLess(call);
    default:
      return await call.perform();
  }
};

const isEventual = ({ service, action, body }: Call): boolean =>
  service === 'table' &&
  ((action === 'BatchGetItem' && !body.includes('"ConsistentRead":true')) ||
    (action === 'Query' && body.includes('"IndexName"')));

/**
 * The answer of a read that is only eventually consistent and misses what was just written; null for any other call.
 * ("Amazon DynamoDB Developer Guide", Read consistency.)
 */
export const makeStaleAnswer = (call: Call): CallAnswer | null => {
  if (!isEventual(call)) return null;
  const input = JSON.parse(call.body) as { RequestItems?: Record<string, unknown> };
  const nothing =
    input.RequestItems === undefined
      ? { Items: [], Count: 0, ScannedCount: 0 }
      : {
          Responses: Object.fromEntries(Object.keys(input.RequestItems).map((table) => [table, []])),
          UnprocessedKeys: {},
        };
  return {
    status: 200,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Buffer.from(JSON.stringify(nothing)),
  };
};
