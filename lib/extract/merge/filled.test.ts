import { expect, test } from 'vitest';
import { fieldsOfSchema, type Field } from '../schema/field.ts';
import type { Json } from '../schema/json.ts';
import { filledPaths, isAnswered } from './filled.ts';

const isComplete = (fields: readonly Field[], value: Readonly<Record<string, Json>>): boolean =>
  isAnswered(fields, new Set(filledPaths(fields, value)));

const fieldsOf = (properties: Readonly<Record<string, unknown>>): readonly Field[] => {
  const read = fieldsOfSchema({ type: 'object', properties });
  if (read.kind === 'refused') throw new Error(read.failure.message);
  return read.fields;
};

const name = { type: 'string' };

test('scalars are complete once each has a value', () => {
  const fields = fieldsOf({ name, open: { type: 'boolean' } });
  expect(isComplete(fields, { name: 'a', open: null })).toBe(false);
  expect(isComplete(fields, { name: 'a' })).toBe(false);
  expect(isComplete(fields, { name: 'a', open: false })).toBe(true);
});

test('a list is never complete, nor is an object that holds one', () => {
  const tags = { type: 'array', items: name };
  expect(isComplete(fieldsOf({ name, tags }), { name: 'a', tags: ['x'] })).toBe(false);
  const inside = fieldsOf({ team: { type: 'object', properties: { lead: name, members: tags } } });
  expect(isComplete(inside, { team: { lead: 'a', members: ['b'] } })).toBe(false);
});

test('an object is complete once each of its fields is', () => {
  const fields = fieldsOf({ office: { type: 'object', properties: { city: name, phone: name } } });
  expect(isComplete(fields, { office: { city: 'Bern', phone: null } })).toBe(false);
  expect(isComplete(fields, { office: { city: 'Bern', phone: '1' } })).toBe(true);
});

test('where nothing is asked, nothing is complete', () => {
  expect(isComplete([], {})).toBe(false);
});
