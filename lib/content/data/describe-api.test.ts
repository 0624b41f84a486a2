import { expect, test } from 'vitest';
import document from '../../../docs/openapi.json' with { type: 'json' };
import { limits } from '../../limits/limits.ts';
import type { ApiDescription } from './api-description.ts';
import { apiDescriptionSchema } from './api-description.ts';
import { describeApi } from './describe-api.ts';
import { parseData } from './parse-data.ts';

const described = (value: unknown): ApiDescription => {
  const read = describeApi(value);
  if (read.kind !== 'described') throw new Error(JSON.stringify(read));
  return apiDescriptionSchema.parse(read.api);
};
const fromText = (text: string): ApiDescription => {
  const parsed = parseData(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return described(parsed.value);
};

const pets = `
openapi: 3.0.3
info: { title: Pets, version: "2.1", description: All about pets }
servers: [{ url: https://api.example.com/v2 }, { url: /v2 }]
security: [{ key: [] }]
paths:
  /pets/{id}:
    parameters:
      - $ref: '#/components/parameters/id'
      - { name: trace, in: header, schema: { type: string } }
    get:
      operationId: getPet
      summary: One pet
      tags: [pets]
      parameters: [{ name: trace, in: header, required: true, schema: { type: string, maxLength: 36 } }]
      responses:
        200: { description: The pet, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        default: { $ref: '#/components/responses/error' }
    put:
      deprecated: true
      security: []
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { 204: { description: Kept } }
components:
  parameters:
    id: { name: id, in: path, required: true, description: Which, schema: { type: integer, minimum: 1 } }
  responses:
    error: { description: What went wrong }
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Pet:
      description: A pet
      type: object
      required: [name]
      properties: { name: { type: string, maxLength: 80 }, kind: { enum: [cat, dog] } }
`;

test('OpenAPI 3.0 in YAML: operations with parameters of their path, bodies, answers, schemas and constraints', () => {
  const api = fromText(pets);
  expect(api).toMatchObject({
    format: 'openapi',
    format_version: '3.0.3',
    title: 'Pets',
    version: '2.1',
    description: 'All about pets',
    servers: ['https://api.example.com/v2', '/v2'],
    counts: { endpoints: 2, webhooks: 0, schemas: 1 },
    security_schemes: [{ name: 'key', type: 'apiKey', in: 'header' }],
    warnings: [],
  });
  const [get, put] = api.endpoints;
  expect(get).toMatchObject({
    method: 'GET',
    path: '/pets/{id}',
    operation_id: 'getPet',
    tags: ['pets'],
    deprecated: false,
    security: [['key']],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
      { name: 'trace', in: 'header', required: true, schema: { type: 'string', maxLength: 36 } },
    ],
    responses: [
      {
        status: '200',
        content: [{ media_type: 'application/json', schema: { $ref: '#/components/schemas/Pet' } }],
      },
      { status: 'default', description: 'What went wrong', content: [] },
    ],
  });
  expect(put).toMatchObject({
    method: 'PUT',
    deprecated: true,
    security: [],
    request_body: { required: true },
  });
  expect(api.schemas).toEqual([
    {
      name: 'Pet',
      reference: '#/components/schemas/Pet',
      description: 'A pet',
      schema: expect.objectContaining({ required: ['name'] }) as unknown,
    },
  ]);
});

test('Swagger 2.0: body, form and types stand in the same places', () => {
  const api = described({
    swagger: '2.0',
    info: { title: 'Old', version: '1' },
    host: 'api.example.com',
    basePath: '/v1',
    consumes: ['application/json'],
    produces: ['application/json', 'text/csv'],
    paths: {
      '/things': {
        post: {
          parameters: [
            { name: 'dry', in: 'query', type: 'boolean' },
            { name: 'thing', in: 'body', required: true, schema: { $ref: '#/definitions/Thing' } },
          ],
          responses: { 201: { description: 'Made', schema: { $ref: '#/definitions/Thing' } } },
        },
      },
      '/files': {
        post: {
          consumes: ['multipart/form-data'],
          parameters: [{ name: 'file', in: 'formData', type: 'file', required: true }],
          responses: {},
        },
      },
    },
    definitions: { Thing: { type: 'object' } },
  });
  expect(api).toMatchObject({
    format: 'swagger',
    format_version: '2.0',
    servers: ['https://api.example.com/v1'],
  });
  const thing = { media_type: 'application/json', schema: { $ref: '#/definitions/Thing' } };
  expect(api.endpoints[0]).toMatchObject({
    parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean' } }],
    request_body: { required: true, content: [thing] },
    responses: [{ status: '201', content: [thing, { media_type: 'text/csv' }] }],
  });
  expect(api.endpoints[1]?.request_body).toMatchObject({
    required: true,
    content: [{ media_type: 'multipart/form-data', schema: { properties: { file: { type: 'file' } } } }],
  });
  expect(api.schemas).toMatchObject([{ name: 'Thing', reference: '#/definitions/Thing' }]);
});

test('OpenAPI 3.1: our own description is read whole, and webhooks apart from endpoints', () => {
  const api = described(document);
  const operations = Object.values(document.paths).flatMap((path) =>
    Object.keys(path).filter((key) => /^(?:get|put|post|patch|delete)$/.test(key)),
  );
  expect([api.endpoints.length, api.counts.endpoints]).toEqual([operations.length, operations.length]);
  expect(api.format_version).toMatch(/^3\.1/);
  expect(api.warnings).toEqual([]);
  expect(api.schemas.map(({ name }) => name)).toEqual(Object.keys(document.components.schemas));
  const hooks = described({ openapi: '3.1.0', webhooks: { ended: { post: { summary: 'A job ended' } } } });
  expect([hooks.endpoints, hooks.webhooks]).toMatchObject([[], [{ method: 'POST', path: 'ended' }]]);
});

test('references to other documents, in circles and to nothing are told, and nobody follows them', () => {
  const api = described({
    openapi: '3.0.0',
    paths: {
      '/far': { $ref: 'https://example.org/far.yaml#/x' },
      '/round': { get: { requestBody: { $ref: '#/components/requestBodies/a' }, responses: {} } },
      '/gone': { get: { responses: { 200: { $ref: '#/components/responses/none' } } } },
    },
    components: {
      requestBodies: {
        a: { $ref: '#/components/requestBodies/b' },
        b: { $ref: '#/components/requestBodies/a' },
      },
    },
  });
  expect(api.endpoints.map(({ path }) => path)).toEqual(['/round', '/gone']);
  expect(api.warnings).toMatchObject(
    [/another document/, /more references than are followed/, /leads nowhere/].map(
      (pattern) => expect.stringMatching(pattern) as unknown,
    ),
  );
});

test('what is too much is counted, left out and told', () => {
  const many = Object.fromEntries(
    Array.from({ length: limits.apiEndpointsMax + 5 }, (_, n) => [`/${n}`, { get: { responses: {} } }]),
  );
  const wide = { type: 'string', enum: ['x'.repeat(limits.apiSchemaCharactersMax)] };
  const api = described({
    openapi: '3.0.0',
    info: { description: 'y'.repeat(limits.apiTextCharactersMax + 1) },
    paths: many,
    components: { schemas: { Wide: wide } },
  });
  expect(api.counts.endpoints).toBe(limits.apiEndpointsMax + 5);
  expect(api.endpoints).toHaveLength(limits.apiEndpointsMax);
  expect(api.description).toHaveLength(limits.apiTextCharactersMax);
  expect(api.schemas).toEqual([]);
  expect(api.warnings.join('\n')).toMatch(/Wide was left out[\s\S]*5000 of 5005 endpoints/);
  const heavy = { type: 'string', description: 'z'.repeat(90_000) };
  const schemas = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`S${n}`, heavy]));
  const large = described({ openapi: '3.0.0', components: { schemas } });
  expect(JSON.stringify(large).length).toBeLessThan(limits.apiCharactersMax * 1.1);
  expect(large.counts.schemas).toBe(120);
  expect(large.schemas.length).toBeLessThan(120);
});

test('data of another kind is no description, and a broken one says what was wanted', () => {
  expect([describeApi({ results: [] }), describeApi([1])]).toEqual([{ kind: 'other' }, { kind: 'other' }]);
  expect(describeApi({ openapi: '4.0.0', paths: {} })).toMatchObject({
    kind: 'invalid',
    problem: 'expected openapi 3 or swagger 2.0, found openapi "4.0.0"',
  });
  expect(describeApi({ swagger: '2.0', info: {} })).toMatchObject({ kind: 'invalid' });
  // Parts of any type count as missing.
  const odd = described({
    openapi: '3.0.0',
    info: [],
    servers: 7,
    paths: { '/': { get: { tags: 'a', parameters: {} } } },
  });
  expect(odd.endpoints).toMatchObject([{ method: 'GET', tags: [], parameters: [], responses: [] }]);
});

test.each([
  ['<html><body>Sign in</body></html>', 'single value'],
  ['Just a sentence', 'single value'],
  ['', 'single value'],
  ['{"a": 1', /JSON|flow map|position/],
  ['a: [1, 2\nb: c', /line \d+/],
  [`${'['.repeat(200)}${']'.repeat(200)}`, 'at most 100 levels'],
  [
    ['a: &a0 [x, x]', ...Array.from({ length: 20 }, (_, n) => `b${n}: &a${n + 1} [*a${n}, *a${n}]`)].join(
      '\n',
    ),
    'aliases',
  ],
])('%j is no document of data', (text, problem) => {
  const parsed = parseData(text);
  expect(parsed).toMatchObject({ ok: false });
  if (!parsed.ok) expect(parsed.problem).toMatch(problem);
});

test('JSON and YAML are read, whichever the address promises', () => {
  expect(parseData('\uFEFF {"a": [1]}')).toEqual({ ok: true, value: { a: [1] } });
  expect(parseData('{a: [1], b: c}')).toEqual({ ok: true, value: { a: [1], b: 'c' } });
  expect(parseData('# words\na:\n  - 1\n')).toEqual({ ok: true, value: { a: [1] } });
});
