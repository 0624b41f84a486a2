import { expect, test } from 'vitest';
import * as z from 'zod';
import { fieldSchema } from '../../request/extract-spec.ts';
import { limits } from '../../limits/limits.ts';
import { fieldsOfSchema, schemaOfFields, type Field } from './field.ts';
import { openSchemaCheck } from '../llm/schema-check.ts';
import type { JsonSchema } from './json-schema.ts';

const fieldsOf = (schema: unknown): readonly Field[] => {
  const read = fieldsOfSchema(schema);
  if (read.kind === 'refused') throw new Error(read.failure.message);
  return read.fields;
};

const codeOf = (schema: unknown): string | null => {
  const read = fieldsOfSchema(schema);
  return read.kind === 'refused' ? read.failure.code : null;
};

test('named fields become a schema, and that schema the same fields again', () => {
  const named = [
    { name: 'name', type: 'string', description: 'Name of the product' },
    { name: 'price', type: 'number', description: '' },
    { name: 'stock', type: 'integer', description: '' },
    { name: 'available', type: 'boolean', description: '' },
    { name: 'colours', type: 'list[string]', description: '' },
    { name: 'sizes', type: 'list[number]', description: '' },
    { name: 'flags', type: 'list[boolean]', description: '' },
    { name: 'reviews', type: 'list[object]', description: '' },
  ] as const;
  const fields = fieldsOf(schemaOfFields(named));
  expect(fields.map(({ name, type, description }) => ({ name, type, description }))).toEqual(named);
});

test('a name is trimmed and not empty, and a type is one of eight', () => {
  expect(fieldSchema.parse({ name: ' a ', type: 'string' })).toEqual({
    name: 'a',
    type: 'string',
    description: '',
  });
  expect(fieldSchema.safeParse({ name: ' ', type: 'string' }).success).toBe(false);
  expect(fieldSchema.safeParse({ name: 'a', type: 'list[list]' }).success).toBe(false);
});

test('a schema of zod gives fields with those inside them, through references and null', () => {
  const address = z.object({ street: z.string(), city: z.string().optional() }).meta({ id: 'Address' });
  const schema = z.toJSONSchema(
    z.object({
      title: z.string().nullable().describe('Headline'),
      home: address,
      work: address.optional(),
      offers: z.array(z.object({ price: z.number() })),
      level: z.enum(['a', 'b']),
      anything: z.unknown(),
    }),
  );
  const [title, home, work, offers, level, anything] = fieldsOf(schema);
  expect(title).toMatchObject({ type: 'string', description: 'Headline', isRequired: true });
  expect(home).toMatchObject({
    type: 'object',
    fields: [{ name: 'street', isRequired: true }, { name: 'city' }],
  });
  expect(work).toMatchObject({ type: 'object', isRequired: false });
  expect(offers).toMatchObject({ type: 'list[object]', fields: [{ name: 'price', type: 'number' }] });
  expect(level?.type).toBe('string');
  expect(anything?.type).toBe('any');
});

test("a field's schema can be applied by itself, whatever it refers to", () => {
  const schema = z.toJSONSchema(
    z.object({ all: z.array(z.object({ colour: z.enum(['red', 'blue']) }).meta({ id: 'Thing' })) }),
  );
  const [all] = fieldsOf(schema);
  if (all === undefined) throw new Error('No field');
  expect(openSchemaCheck(all.schema)([{ colour: 'red' }])).toEqual([]);
  expect(openSchemaCheck(all.schema)([{ colour: 'green' }])).not.toEqual([]);
});

test('a list at the top stands under one field of an object', () => {
  const read = fieldsOfSchema({
    type: 'array',
    items: { $ref: '#/$defs/Row' },
    $defs: { Row: { type: 'object', properties: { id: { type: 'integer' } } } },
  });
  expect(read).toMatchObject({
    isWrapped: true,
    schema: { type: 'object', $defs: { Row: {} }, required: ['items'] },
    fields: [{ name: 'items', type: 'list[object]', fields: [{ name: 'id', type: 'integer' }] }],
  });
});

test('a schema that refers to itself ends', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { child: { $ref: '#' }, loop: { $ref: '#/$defs/loop' } },
    $defs: { loop: { $ref: '#/$defs/loop' } },
  };
  let depth = 0;
  for (let at = fieldsOf(schema)[0]; at !== undefined; at = at.fields[0]) depth += 1;
  expect(depth).toBeGreaterThan(1);
  expect(depth).toBeLessThan(10);
});

test('what is no schema of an object or a list is refused', () => {
  expect([null, [], {}, { type: 'string' }, 'x'].map(codeOf)).toEqual(Array(5).fill('INVALID_SCHEMA'));
  const wide = Object.fromEntries(
    Array.from({ length: limits.fieldsMax + 1 }, (_, at) => [`f${at}`, { type: 'string' }]),
  );
  expect(codeOf({ type: 'object', properties: wide })).toBe('SCHEMA_TOO_COMPLEX');
  expect(codeOf({ type: 'object', description: 'x'.repeat(200_000) })).toBe('SCHEMA_TOO_COMPLEX');
});
