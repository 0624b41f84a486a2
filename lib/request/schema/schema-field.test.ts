import { expect, test } from 'vitest';
import { parseExtractRequest } from '../extract-request.ts';
import { writtenFormatsSchema } from '../../source/written-formats.ts';
import { readFormatSpec } from '../format-spec.ts';
import { parseScrapeRequest } from '../scrape-request.ts';
import { fromV1 } from '../v1-request.ts';
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
