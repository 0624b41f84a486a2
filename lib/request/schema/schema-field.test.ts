import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { parseExtractRequest } from '../extract-request.ts';
import { writtenFormatsSchema } from '../../source/written-formats.ts';
import { readFormatSpec } from '../format-spec.ts';
import { parseScrapeRequest } from '../scrape-request.ts';
import { fromV1 } from '../v1-request.ts';
import { findContradiction } from './contradiction.ts';
import { schemaProblem } from './schema-field.ts';

const string = { type: 'string' };
const object = (properties: object, more: object = {}): Record<string, unknown> => ({
  type: 'object',
  properties,
  ...more,
});

/** Objects inside each other. */
const nested = (levels: number): Record<string, unknown> =>
  levels === 0 ? string : object({ inner: nested(levels - 1) });

test.each<[string, unknown, string]>([
  ['a remote reference', object({ a: { $ref: 'https://example.com/s.json' } }), 'https://example.com/s.json'],
  ['a reference to a file', object({ a: { $ref: 'other.json#/a' } }), 'other.json'],
  ['a reference that leads nowhere', object({ a: { $ref: '#/$defs/Gone' } }), '#/$defs/Gone'],
  ['a reference that is no text', object({ a: { $ref: '#/$defs/%ff' } }), '#/$defs/%ff'],
  ['one in a branch', { anyOf: [object({ a: { $ref: '#/definitions/No' } })] }, '#/definitions/No'],
  ['no field names', object({}), 'names of fields'],
  ['branches without names', { type: 'object', anyOf: [{ type: 'object' }, {}] }, 'names of fields'],
  ['no branch', { anyOf: [] }, 'names of fields'],
  ['no branch beside names', object({ a: string }, { anyOf: [] }), 'schema.anyOf'],
  ['no branch inside', object({ a: { oneOf: [] } }), 'schema.properties.a.oneOf'],
  ['no value', object({ a: { enum: [] } }), 'schema.properties.a.enum'],
  ['no type', object({ a: { type: [] } }), 'schema.properties.a.type'],
  ['a type that is none', object({ a: { type: 'float' } }), 'schema.properties.a.type'],
  ['one in a list', object({ a: { type: 'array', items: { type: 'sting' } } }), '"sting"'],
  ['a name of $anchor', object({ a: { $ref: '#price' } }, { $defs: { P: { $anchor: 'price' } } }), '$anchor'],
  [
    'an $id',
    object({ a: { $ref: 'https://x.test/p' } }, { $defs: { P: { $id: 'https://x.test/p' } } }),
    '$id',
  ],
  [
    'a reference below an $id',
    object(
      { a: { $ref: '#/$defs/P' } },
      { $defs: { P: { $id: 'p', properties: { b: { $ref: '#/$defs/P' } } } } },
    ),
    'schema.$defs.P.$id',
  ],
  ['a dynamic reference', object({ a: { $dynamicRef: '#p' } }), 'schema.properties.a.$dynamicRef'],
])(
  'a schema that no answer could be made from is refused before anything is fetched: %s',
  (_, schema, words) => {
    for (const dialect of ['v1', 'v2', 'raito'] as const) {
      const parsed = parseExtractRequest({ urls: ['https://example.com/'], schema }, dialect);
      if (parsed.ok) throw new Error('It was accepted');
      expect(parsed.failure.code).toBe('INVALID_SCHEMA');
      expect(parsed.failure.message).toContain(words);
    }
  },
);

test.each<[string, Record<string, unknown>]>([
  ['twelve objects inside each other', nested(12)],
  ['a property named like a keyword', object({ enum: string, anyOf: string, type: string })],
  ['a choice of objects', { type: 'object', anyOf: [object({ a: string }), object({ b: string })] }],
  ['a reference to itself', object({ a: string, parts: { type: 'array', items: { $ref: '#' } } })],
  ['a list of texts', { type: 'array', items: string }],
  ['keys of its own choice', { type: 'object', additionalProperties: { type: ['number', 'null'] } }],
])('a schema that can be answered is accepted: %s', (_, schema) => {
  expect(schemaProblem(schema)).toBeNull();
});

test('branches that lead back to themselves take no time that grows with how often they do', () => {
  const branches = Array.from({ length: 10 }, () => ({ $ref: '#' }));
  expect(schemaProblem({ type: 'object', anyOf: branches })?.code).toBe('INVALID_SCHEMA');
});

test('how deep a schema may be is counted in what its answer is nested, and said so', () => {
  expect(schemaProblem(nested(20))).toBeNull();
  const problem = schemaProblem(nested(21));
  expect(problem?.code).toBe('SCHEMA_TOO_COMPLEX');
  expect(problem?.message).toMatch(/at most 20 objects and lists inside each other, found more than 20/);
});

test('a sketch of a schema is understood wherever a schema may stand', () => {
  const urls = ['https://example.com/'];
  const sketch = { name: 'string', price: 'number', tags: ['string'] };
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      price: { type: 'number' },
      tags: { type: 'array', items: { type: 'string' } },
    },
  };
  const tracked = { type: 'changeTracking', modes: ['json'], schema: sketch };
  const v1 = fromV1('scrape', { formats: ['json'], jsonOptions: { schema: sketch } }) as { formats: unknown };
  for (const formats of [[{ type: 'json', schema: sketch }], v1.formats])
    expect(readFormatSpec(formats)).toMatchObject({ spec: { schema } });
  const scrape = parseScrapeRequest({
    url: urls[0],
    formats: ['markdown', { type: 'json', schema: sketch }, tracked],
  });
  expect(scrape).toMatchObject({ ok: true, ignored: [] });
  expect(readFormatSpec(['markdown', tracked])).toMatchObject({ spec: { changes: { schema } } });
  expect(writtenFormatsSchema.parse([{ type: 'json', schema: sketch }])).toEqual([{ type: 'json', schema }]);
  expect(parseExtractRequest({ urls, schema: sketch }, 'v2')).toMatchObject({ value: { spec: { schema } } });
});

const number = { type: 'number' };
const needs = (a: unknown, more: object = {}): Record<string, unknown> =>
  object({ a, b: string }, { required: ['a'], ...more });

test.each<[string, Record<string, unknown>, string]>([
  [
    'a required property that is false',
    needs(false),
    'schema.properties.a, found false, but schema.required',
  ],
  ['one that is not: {}', needs({ not: {} }), 'schema.properties.a, found "not": {}, but schema.required'],
  ['one without a type at the root', { properties: { a: false }, required: ['a'] }, 'schema.properties.a'],
  [
    'one that a part of allOf forbids',
    { allOf: [needs(string), object({ a: false })] },
    'schema.allOf[1].prop',
  ],
  [
    'a minimum over the maximum',
    object({ a: { ...number, minimum: 5, maximum: 3 } }),
    'schema.properties.a.max',
  ],
  [
    'equal bounds that are excluded',
    object({ a: { ...number, exclusiveMinimum: 3, maximum: 3 } }),
    'exclusiveM',
  ],
  ['no whole number', object({ a: { type: 'integer', minimum: 1.2, maximum: 1.8 } }), 'a whole number'],
  [
    'bounds in two parts',
    object({ a: { ...number, minimum: 5, allOf: [{ maximum: 3 }] } }),
    'a.allOf[0].maximum',
  ],
  [
    'a length',
    object({ a: { ...string, minLength: 5, maxLength: 3 } }),
    '5 at schema.properties.a.minLength',
  ],
  ['a number of items', object({ a: { type: 'array', minItems: 2, maxItems: 1 } }), 'a.maxItems'],
  [
    'a number of properties',
    object({ a: string }, { minProperties: 2, maxProperties: 1 }),
    'schema.maxProperties',
  ],
  [
    'items that are forbidden',
    object({ a: { type: 'array', items: false, minItems: 1 } }),
    'a.minItems is 1',
  ],
  [
    'two types',
    object({ a: { allOf: [string, number] } }),
    '"string" at schema.properties.a.allOf[0].type and',
  ],
  [
    'two types of one',
    object({ a: { ...string, allOf: [{ $ref: '#/$defs/N' }] } }, { $defs: { N: number } }),
    'N.type',
  ],
  [
    'a value of another type',
    object({ a: { ...string, enum: [1, 2] } }),
    'schema.properties.a.enum, found [1,2]',
  ],
  [
    'a constant beside other values',
    object({ a: { enum: ['x'], allOf: [{ const: 'y' }] } }),
    'a.allOf[0].const',
  ],
  ['not: {} at the root', object({ a: string }, { not: {} }), 'schema, found "not": {}'],
  [
    'every branch of a choice',
    object({ a: { anyOf: [{ allOf: [string, number] }] } }),
    'a.anyOf[0].allOf[0].type',
  ],
  ['a part inside a list', { type: 'array', items: needs(false) }, 'schema.items.properties.a'],
  [
    'a part that a reference leads to',
    object({ a: { $ref: '#/$defs/P' } }, { $defs: { P: needs(false) } }),
    '$defs.P',
  ],
])('a schema whose keywords contradict each other is refused, with their places: %s', (_, schema, words) => {
  const problem = schemaProblem(schema);
  expect(problem?.code).toBe('INVALID_SCHEMA');
  expect(problem?.message).toContain(words);
});

test.each<[string, Record<string, unknown>]>([
  ['a property that must be left out', object({ a: false, b: { not: {} }, c: string })],
  ['a branch that nothing fits', object({ a: { anyOf: [{ allOf: [string, number] }, string] } })],
  ['whole numbers among numbers', object({ a: { ...number, allOf: [{ type: 'integer' }], enum: [1] } })],
  ['equal bounds', object({ a: { type: 'integer', minimum: 3, maximum: 3, minLength: 5, maxLength: 3 } })],
  ['bounds of numbers, where a text fits', object({ a: { minimum: 5, maximum: 3 } })],
  [
    'bounds of texts, where null fits',
    object({ a: { type: ['string', 'null'], minLength: 5, maxLength: 3 } }),
  ],
  ['a required part of itself', needs({ $ref: '#' })],
  ['a type beside a reference', object({ a: { ...string, $ref: '#/$defs/N' } }, { $defs: { N: number } })],
  ['what a part of not says', object({ a: { ...string, not: { minLength: 5, maxLength: 3 } } })],
  [
    'properties named as keywords',
    object({ not: {}, $id: string, $anchor: string, minimum: string, enum: {} }),
  ],
  [
    'an address of its own',
    object({ a: { $ref: '#/$defs/N' } }, { $id: 'https://x.test/s', $defs: { N: number } }),
  ],
  ['a choice between null and a text', object({ a: { anyOf: [string, { type: 'null' }] } })],
  ['objects as values', object({ a: { enum: [{ x: 1, y: 2 }], const: { y: 2, x: 1 } } })],
])('a schema that something fits is accepted, however odd it is: %s', (_, schema) => {
  expect(schemaProblem(schema)).toBeNull();
});

test('contradictions are looked for in time that does not grow with how often parts refer to each other', () => {
  const names = Array.from({ length: 60 }, (_, at) => `p${at}`);
  const parts = names.map((name) => [
    name,
    { allOf: names.map((other) => ({ $ref: `#/$defs/${other}` })), required: names },
  ]);
  const started = cpuMs();
  findContradiction(object({ a: { $ref: '#/$defs/p0' } }, { $defs: Object.fromEntries(parts) as object }));
  expect(cpuMs() - started).toBeLessThan(3_000);
});
