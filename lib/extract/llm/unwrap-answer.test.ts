import { expect, test } from 'vitest';
import type { Json } from '../schema/json.ts';
import { makeAskedSchema } from './asked-schema.ts';

const properties = { name: { type: 'string' }, price: { type: 'number', minimum: 0 } };
const lamp = { type: 'object', title: 'Desk lamp', properties, required: ['name', 'price'] };
const lamps = {
  type: 'object',
  properties: { items: { type: 'array', items: lamp } },
  required: ['items'],
  additionalProperties: false,
};
const choice = { anyOf: [lamp, { type: 'object', properties: { title: { type: 'string' } } }] };
const one = { name: 'Fen', price: 3 };

const unwrapped = (answer: unknown, schema: object): Json =>
  makeAskedSchema({ schema: schema as never }).unwrap(answer as Json);

test.each<[string, unknown, object, unknown]>([
  ['a list of one object', [one], lamp, one],
  ['data', { data: one }, lamp, one],
  ['result', { result: one }, lamp, one],
  ["the schema's title", { desk_lamp: one }, lamp, one],
  ["the schema's title in another case", { DeskLamp: one }, lamp, one],
  ['a list in data', { data: [one] }, lamp, one],
  ['data in a list', [{ data: one }], lamp, one],
  ['a number as text', { data: { price: '3' } }, lamp, { price: '3' }],
  ['a choice of objects', { data: { title: 'Fen' } }, choice, { title: 'Fen' }],
  ['data around a list', { data: [one, one] }, { type: 'array', items: lamp }, [one, one]],
  ['a list for an object that holds one list', [one, one], lamps, { items: [one, one] }],
  ['a list of one for such an object', [one], lamps, { items: [one] }],
  ['results around it', { results: [one, one] }, lamps, { items: [one, one] }],
])('an answer is taken out of a wrapper that the schema does not know: %s', (_, answer, schema, inner) => {
  expect(unwrapped(answer, schema)).toEqual(inner);
});

test.each<[string, unknown, object]>([
  ['the schema knows the name', { data: one }, { ...lamp, properties: { ...properties, data: lamp } }],
  ['the schema allows any name', { data: one }, { type: 'object', additionalProperties: lamp }],
  ['the schema names nothing', { data: one }, { type: 'object' }],
  ['the schema has patterns for names', { data: one }, { ...lamp, patternProperties: { '^d': lamp } }],
  ['the schema is of a list', [one], { type: 'array', items: lamp }],
  [
    'a branch of a choice knows it',
    { data: one },
    { anyOf: [lamp, { ...lamp, properties: { data: lamp } }] },
  ],
  ['what is inside does not fit', { data: { name: 'Fen', price: -1 } }, lamp],
  ['what is inside answers nothing that is asked', { data: { colour: 'red' } }, lamp],
  ['it has another member', { data: one, note: 'x' }, lamp],
  ['the name says of what the values are', { related_product: one }, lamp],
  ['the list has several objects', [one, { name: 'Bog', price: 4 }], lamp],
])('an answer stays as it is where %s', (_, answer, schema) => {
  expect(unwrapped(answer, schema)).toEqual(answer);
});
