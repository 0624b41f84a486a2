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

test('of chunks, what stands in the page goes before what is guessed, whichever is surer or earlier', () => {
  const guess = { ...found('Cake', 'guess', 'ungrounded'), confidence: 0.99 };
  const sure = { ...found('Bread', 'sure'), confidence: 0.4 };
  for (const order of [
    [guess, sure],
    [sure, guess],
  ])
    expect(
      combineChunks(
        fields,
        order.map((title) => ({ title })),
      )['title']?.value,
    ).toBe('Bread');
  const surer = { ...found('Pie', 'surer'), confidence: 0.9 };
  expect(combineChunks(fields, [{ title: sure }, { title: surer }])['title']?.value).toBe('Pie');
  const same = found('Tart', 'later');
  expect(combineChunks(fields, [{ title: found('Flan', 'first') }, { title: same }])['title']?.value).toBe(
    'Flan',
  );
});

test('what else the parts of a page say is kept beside the value, once, with why it lost', () => {
  const { title } = combineChunks(fields, [
    { title: found('Bread', 'first') },
    { title: found('Cake', 'second') },
    { title: { ...found('Pie', 'third'), confidence: 0.5 } },
    { title: found('Cloud', 'fourth', 'ungrounded') },
    { title: found('Bread', 'fifth') },
  ]);
  expect(title).toMatchObject({ value: 'Bread', evidence: { quote: 'first' } });
  expect(title?.alternatives?.map(({ value, why }) => [value, why])).toEqual([
    ['Cake', 'a later part of the page says it'],
    ['Pie', 'another part of the page says it, and it is less sure'],
    ['Cloud', 'another part of the page gives it, and it does not stand there'],
  ]);
});

test('an object of which one property is guessed is as little known as that', () => {
  const office = fieldsOfSchema({
    type: 'object',
    properties: {
      office: { type: 'object', properties: { city: { type: 'string' }, ceo: { type: 'string' } } },
    },
  });
  if (office.kind === 'refused') throw new Error(office.failure.message);
  const answers = combineChunks(office.fields, [
    { office: found({ city: 'Leeds', ceo: null }, 'one') },
    { office: found({ city: null, ceo: 'Ida' }, 'two', 'ungrounded') },
  ]);
  expect(answers['office']).toMatchObject({ value: { city: 'Leeds', ceo: 'Ida' }, grounded: 'ungrounded' });
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

test('an item counts as often as in the part that has it most often: twice in one is two, once in each is one', () => {
  const stepsOf = (...parts: readonly Json[][]): Json | undefined =>
    combineChunks(
      fields,
      parts.map((steps) => ({ steps: found(steps, 'some') })),
    )['steps']?.value;
  expect(stepsOf(['mix', 'bake', 'mix'])).toEqual(['mix', 'bake', 'mix']);
  expect(stepsOf(['mix', 'bake'], ['bake', 'eat'])).toEqual(['mix', 'bake', 'eat']);
  expect(stepsOf(['mix'], ['eat', 'mix', 'mix'])).toEqual(['mix', 'eat', 'mix']);
});

test('a list whose items are to differ has each once', () => {
  const set = fieldsOfSchema({
    type: 'object',
    properties: { tags: { type: 'array', items: { type: 'string' }, uniqueItems: true } },
  });
  if (set.kind === 'refused') throw new Error(set.failure.message);
  const { tags } = combineChunks(set.fields, [{ tags: found(['blue', 'red', 'blue'], 'some') }]);
  expect(tags?.value).toEqual(['blue', 'red']);
});
