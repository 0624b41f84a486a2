import { Validator } from '@cfworker/json-schema';
import { createServer, request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { matchPath } from '../../functions/edge/http.ts';
import type { OpenApiDocument, OperationObject, SchemaObject } from '../../functions/openapi/document.ts';
import { makeOpenApiDocument } from '../../functions/openapi/make-document.ts';

/** An API behind a proxy that holds every answer against the API's own description. */
export interface CheckedApi {
  /** Where clients go instead. */
  readonly url: string;
  /** What was not as it is described, a sentence for each. */
  readonly problems: string[];
  /** Operations that were answered 200. */
  readonly answered: ReadonlySet<string>;
  close(): Promise<void>;
}

/** The schema with every object closed: what is answered and not described is then found. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpen = 'additionalProperties' in schema || !('properties' in schema) || 'const' in schema;
  return isOpen ? inner : { ...inner, additionalProperties: false };
};

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly sent: string;
  readonly status: number;
  readonly body: string;
}

const operationOf = (
  { paths }: OpenApiDocument,
  { method, path }: Exchange,
): { readonly name: string; readonly operation: OperationObject } | null => {
  // What is written out goes before what is named: `/v2/crawl/active` before `/v2/crawl/{id}`.
  const fitting = Object.keys(paths)
    .filter((pattern) => matchPath(pattern, path) !== null)
    .toSorted((a, b) => a.split('{').length - b.split('{').length);
  for (const pattern of fitting) {
    const operation = paths[pattern]?.[method.toLowerCase()];
    if (operation !== undefined) return { name: `${method} ${pattern}`, operation };
  }
  return null;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type FindFaults = (value: unknown, schema: SchemaObject, strict: boolean) => string[];

/** Makes what holds values against schemas of a document; `strict`: with nothing but what they name. */
const findFaultsBy = ({ components }: OpenApiDocument): FindFaults => {
  const validators = new Map<string, Validator>();
  return (value, schema, strict) => {
    const key = `${strict}${JSON.stringify(schema)}`;
    const whole = strict ? closed({ ...schema, components }) : { ...schema, components };
    const validator = validators.get(key) ?? new Validator(whole as object, '2020-12', false);
    validators.set(key, validator);
    const { valid, errors } = validator.validate(value);
    return valid
      ? []
      : errors.slice(-3).map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
  };
};

/** Faults of a value that should be as one of the document's named schemas says, and have nothing else. */
export const findFaults = (name: string, value: unknown): string[] =>
  findFaultsBy(makeOpenApiDocument())(value, { $ref: `#/components/schemas/${name}` }, true);

/** What to do about faults. */
export const whatToDo =
  'the API and its description differ: mend the schema in functions/openapi/responses/ (or in lib/request/ ' +
  'for bodies), the `failures` of the operation in functions/endpoints/, or the route; then run "npm run openapi"';

/** Makes what finds the faults of an exchange, by the description of the API. */
export const makeChecker = (document: OpenApiDocument): ((exchange: Exchange) => string[]) => {
  const faultsIn = findFaultsBy(document);
  return (exchange) => {
    const { status } = exchange;
    // The description says nothing of HEAD, whose answer is that of GET without its body.
    if (exchange.method === 'HEAD') return [];
    const found = operationOf(document, exchange);
    const body = parsed(exchange.body);
    const error = document.components.schemas['Error'] ?? {};
    if (found === null) return faultsIn(body, error, true).map((fault) => `an unknown route: ${fault}`);
    const { name, operation } = found;
    const response = operation.responses[String(status)];
    if (response === undefined) return [`${name}: the status ${status} is not described: ${exchange.body}`];
    const media = response.content['application/json'];
    if (media === undefined) return [];
    const faults = faultsIn(body, media.schema, true).map((fault) => `the answer ${status}: ${fault}`);
    const { code } = (body ?? {}) as { readonly code?: string };
    if (status !== 200 && response['x-codes']?.includes(code ?? '') !== true)
      faults.push(`the code ${code ?? '(none)'} is not described for ${status}`);
    const wanted = operation.requestBody?.content['application/json']?.schema;
    const given = parsed(exchange.sent);
    if (status === 200 && wanted !== undefined && given !== undefined)
      faults.push(...faultsIn(given, wanted, false).map((fault) => `a body that was accepted: ${fault}`));
    return faults.map((fault) => `${name}: ${fault}`);
  };
};

const read = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Puts a proxy before an API; clients of any kind go through it unchanged. */
export const checkApi = async (target: string): Promise<CheckedApi> => {
  const document = makeOpenApiDocument();
  const check = makeChecker(document);
  const problems: string[] = [];
  const answered = new Set<string>();
  const { hostname, port } = new URL(target);
  // As long as the gateway keeps a connection, or a busy client meets its end.
  const server = createServer({ keepAliveTimeout: 310_000 }, (incoming, outgoing) => {
    void read(incoming).then((sent) => {
      const { method = 'GET', url = '/', headers } = incoming;
      const onward = ask({ hostname, port, method, path: url, headers }, (reply) => {
        void read(reply).then((bytes) => {
          const path = url.split('?')[0] ?? url;
          const exchange = { method, path, sent: sent.toString(), status: reply.statusCode ?? 0 };
          problems.push(...check({ ...exchange, body: bytes.toString() }));
          const name = operationOf(document, { ...exchange, body: '' })?.name;
          if (exchange.status === 200 && name !== undefined) answered.add(name);
          outgoing.writeHead(exchange.status, reply.headers).end(bytes);
        });
      });
      onward.on('error', () => outgoing.destroy());
      onward.end(sent);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    problems,
    answered,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
