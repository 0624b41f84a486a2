import { expect, test } from 'vitest';
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
