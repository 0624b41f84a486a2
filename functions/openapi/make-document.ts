import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { failures, type FailureCode } from '../../lib/failure.ts';
import { version } from '../../lib/version.ts';
import { webhookEventSchema } from './responses/webhooks.ts';
import { responseComponents, requestComponents } from './components.ts';
import type { OpenApiDocument, OperationObject, SchemaObject } from './document.ts';
import { failureTexts } from './failure-texts.ts';
import { makeFormatSchema } from './format-schema.ts';
import { apiEndpoints } from '../endpoints/api.ts';
import { corpusEndpoints } from '../endpoints/corpus.ts';
import { sourceEndpoints } from '../endpoints/manage-sources.ts';
import { makeOperation, readOperation } from './make-operation.ts';
import type { Operation } from './operation.ts';
import { tags } from './tags.ts';
import { toJsonSchemas, type JsonSchemas } from './to-json-schemas.ts';
import { wordTexts } from './word-texts.ts';

const failuresFile = new URL('../../docs/failures.md', import.meta.url);

const introduction =
  `Turns websites into structured, versioned JSON in your own AWS account, or on your laptop.

Every request carries an API key: \`Authorization: Bearer <key>\`. Jobs that are begun are answered 200 at ` +
  `once, with an id under which their status is read. Unknown keys in a body are not an error: ` +
  `\`warning\` names those that have no effect. Every error has one shape, and a code that says what happened.`;

const signature = 'How to check it is in docs/webhooks.md.';

const webhook = (answers: JsonSchemas): OperationObject => ({
  operationId: 'jobEvent',
  tags: ['Webhooks'],
  summary: "An event of a job, posted to the request's `webhook`",
  description:
    'At least once, in order, and for a day: anything but 2xx within 8 seconds is tried again. Answer ' +
    'before you work.',
  security: [],
  parameters: [
    {
      name: 'x-firecrawl-signature',
      in: 'header',
      required: true,
      description: `\`sha256=\` and the HMAC of the body. ${signature}`,
      schema: { type: 'string' },
    },
    {
      name: 'webhook-signature',
      in: 'header',
      required: true,
      description: `As Standard Webhooks has it, with \`webhook-id\` and \`webhook-timestamp\`. ${signature}`,
      schema: { type: 'string' },
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: answers.of(webhookEventSchema) } },
  },
  responses: {
    '200': { description: 'It was taken.', content: {} },
    '4XX': { description: 'It is sent again later.', content: {} },
  },
});

const withCodeTexts = (error: SchemaObject | undefined): SchemaObject => {
  const codes = Object.keys(failures) as FailureCode[];
  const texts = failureTexts(readFileSync(failuresFile, 'utf8'), codes);
  const { code = {} } = error?.properties ?? {};
  return {
    ...error,
    properties: { ...error?.properties, code: { ...code, 'x-enumDescriptions': texts } },
  };
};

const withWordTexts = (schemas: JsonSchemas['components']): Record<string, SchemaObject> =>
  Object.fromEntries(
    Object.entries(wordTexts).map(([name, texts]) => [
      name,
      { ...schemas[name], 'x-enumDescriptions': texts },
    ]),
  );

/** Every endpoint of the API: those of the functions `api`, search-corpus and manage-sources. */
export const operations: readonly Operation[] = [...apiEndpoints, ...corpusEndpoints, ...sourceEndpoints].map(
  readOperation,
);

/** Makes the OpenAPI 3.1 document of the API, from its endpoints and the schemas with which requests are parsed. */
export const makeOpenApiDocument = (): OpenApiDocument => {
  const sent = operations.flatMap(({ body, query }): z.ZodType[] => [
    ...(body === undefined ? [] : [body.schema]),
    ...(query === undefined ? [] : [query]),
  ]);
  const answered = operations.flatMap(({ response }) => (typeof response === 'string' ? [] : [response]));
  const requests = toJsonSchemas(requestComponents, sent, 'input');
  const answers = toJsonSchemas(responseComponents, answered, 'output');
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = makeOperation(operation, requests, answers);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Gleaner',
      version,
      summary: 'Websites as structured, versioned JSON',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:3000', description: 'On the laptop' }],
    security: [{ key: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: { jobEvent: { post: webhook(answers) } },
    components: {
      schemas: {
        ...requests.components,
        Format: makeFormatSchema(requests.components['Format'] ?? {}, 'JsonFormat'),
        ...answers.components,
        ...withWordTexts(answers.components),
        Error: withCodeTexts(answers.components['Error']),
      },
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, as it was shown when it was created: `fc-<id>:<secret>`.',
        },
      },
    },
  };
};

/** Makes the text of `docs/openapi.json`. */
export const documentText = (): string => `${JSON.stringify(makeOpenApiDocument(), null, 2)}\n`;
