import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { lenientSchema } from './caller-schema.ts';
import { openSchemaCheck } from './schema-check.ts';

test('a fault says where it is, what was wanted and what was found', () => {
  const schema = {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        items: { type: 'object', properties: { price: { type: 'number' } }, required: ['name'] },
      },
    },
  };
  expect(openSchemaCheck(schema)({ items: [{ price: 'cheap' }] })).toEqual([
    '$.items[0]: expected the property name, found none',
    '$.items[0].price: expected number, found string',
  ]);
});

test('a pattern is checked in linear time, and one that cannot be is not checked', () => {
  const slow = { type: 'string', pattern: '^(a+)+$' };
  const started = cpuMs();
  expect(openSchemaCheck(slow)(`${'a'.repeat(40)}!`)).toEqual(['$: expected a text that matches ^(a+)+$']);
  expect(openSchemaCheck({ type: 'string', pattern: '^(?=a)a$' })('b')).toEqual([]);
  expect(cpuMs() - started).toBeLessThan(1_000);
});

test('a schema that cannot be applied is a fault of every value, not a crash', () => {
  expect(openSchemaCheck({ $ref: '#/$defs/none' })({})[0]).toMatch(/cannot be applied/);
  expect(openSchemaCheck({ $ref: '#' })({})[0]).toMatch(/cannot be applied/);
});

test('a part owes nothing, and what it says keeps the form of the whole', () => {
  const part = openSchemaCheck(
    lenientSchema({
      type: 'object',
      properties: {
        name: { type: 'string' },
        tags: { type: 'array', minItems: 1, items: { type: 'string' } },
      },
      required: ['name'],
      oneOf: [{ required: ['name'] }, { required: ['tags'] }],
    }),
  );
  expect(part({})).toEqual([]);
  expect(part({ tags: [] })).toEqual([]);
  expect(part({ name: 3 })).toEqual(['$.name: expected string, found number']);
});
