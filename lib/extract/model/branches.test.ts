import { expect, test } from 'vitest';
import { makeFields, readFacts } from '../facts.fixture.ts';
import { makeGroundIndex } from '../grounding/ground-index.ts';
import { fieldsOfSchema, type Field } from '../schema/field.ts';
import type { Json, JsonObject } from '../schema/json.ts';
import { valuesOfModel } from './model-values.ts';
import type { AskedPage } from './asked-page.ts';

const facts = readFacts(
  '<main><h1>Lumo lamps</h1><p>Lumo works in Copenhagen. Mia Holm draws each lamp.</p></main>',
);
const index = makeGroundIndex(facts);

const givenBy = (fields: readonly Field[], value: Json): Json | undefined => {
  const page = { facts, spec: { groundedOnly: true }, fields, schema: {}, isWrapped: false };
  return valuesOfModel(page as unknown as AskedPage, index, { asked: value }).answers['asked']?.value;
};

const answered = (field: Json, value: Json): Json | undefined => givenBy(makeFields({ asked: field }), value);

const text = { type: 'string' };
const company = {
  type: 'object',
  properties: { kind: { const: 'firm' }, city: text },
  required: ['kind', 'city'],
};
const person = {
  type: 'object',
  properties: { kind: { const: 'human' }, designer: text },
  required: ['kind', 'designer'],
};
const optional = (schema: JsonObject): JsonObject => ({ ...schema, required: [] });

test.each([
  ['anyOf', { anyOf: [company, person] }],
  ['oneOf', { oneOf: [company, person] }],
  ['one that may be null', { anyOf: [company, person, { type: 'null' }] }],
  ['constants with a default', { anyOf: [optional(company), optional(person)] }],
  [
    'choices of one value',
    {
      anyOf: [
        company,
        { ...person, properties: { ...person.properties, kind: { type: 'string', enum: ['human'] } } },
      ],
    },
  ],
  ['choices inside choices', { anyOf: [{ oneOf: [company, { type: 'null' }] }, { allOf: [person] }] }],
  [
    'constants beside shared members',
    {
      type: 'object',
      properties: { kind: { type: 'string', enum: ['firm', 'human'] } },
      required: ['kind'],
      oneOf: [
        { properties: { kind: { const: 'firm' }, city: text } },
        { properties: { kind: { const: 'human' }, designer: text } },
      ],
    },
  ],
])('a constant that tells the branches of a choice apart is no value that a page says: %s', (_, schema) => {
  expect(answered(schema, { kind: 'firm', city: 'Copenhagen' })).toEqual({
    kind: 'firm',
    city: 'Copenhagen',
  });
  expect(answered(schema, { kind: 'human', designer: 'Mia Holm' })).toEqual({
    kind: 'human',
    designer: 'Mia Holm',
  });
  expect(
    answered({ type: 'array', items: schema }, [
      { kind: 'human', designer: 'Mia Holm' },
      { kind: 'human', designer: 'Tom Fake' },
      { kind: 'firm', city: 'Copenhagen' },
    ]),
  ).toEqual([
    { kind: 'human', designer: 'Mia Holm' },
    { kind: 'firm', city: 'Copenhagen' },
  ]);
});

test('an object of which the page says nothing but the constant is withheld', () => {
  const schema = { anyOf: [company, person] };
  expect(answered(schema, { kind: 'firm', city: 'Oslo' })).toBeUndefined();
  expect(answered(schema, { kind: 'firm', city: null })).toBeUndefined();
});

test('a choice without constants is the branch that knows the members', () => {
  const place = {
    type: 'object',
    properties: { city: text, planet: { const: 'Earth' } },
    required: ['planet'],
  };
  const human = { type: 'object', properties: { designer: text } };
  expect(answered({ anyOf: [human, place] }, { city: 'Copenhagen', planet: 'Earth' })).toEqual({
    city: 'Copenhagen',
    planet: 'Earth',
  });
});

test('a choice that holds itself is followed as deep as the answer goes', () => {
  const kind = (value: string): Json => ({ const: value });
  const node = {
    anyOf: [
      { type: 'object', properties: { kind: kind('leaf'), name: text }, required: ['kind'] },
      {
        type: 'object',
        properties: { kind: kind('branch'), inside: { type: 'array', items: { $ref: '#/$defs/node' } } },
        required: ['kind'],
      },
    ],
  };
  const deep = (levels: number, name: string): Json =>
    levels === 0
      ? { kind: 'leaf', name: 'Mia Holm' }
      : { kind: 'branch', inside: [deep(levels - 1, name), { kind: 'leaf', name }] };
  const read = fieldsOfSchema({
    type: 'object',
    properties: { asked: { $ref: '#/$defs/node' } },
    $defs: { node },
  });
  if (read.kind === 'refused') throw new Error(read.failure.message);
  expect(givenBy(read.fields, deep(8, 'Copenhagen'))).toEqual(deep(8, 'Copenhagen'));
  expect(JSON.stringify(givenBy(read.fields, deep(8, 'Oslo')))).not.toContain('null');
});

test('a choice of constants, one branch each, is a choice among given values', () => {
  const schema = {
    anyOf: [{ const: 'mains' }, { const: 'battery' }],
    description: 'how the lamps are fed',
  };
  expect(answered(schema, 'mains')).toBe('mains');
});

test('schemas that hold themselves many times cost little', () => {
  const many = Array.from({ length: 30 }, () => ({ $ref: '#/$defs/node' }));
  const all = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `all${at}`,
      {
        allOf: [{ $ref: `#/$defs/all${at + 1}` }, { $ref: `#/$defs/all${at + 1}` }],
      },
    ]),
  );
  const node = {
    type: 'object',
    properties: { a: { anyOf: many }, b: { anyOf: many }, kind: { const: 'x' } },
  };
  for (const asked of [{ anyOf: many }, { $ref: '#/$defs/all0' }, { $ref: '#/$defs/choice' }]) {
    const started = process.cpuUsage();
    const read = fieldsOfSchema({
      type: 'object',
      properties: { asked },
      $defs: { node, ...all, choice: { anyOf: [{ $ref: '#/$defs/choice' }, { $ref: '#/$defs/choice' }] } },
    });
    if (read.kind === 'refused') throw new Error(read.failure.message);
    givenBy(read.fields, { a: { a: { a: { a: { kind: 'x' } } } }, b: { city: 'Copenhagen' } });
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
  }
});
