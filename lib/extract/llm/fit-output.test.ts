import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { fitOutput } from './fit-output.ts';
import { openSchemaCheck } from './schema-check.ts';

const closed = (properties: Record<string, unknown>): object => ({
  type: 'object',
  properties,
  additionalProperties: false,
});

const fitted = (answer: unknown, schema: object): unknown =>
  fitOutput(answer as never, schema as never, openSchemaCheck);

test('members that a closed object does not allow are left out, inside it too', () => {
  const schema = closed({ name: { type: 'string' }, maker: closed({ city: { type: 'string' } }) });
  const answer = { name: 'Lamp', note: 'x', maker: { city: 'Oslo', age: 3 } };
  expect(fitted(answer, schema)).toEqual({ name: 'Lamp', maker: { city: 'Oslo' } });
  expect(fitted({ name: 'Lamp', note: 'x' }, { ...schema, additionalProperties: true })).toHaveProperty(
    'note',
  );
});

test('no member is left out to make an answer fit another branch of a choice', () => {
  const name = { type: 'string' };
  const schema = closed({ one: { anyOf: [closed({ name }), closed({ name, price: { type: 'number' } })] } });
  const answer = { one: { name: 'Lamp', price: 3 } };
  expect(fitted(answer, schema)).toEqual(answer);
});

test('a list that has each item once keeps the first of equal ones', () => {
  const tags = { type: 'array', uniqueItems: true, items: { type: 'string' } };
  expect(fitted({ tags: ['a', 'b', 'a'] }, closed({ tags }))).toEqual({ tags: ['a', 'b'] });
});

const stock = ['in stock', 'sold out', null];
const constants = { anyOf: [{ const: 'in stock' }, { const: 'sold out' }, { type: 'null' }] };
const kinds = {
  anyOf: [
    closed({ kind: { const: 'book' }, pages: { type: 'number' } }),
    closed({ kind: { const: 'film' }, minutes: { type: 'number' } }),
  ],
};

test.each<[string, object, unknown, unknown]>([
  ['another case', { enum: stock }, 'In Stock', 'in stock'],
  ['spaces around it', { type: 'string', enum: stock }, ' SOLD OUT\n', 'sold out'],
  ['a list', { type: 'array', items: { enum: stock } }, ['In stock', 'sold out'], ['in stock', 'sold out']],
  ['equal ones in a list', { type: 'array', uniqueItems: true, items: { enum: ['a'] } }, ['A', 'a'], ['a']],
  ['one value', { const: 'EUR' }, 'eur', 'EUR'],
  ['a choice of constants', constants, 'Sold Out', 'sold out'],
  ['a choice with null', { anyOf: [{ type: 'string', enum: ['US'] }, { type: 'null' }] }, 'us', 'US'],
  ['the constant of a branch', kinds, { kind: 'Film', minutes: 90 }, { kind: 'film', minutes: 90 }],
])('a value of an enum gets the spelling that it has there: %s', (_, value, written, expected) => {
  expect(fitted({ value: written }, closed({ value }))).toEqual({ value: expected });
});

test.each<[string, object, unknown]>([
  ['it is a free text', { type: 'string' }, ' In Stock '],
  ['two values are alike', { enum: ['US', 'us'] }, 'Us'],
  ['two branches are alike', { anyOf: [{ const: 'US' }, { const: 'us' }] }, 'Us'],
  ['it is spelled as one of two that are alike', { enum: ['US', 'us'] }, 'us'],
  ['it is spelled as the later of two constants', { anyOf: [{ const: 'US' }, { const: 'us' }] }, 'us'],
  ['a branch takes any text', { anyOf: [{ enum: ['red'] }, { type: 'string' }] }, 'Red'],
  ['it is another word', { enum: ['in stock'] }, 'available'],
  ['it is no text', { enum: ['true', 'false'] }, true],
])('a value stays as it is where %s', (_, value, written) => {
  expect(fitted({ value: written }, closed({ value }))).toEqual({ value: written });
});

test('a long list of values of a long enum is read in time that grows with both alone', () => {
  const values = Array.from({ length: 5_000 }, (_, at) => `Value ${at}`);
  const answer = Array.from({ length: 20_000 }, (_, at) => `VALUE ${at % 5_000}`);
  const started = cpuMs();
  const read = fitted(answer, { type: 'array', items: { type: 'string', enum: values } });
  expect(read).toEqual(answer.map((each) => each.replace('VALUE', 'Value')));
  expect(cpuMs() - started).toBeLessThan(3_000);
});
