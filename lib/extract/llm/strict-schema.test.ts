import fc from 'fast-check';
import { expect, test } from 'vitest';
import { strictSchemaFaults } from '../../../test/harness/strict-schema-rules.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { modernSchema, lenientSchema } from './caller-schema.ts';
import { fitOutput } from './fit-output.ts';
import { openSchemaCheck } from './schema-check.ts';
import { makeStrictSchema } from './strict-schema.ts';

const checkIn = (root: JsonSchema) => (part: JsonSchema) =>
  openSchemaCheck({ ...part, $defs: root['$defs'] ?? {}, definitions: root['definitions'] ?? {} });

const fitted = (answer: Json, schema: JsonSchema): Json => fitOutput(answer, schema, checkIn(schema));

const strict = (schema: JsonSchema): JsonObject => makeStrictSchema(schema)?.schema ?? {};

/** Schemas as callers write them: optional properties, choices, references, maps, constants. */
const schemas: fc.Arbitrary<JsonSchema> = fc
  .letrec<{ schema: JsonSchema; scalar: JsonSchema }>((tie) => ({
    scalar: fc.constantFrom<JsonSchema>(
      { type: 'string' },
      { type: 'number', description: 'a price' },
      { type: 'integer' },
      { type: 'boolean' },
      { type: ['string', 'null'] },
      { enum: ['new', 'used'] },
      { const: 7 },
      { $ref: '#/$defs/Tag' },
      {},
    ),
    schema: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      tie('scalar'),
      fc
        .record({
          properties: fc.dictionary(fc.constantFrom('a', 'b', 'type', 'items', '$ref'), tie('schema'), {
            maxKeys: 4,
          }),
          isClosed: fc.boolean(),
          needed: fc.subarray(['a', 'b', 'type', 'items', '$ref']),
        })
        .map(({ properties, isClosed, needed }): JsonSchema => {
          const required = needed.filter((name) => Object.hasOwn(properties, name));
          return {
            type: 'object',
            properties,
            required,
            ...(isClosed ? { additionalProperties: false } : {}),
          };
        }),
      tie('schema').map((items): JsonSchema => ({ type: 'array', items })),
      tie('schema').map((values): JsonSchema => ({ type: 'object', additionalProperties: values })),
      fc
        .tuple(tie('schema'), tie('schema'))
        .map(([one, other]): JsonSchema => ({ anyOf: [one, other, { type: 'null' }] })),
      tie('schema').map((one): JsonSchema => ({ allOf: [one], description: 'merged' })),
    ),
  }))
  .schema.map((schema) => ({
    ...schema,
    $defs: { Tag: { type: 'object', properties: { tag: { type: 'string' } }, required: ['tag'] } },
  }));

/** A value that a server which enforces a strict schema may answer; `dice` decides its shape. */
const valueOf = (schema: Json, dice: () => number): Json => {
  if (!isJsonObject(schema)) return null;
  const { anyOf, enum: values, type } = schema;
  const pick = (list: readonly Json[]): Json => list[Math.floor(dice() * list.length)] ?? null;
  if (isJsonList(anyOf)) return valueOf(pick(anyOf), dice);
  if (isJsonList(values)) return pick(values);
  const chosen = isJsonList(type) ? pick(type) : type;
  if (chosen === 'object') {
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valueOf(each, dice)]));
  }
  if (chosen === 'array')
    return Array.from({ length: Math.floor(dice() * 3) }, () => valueOf(schema['items'] ?? null, dice));
  if (chosen === 'string') return dice() < 0.5 ? 'word' : '12';
  if (chosen === 'boolean') return dice() < 0.5;
  return chosen === 'null' ? null : Math.floor(dice() * 100);
};

test('every schema becomes one that strict output accepts', () => {
  fc.assert(
    fc.property(schemas, fc.boolean(), (schema, isPart) => {
      const compiled = makeStrictSchema(isPart ? lenientSchema(schema) : schema);
      return compiled === null || strictSchemaFaults(compiled.schema).length === 0;
    }),
    { numRuns: 500 },
  );
});

test("whatever a server answers that keeps to the strict schema is valid against the caller's, once it is fitted", () => {
  const run = fc.property(
    schemas,
    fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
    (schema, stream) => {
      const compiled = makeStrictSchema(schema);
      if (compiled === null) return;
      const answer = valueOf(compiled.schema, () => stream.next().value ?? 0);
      expect(openSchemaCheck(schema)(fitted(answer, schema))).toEqual([]);
    },
  );
  fc.assert(run, { numRuns: 500 });
});

test('a property that may be missing may be null in the strict form, and is missing in the answer', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: ['string', 'null'] } } };
  expect(strict(schema)).toMatchObject({
    required: ['a', 'b'],
    properties: { a: { type: ['string', 'null'] } },
  });
  expect(fitted({ a: null, b: null }, schema)).toEqual({ b: null });
});

test('an object with keys of its own choice is asked for as a list and given back as an object', () => {
  const schema = { type: 'array', items: { type: 'object' } };
  expect(makeStrictSchema(schema)?.isWrapped).toBe(true);
  const answer = {
    answer: [
      [
        { name: 'size', value: 'XL' },
        { name: 'stock', value: 3 },
      ],
    ],
  };
  expect(fitted(answer, schema)).toEqual([{ size: 'XL', stock: 3 }]);
});

test('what no grammar holds is told in the description', () => {
  const price = { type: 'number', minimum: 0, description: 'in euros' };
  const when = { type: 'string', format: 'date' };
  const compiled = strict({ type: 'object', properties: { price, when }, required: ['price', 'when'] });
  expect(compiled['properties']).toEqual({
    price: { type: 'number', description: 'in euros (minimum: 0)' },
    when: { type: 'string', description: '(format: "date")' },
  });
});

test('a schema inside itself is written out a few times, and what lies deeper is not asked for', () => {
  const node = {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
    required: ['name', 'children'],
  };
  const compiled = strict({ $defs: { node }, $ref: '#/$defs/node' });
  expect(strictSchemaFaults(compiled)).toEqual([]);
  expect(JSON.stringify(compiled).match(/"name":\{/g)).toHaveLength(3);
});

test('a schema that would be written out without end, or beyond what servers take, has no strict form', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 20 }, (_, level) => [
      `l${level}`,
      {
        type: 'object',
        properties: { a: { $ref: `#/$defs/l${level + 1}` }, b: { $ref: `#/$defs/l${level + 1}` } },
      },
    ]),
  );
  expect(makeStrictSchema({ $defs: doubling, $ref: '#/$defs/l0' })).toBeNull();
  const deep = Array.from({ length: 12 }).reduce<JsonSchema>(
    (inner) => ({ type: 'object', properties: { inner } }),
    { type: 'string' },
  );
  expect(makeStrictSchema(deep)).toBeNull();
});

test('a tuple and identifiers of older drafts are understood', () => {
  const schema = modernSchema({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://example.com/schema',
    definitions: { id: { type: 'integer' } },
    type: 'object',
    properties: {
      $id: { $ref: '#/definitions/id' },
      pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
    },
  });
  expect(strict(schema)['properties']).toMatchObject({ $id: { type: ['integer', 'null'] } });
  expect(openSchemaCheck(schema)({ $id: 1, pair: ['a', 2] })).toEqual([]);
  expect(openSchemaCheck(schema)({ $id: 1, pair: [2, 'a'] })).not.toEqual([]);
});

test('a scalar that can only be meant in one way is converted, any other is left for the check', () => {
  const schema = {
    type: 'object',
    properties: { price: { type: 'number' }, sku: { type: 'string' }, inStock: { type: 'boolean' } },
  };
  expect(fitted({ price: '12.50', sku: 1234, inStock: 'True' }, schema)).toEqual({
    price: 12.5,
    sku: '1234',
    inStock: true,
  });
  expect(fitted({ price: '12,50 €' }, schema)).toEqual({ price: '12,50 €' });
});
