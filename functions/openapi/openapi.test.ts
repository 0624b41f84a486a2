import { createConfig, lintFromString } from '@redocly/openapi-core';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseCrawlRequest } from '../../lib/request/crawl-request.ts';
import { parseExtractRequest } from '../../lib/request/extract-request.ts';
import { readJsonFormat } from '../../lib/request/json-format.ts';
import { parseMapRequest } from '../../lib/request/map-request.ts';
import { parseBatchRequest, parseScrapeRequest } from '../../lib/request/scrape-request.ts';
import type { OpenApiDocument, SchemaObject } from './document.ts';
import { scopeOfMethod } from '../../lib/request/keys/scopes.ts';
import { readOperation } from './make-operation.ts';
import { documentText, makeOpenApiDocument, operations } from './make-document.ts';
import { manifestSchemaText } from './manifest-schema.ts';
import { jsonResponse } from '../edge/http.ts';
import { apiEndpoints } from '../endpoints/api.ts';
import { corpusEndpoints } from '../endpoints/corpus.ts';
import { sourceEndpoints } from '../endpoints/manage-sources.ts';

const document: OpenApiDocument = makeOpenApiDocument();

test('docs/openapi.json is what the schemas and operations say', () => {
  const written = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  expect(written === documentText(), 'docs/openapi.json is stale: run "npm run openapi" and commit it').toBe(
    true,
  );
});

test('what routing asks for is what the description says', () => {
  const declared = [...apiEndpoints, ...corpusEndpoints, ...sourceEndpoints];
  expect(declared.length).toBeGreaterThan(20);
  for (const endpoint of declared) {
    const { method, path } = endpoint;
    const { security, responses } = document.paths[path]?.[method.toLowerCase()] ?? {};
    const isOpen = 'openHandler' in endpoint;
    const scope = isOpen ? null : (endpoint.scope ?? scopeOfMethod(method));
    expect(security, `${method} ${path}`).toEqual(scope === null ? [] : [{ key: [scope] }]);
    const isLimited = !isOpen && endpoint.begins !== undefined;
    expect('429' in (responses ?? {}), `${method} ${path}`).toBe(isLimited);
    // Whatever may be refused as a new job begins one, so the limits of keys apply to it.
    const codes = endpoint.docs === false ? [] : (endpoint.docs.failures ?? []);
    if (codes.includes('IDEMPOTENCY_KEY_REUSED')) expect(isLimited, `${method} ${path}`).toBe(true);
  }
  const described = Object.values(document.paths).flatMap((item) => Object.keys(item));
  expect(described).toHaveLength(declared.length);
});

test('an endpoint without a description is refused', () => {
  const planted = {
    method: 'GET',
    path: '/v2/planted',
    docs: false,
    handler: async () => await Promise.resolve(jsonResponse(200, {})),
  } as const;
  expect(() => readOperation(planted)).toThrow('Cannot describe GET /v2/planted');
});

test('a linter finds nothing', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // `/v2/crawl/active` stands beside `/v2/crawl/{id}` in Firecrawl's API: no id reads so.
      'no-ambiguous-paths': 'off',
      // The only routes without an error of the caller's are those that anyone may read.
      'operation-4xx-response': 'off',
    },
  });
  const lint = async (source: unknown): Promise<string[]> =>
    (await lintFromString({ source: JSON.stringify(source), config })).map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`,
    );
  expect(await lint(document)).toEqual([]);
  expect(await lint({ ...document, security: [{ other: [] }] })).not.toEqual([]);
});

/** Places of all fields of a schema that nothing is said about. */
const silentFields = (schema: SchemaObject, place: string): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(isDescribed(field) ? [] : [`${place}.${name}`]),
    ...silentFields(field, `${place}.${name}`),
  ]),
  ...(schema.items === undefined ? [] : silentFields(schema.items, `${place}[]`)),
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((each) => silentFields(each, place)),
];

const isDescribed = (field: SchemaObject): boolean => {
  const name = field.$ref?.split('/').at(-1);
  return (
    (field.description ?? (name === undefined ? '' : document.components.schemas[name]?.description) ?? '')
      .length > 3
  );
};

const describeIt =
  'these have no description: add .meta({ description: … }) to their zod schema, then run "npm run openapi"';

test('every field of a request and of an answer is described in a sentence', () => {
  const named = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    silentFields(schema, name),
  );
  const inline = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, parameters = [], requestBody, responses }) => [
      ...parameters.flatMap(({ name, description }) =>
        description === '' ? [`${operationId}?${name}`] : [],
      ),
      ...[requestBody?.content, responses['200']?.content].flatMap((content) =>
        Object.values(content ?? {}).flatMap(({ schema }) => silentFields(schema, operationId)),
      ),
    ]);
  expect([...named, ...inline], describeIt).toEqual([]);
  expect(silentFields({ properties: { planted: { type: 'string' } } }, 'X')).toEqual(['X.planted']);
});

const defaultsOf = (name: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(document.components.schemas[name]?.properties ?? {}).flatMap(([key, field]) =>
      field.default === undefined ? [] : [[key, field.default]],
    ),
  );

test.each([
  ['MapRequest', { url: 'https://example.com' }, (body: unknown) => parseMapRequest(body, 'v2'), 5],
  ['CrawlRequest', { url: 'https://example.com' }, parseCrawlRequest, 10],
  ['ScrapeRequest', { url: 'https://example.com' }, parseScrapeRequest, 9],
  ['BatchRequest', { urls: ['https://example.com', 'no url at all:'] }, parseBatchRequest, 9],
  [
    'ExtractRequest',
    { urls: ['https://example.com/*'], prompt: 'names' },
    (body: unknown) => parseExtractRequest(body, 'v2'),
    6,
  ],
  [
    'ExtractRequest',
    { urls: ['https://example.com'], schema: { properties: { name: { type: 'string' } } } },
    (body: unknown) => parseExtractRequest(body, 'raito'),
    6,
  ],
] as const)(
  'a %s that spells out every default asks for the same as one that leaves them out',
  (name, body, parse, atLeast) => {
    const defaults = defaultsOf(name);
    expect(Object.keys(defaults).length).toBeGreaterThanOrEqual(atLeast);
    if ('scrapeOptions' in defaults) defaults['scrapeOptions'] = defaultsOf('ScrapeOptions');
    const short = parse(body);
    expect(short.ok).toBe(true);
    expect(parse({ ...defaults, ...body })).toEqual(short);
  },
);

test('the options of the format json that are left out have the defaults that are documented', () => {
  const order = (format: object): unknown => readJsonFormat([{ type: 'json', prompt: 'names', ...format }]);
  expect(Object.keys(defaultsOf('JsonFormat'))).toEqual(['strict', 'groundedOnly']);
  expect(order(defaultsOf('JsonFormat'))).toEqual(order({}));
});

test('every example is a request that is accepted', () => {
  const examples = operations.flatMap(({ id, body }) =>
    body?.example === undefined ? [] : [{ id, body, example: body.example }],
  );
  expect(examples.length).toBeGreaterThan(5);
  for (const { id, body, example } of examples) {
    const parsed = body.schema.safeParse(example);
    expect(parsed.success, `${id}: ${parsed.success ? '' : z.prettifyError(parsed.error)}`).toBe(true);
  }
});

test('names of operations are told apart, and each failure stands under its HTTP status', () => {
  const ids = operations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const scrape = document.paths['/v2/scrape']?.['post']?.responses ?? {};
  expect(scrape['408']?.['x-codes']).toEqual(expect.arrayContaining(['SCRAPE_TIMEOUT', 'TIMEOUT']));
  expect(scrape['401']?.['x-codes']).toEqual(['UNAUTHORIZED']);
  expect(document.paths['/v2/crawl/{id}']?.['get']?.responses).not.toHaveProperty('429');
});

test('the schema of manifests says what the code accepts', () => {
  const stored = readFileSync(new URL('../../docs/schemas/sources-v1.json', import.meta.url), 'utf8');
  expect(stored, 'run npm run openapi').toBe(manifestSchemaText());
});
