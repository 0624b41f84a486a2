import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import { httpStatusFor, type FailureCode } from '../../lib/failure.ts';
import { scopeOfMethod, type KeyScope } from '../../lib/request/keys/scopes.ts';
import { errorSchema } from './responses/common.ts';
import { curlExample } from './curl-example.ts';
import type { Operation } from './operation.ts';
import type { OperationObject, ParameterObject, ResponseObject, SchemaObject } from './document.ts';
import type { Endpoint } from '../edge/endpoint.ts';
import type { JsonSchemas } from './to-json-schemas.ts';

/** @throws {Error} for an endpoint of a bundle, which has no description. */
export const readOperation = (endpoint: Endpoint<never>): Operation => {
  const { docs, method, path } = endpoint;
  if (docs === false) throw new Error(`Cannot describe ${method} ${path}: it has no docs`);
  if ('openHandler' in endpoint) return { ...docs, method, path, open: true };
  const { scope, begins, unprocessable } = endpoint;
  return {
    ...docs,
    method,
    path,
    open: false,
    ...(scope === undefined ? {} : { scope }),
    ...(begins === undefined ? {} : { begins }),
    ...(unprocessable === undefined ? {} : { unprocessable }),
  };
};

/** The meaning of names in paths. */
const pathNames: Readonly<Record<string, string>> = {
  id: 'Id of the job, as the answer that started it gave it.',
};

const pathParameters = ({ path, ids = pathNames }: Operation): ParameterObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: ids[name] ?? `The ${name}.`,
    schema: { type: 'string' },
  }));

const queryParameters = (schema: SchemaObject): ParameterObject[] =>
  Object.entries(schema.properties ?? {}).map(([name, { description = '', ...rest }]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) === true,
    description,
    schema: rest,
  }));

const idempotencyKey: ParameterObject = {
  name: 'x-idempotency-key',
  in: 'header',
  required: false,
  description:
    'A text of your choice: the same request with the same text finds the first job for a day; another ' +
    'request with it is refused.',
  schema: { type: 'string', maxLength: 256 },
};

/** Returns the scope that the key of a request must have. */
const requiredScope = ({ scope, method }: Pick<Operation, 'scope' | 'method'>): KeyScope =>
  scope ?? scopeOfMethod(method);

/** Lists failures of an operation: its own, and those that follow from its input. */
const listFailures = ({ failures = [], body, query, open, begins }: Operation): FailureCode[] => {
  const all: FailureCode[] = [
    ...(body === undefined && query === undefined ? [] : (['BAD_REQUEST'] as const)),
    ...(body === undefined ? [] : (['BAD_REQUEST_INVALID_JSON', 'BODY_TOO_LARGE'] as const)),
    ...(open ? [] : (['UNAUTHORIZED', 'FORBIDDEN'] as const)),
    // Requests that only read are never limited: clients that wait for a job give up at the first 429.
    ...(begins === undefined ? [] : (['RATE_LIMITED', 'RATE_LIMIT_EXCEEDED'] as const)),
    ...(begins === 'job' ? (['CONCURRENCY_LIMIT_EXCEEDED'] as const) : []),
    ...failures,
    'INTERNAL',
  ];
  return [...new Set(all)];
};

const secondsHeader = {
  'Retry-After': {
    description: 'Seconds after which the request may be sent again.',
    schema: { type: 'integer' },
  },
};

const errorResponses = (operation: Operation, answers: JsonSchemas): Record<string, ResponseObject> => {
  const { unprocessable = 422 } = operation;
  const byStatus = Map.groupBy(listFailures(operation), (code) =>
    httpStatusFor(code) === 422 ? unprocessable : httpStatusFor(code),
  );
  // API Gateway's own answer, if the function takes longer than it may.
  if (!operation.open) byStatus.set(504, [...(byStatus.get(504) ?? []), 'INTERNAL']);
  const made = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, codes]) => {
      const response: ResponseObject = {
        description: `${STATUS_CODES[status] ?? 'Error'}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
        ...(status === 408 || status === 429 ? { headers: secondsHeader } : {}),
        content: { 'application/json': { schema: answers.of(errorSchema) } },
        'x-codes': codes,
      };
      return [String(status), response];
    });
  return Object.fromEntries(made) as Record<string, ResponseObject>;
};

const doneResponse = ({ response }: Operation, schemas: JsonSchemas): ResponseObject =>
  response instanceof z.ZodType
    ? { description: 'Done.', content: { 'application/json': { schema: schemas.of(response) } } }
    : { description: 'Done.', content: { [response]: { schema: { type: 'string' } } } };

const requestBody = (
  body: NonNullable<Operation['body']>,
  requests: JsonSchemas,
): NonNullable<OperationObject['requestBody']> => ({
  required: body.optional !== true,
  content: {
    [body.type ?? 'application/json']: {
      schema: requests.of(body.schema),
      ...(body.example === undefined ? {} : { example: body.example }),
    },
  },
});

/** Makes an operation in the form of the document. */
export const makeOperation = (
  operation: Operation,
  requests: JsonSchemas,
  answers: JsonSchemas,
): OperationObject => {
  const { id, tag, summary, description, query, idempotent, body, open } = operation;
  const parameters = [
    ...pathParameters(operation),
    ...(query === undefined ? [] : queryParameters(requests.of(query))),
    ...(idempotent === true ? [idempotencyKey] : []),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: open ? [] : [{ key: [requiredScope(operation)] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body, requests) }),
    responses: {
      '200': doneResponse(operation, answers),
      // Answers that anyone may read are cached.
      ...(open ? { '304': { description: 'It is as `If-None-Match` knows it.', content: {} } } : {}),
      ...errorResponses(operation, answers),
    },
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlExample(operation) }],
  };
};
