import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { withItemVersions } from './item-versions.ts';

/** What carries out the commands of one class. */
type Handler = (command: object) => Promise<{ readonly output: unknown }>;

/** The parts of a command of the document client from which the client makes a handler for every call. */
interface DocumentCommand {
  /** The command of the client of DynamoDB, with the input that is marshalled on its way. */
  readonly clientCommand: { resolveMiddleware(stack: unknown, configuration: unknown): Handler };
  readonly middlewareStack: unknown;
  addMarshallingMiddleware(configuration: unknown): void;
}

/**
 * Makes a document client keep the handler of each class of commands. The SDK sorts some thirty middlewares anew for
 * every call, which is a third of its processor time. Its clients have an option to keep them (`cacheMiddleware`), but
 * the document client refuses it: its handler holds the command that it was made for. The handler of the command inside
 * does not (docs/decisions/0094-handlers-of-the-document-client-are-kept.md).
 *
 * Middleware that is added after the first call of a class is not in its handler. A call with options of its own goes
 * the SDK's way.
 */
const withKeptHandlers = (client: DynamoDBDocumentClient): DynamoDBDocumentClient => {
  const handlers = new Map<unknown, Handler>();
  const send = client.send.bind(client) as (...asked: readonly unknown[]) => Promise<unknown>;
  const makeHandler = (command: DocumentCommand): Handler => {
    command.addMarshallingMiddleware(client.config);
    const stack = client.middlewareStack.concat(command.middlewareStack as typeof client.middlewareStack);
    return command.clientCommand.resolveMiddleware(stack, client.config);
  };
  const sendKept = async (command: DocumentCommand, ...options: readonly unknown[]): Promise<unknown> => {
    if (options.length > 0) return await send(command, ...options);
    let handler = handlers.get(command.constructor);
    if (handler === undefined) {
      handler = makeHandler(command);
      handlers.set(command.constructor, handler);
    }
    return (await handler(command.clientCommand)).output;
  };
  return Object.assign(client, { send: sendKept });
};

/** Returns the document client that reads and writes items through `client`. It marks items with their versions. */
export const openDocuments = (client: DynamoDBClient): DynamoDBDocumentClient =>
  withKeptHandlers(
    DynamoDBDocumentClient.from(withItemVersions(client), {
      marshallOptions: { removeUndefinedValues: true },
    }),
  );
