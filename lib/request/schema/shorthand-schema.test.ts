import { expect, test } from 'vitest';
import { expandShorthand } from './shorthand-schema.ts';

test('names of types under names of fields are understood as what they plainly mean', () => {
  expect(
    expandShorthand({ name: 'string', price: 'number', tags: ['string'], sizes: 'int[]', made: 'date?' }),
  ).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string' },
      price: { type: 'number' },
      tags: { type: 'array', items: { type: 'string' } },
      sizes: { type: 'array', items: { type: 'integer' } },
      made: { type: 'string', format: 'date' },
    },
  });
  expect(expandShorthand({ type: 'string', size: 'number', office: { city: 'text' } })).toEqual({
    type: 'object',
    properties: {
      type: { type: 'string' },
      size: { type: 'number' },
      office: { type: 'object', properties: { city: { type: 'string' } } },
    },
  });
});

test('schemas of one value under names of fields are the properties of an object', () => {
  const name = { type: 'string', description: 'as the page writes it' };
  expect(expandShorthand({ name, price: { type: 'number' }, made: 'date' })).toEqual({
    type: 'object',
    properties: { name, price: { type: 'number' }, made: { type: 'string', format: 'date' } },
  });
  // A thing that has a type and a size of its own.
  expect(expandShorthand({ thing: { type: 'string', size: 'number' } })).toEqual({
    type: 'object',
    properties: {
      thing: { type: 'object', properties: { type: { type: 'string' }, size: { type: 'number' } } },
    },
  });
});

test('what is a JSON Schema, or says nothing plain, is left as it is', () => {
  for (const schema of [
    { type: 'object' },
    { type: 'string' },
    { properties: { name: { type: 'string' } } },
    { $ref: '#/$defs/x' },
    { name: 'the name of the product' },
    { name: 'constructor' },
    { name: 7 },
    { name: ['string', 'number'] },
    { name: {} },
    {},
  ])
    expect(expandShorthand(schema)).toBeNull();
});
