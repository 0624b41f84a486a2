import { isPlainObject } from '../../lib/plain-object.ts';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError, notImplemented } from './aws-error.ts';
import { eventActions, type Events } from './events/actions.ts';
import type { Input } from './input.ts';
import { readText } from './read-text.ts';
import { parameterActions, type Parameters } from './parameters/actions.ts';
import { secretActions, type Secrets } from './secrets/actions.ts';
import { sqsActions } from './sqs/actions.ts';
import type { Sqs } from './sqs/context.ts';

/** Most bytes of an input: a batch of 1 MiB with every character escaped. */
const inputBytesMax = 8 * 1_048_576;

/** Errors of SQS that SDKs know by their names in its older protocol (`x-amzn-query-error`). */
const queryNames: Readonly<Record<string, string>> = {
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  MessageNotInflight: 'AWS.SimpleQueueService.MessageNotInflight',
  EmptyBatchRequest: 'AWS.SimpleQueueService.EmptyBatchRequest',
  TooManyEntriesInBatchRequest: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  BatchEntryIdsNotDistinct: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  BatchRequestTooLong: 'AWS.SimpleQueueService.BatchRequestTooLong',
  InvalidBatchEntryId: 'AWS.SimpleQueueService.InvalidBatchEntryId',
  UnsupportedOperation: 'AWS.SimpleQueueService.UnsupportedOperation',
};

const parseInput = async (request: IncomingMessage): Promise<Input> => {
  const body = await readText(request as AsyncIterable<Buffer>, inputBytesMax);
  let input: unknown;
  try {
    input = body === '' ? {} : JSON.parse(body);
  } catch {
    throw new AwsError('SerializationException', 'The request is not JSON.');
  }
  if (!isPlainObject(input))
    throw new AwsError('SerializationException', 'The request is not a JSON object.');
  return input;
};

/** The services that speak an AWS JSON protocol. */
interface JsonServices {
  readonly sqs: Sqs;
  readonly secrets: Secrets;
  readonly parameters: Parameters;
  readonly events: Events;
}

const run = async (
  services: JsonServices,
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<object> => {
  const [service = '', action = ''] = target.split('.');
  const input = await parseInput(request);
  if (service === 'AmazonSQS' && Object.hasOwn(sqsActions, action)) {
    const host = request.headers.host ?? '127.0.0.1';
    return (await sqsActions[action]?.(services.sqs, { input, host, response })) ?? {};
  }
  if (service === 'secretsmanager' && Object.hasOwn(secretActions, action)) {
    return secretActions[action]?.(services.secrets, input) ?? {};
  }
  if (service === 'AmazonSSM' && Object.hasOwn(parameterActions, action)) {
    return parameterActions[action]?.(services.parameters, input) ?? {};
  }
  if (service === 'AWSEvents' && Object.hasOwn(eventActions, action)) {
    return eventActions[action]?.(services.events, input) ?? {};
  }
  throw notImplemented(service, action);
};

/** Answers one request of an AWS JSON protocol, whose service and action stand in `X-Amz-Target`. */
export const sendJson = async (
  services: JsonServices,
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const prefix = target.startsWith('AmazonSQS') ? 'com.amazonaws.sqs#' : '';
  let status = 200;
  let output: object;
  try {
    output = await run(services, target, request, response);
  } catch (error) {
    if (!(error instanceof AwsError)) process.stderr.write(`${(error as Error).stack}\n`);
    const known =
      error instanceof AwsError ? error : new AwsError('InternalFailure', (error as Error).message, 500);
    status = known.status;
    const fault = status < 500 ? 'Sender' : 'Receiver';
    if (prefix !== '')
      response.setHeader('x-amzn-query-error', `${queryNames[known.code] ?? known.code};${fault}`);
    output = { __type: prefix + known.code, message: known.message };
    if (!request.complete) response.setHeader('connection', 'close');
  }
  if (response.destroyed) return;
  const body = JSON.stringify(output);
  response.writeHead(status, {
    'content-type': request.headers['content-type'] ?? 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
    'x-amzn-requestid': randomUUID(),
  });
  response.end(body);
};
