import { expect, test } from 'vitest';
import type { Candidate, Grounded } from '../candidates/candidate.ts';
import { combineChunks } from './combine-chunks.ts';
import { fieldsOfSchema, schemaOfFields } from '../schema/field.ts';
import type { Json } from '../schema/json.ts';

const read = fieldsOfSchema(
  schemaOfFields([
    { name: 'title', type: 'string', description: '' },
    { name: 'steps', type: 'list[string]', description: '' },
  ]),
);
if (read.kind === 'refused') throw new Error(read.failure.message);
const { fields } = read;

const found = (value: Json, quote: string, grounded: Grounded = 'grounded'): Candidate => ({
  value,
  confidence: 0.8,
  grounded,
  evidence: { url: 'https://a.example/', kind: 'text', where: null, quote },
});

test('the first chunk that says a scalar wins, and lists are joined in the order of chunks', () => {
  const answers = combineChunks(fields, [
    { title: found(null, ''), steps: found(['mix', 'bake'], 'one') },
    { title: found('Bread', 'second'), steps: found(['bake', 'eat'], 'two') },
    { title: found('Cake', 'third') },
  ]);
  expect(answers['title']).toMatchObject({ value: 'Bread', evidence: { quote: 'second' } });
  expect(answers['steps']?.value).toEqual(['mix', 'bake', 'eat']);
  expect(answers['steps']?.items?.map((item) => item?.quote)).toEqual(['one', 'one', 'two']);
});

test('a list of which one item stands nowhere is ungrounded, and says which', () => {
  const { steps } = combineChunks(fields, [
    { steps: found(['mix'], 'one') },
    { steps: found(['fly'], 'two', 'ungrounded') },
  ]);
  expect(steps).toMatchObject({ value: ['mix', 'fly'], grounded: 'ungrounded' });
  expect(steps?.items?.map((item) => item?.quote)).toEqual(['one', undefined]);
});

test('what no chunk answers stays open', () => {
  expect(combineChunks(fields, [{}, { title: found(null, '') }])).toEqual({});
});
