import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFacts } from '../../lib/extract/facts.fixture.ts';
import type { Extraction } from '../../lib/extract/model/page-extraction.ts';
import { completeSpec } from '../../lib/request/extract-spec.ts';
import { startTestTable, type TestTable } from '../harness/table.ts';
import { untilItEnds } from './until-it-ends.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

const page = readFacts(
  `<html lang="en"><head><title>Kettles</title></head><body><main><p>These kettles are made by Ada Brown in a shed
  behind the mill, where Bob Green helped her for some years and still does so on Fridays.</p></main></body></html>`,
);
const string = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object, required: readonly string[] = Object.keys(properties)): object => ({
  type: 'object',
  properties,
  required,
});

const ask = async (schema: object, answer: object, more: { strict?: boolean } = {}): Promise<Extraction> => {
  const spec = completeSpec({ strict: true, ...more, schema: schema as never });
  const serve = { answer: () => ({ kind: 'json', value: answer as never }) as const };
  const { concluded } = await untilItEnds(store, serve, { asked: spec, page });
  if (concluded.kind !== 'answered') throw new Error(JSON.stringify(concluded.failure));
  return concluded.extraction;
};

test.each([
  [{ type: ['integer', 'null'] }],
  [{ anyOf: [integer, { type: 'null' }] }],
  [{ enum: [1, 2, null] }],
  [{ $ref: '#/$defs/year' }],
])('a required field that stays open is null where its schema allows that: %j', async (born) => {
  const schema = { ...object({ maker: string, born }), $defs: { year: { type: ['integer', 'null'] } } };
  const { value, open } = await ask(schema, { maker: 'Ada Brown', born: null });
  expect(value).toEqual({ maker: 'Ada Brown', born: null });
  expect(open).toEqual(['born']);
});

test('an open field is left out where it is not required, or may not be null', async () => {
  const optional = object({ maker: string, born: { type: ['integer', 'null'] } }, ['maker']);
  expect((await ask(optional, { maker: 'Ada Brown', born: null })).value).toEqual({ maker: 'Ada Brown' });
  const needed = object({ maker: string, born: integer });
  await expect(ask(needed, { maker: 'Ada Brown', born: null })).rejects.toThrow(
    /the property born, found none/,
  );
  const { value } = await ask(needed, { maker: 'Ada Brown', born: null }, { strict: false });
  expect(value).toEqual({ maker: 'Ada Brown' });
});

test.each([{ const: 'tool' }, { type: 'string', enum: ['tool'] }])(
  'a required field that can have one value only has it, and no page need say it: %j',
  async (type) => {
    const { value, open, warnings } = await ask(object({ maker: string, type }), {
      maker: 'Ada Brown',
      type: 'tool',
    });
    expect(value).toEqual({ maker: 'Ada Brown', type: 'tool' });
    expect(open).toEqual([]);
    expect(warnings).toEqual([]);
    const within = object({ who: object({ name: string, type }) });
    const inner = await ask(within, { who: { name: 'Ada Brown', type: 'tool' } });
    expect(inner.value).toEqual({ who: { name: 'Ada Brown', type: 'tool' } });
    expect(inner.warnings).toEqual([]);
    // It answers nothing by itself.
    await expect(ask(object({ maker: string, type }), { maker: null })).rejects.toThrow(
      /answers none of the fields/,
    );
    await expect(ask(within, { who: { name: null, type: 'tool' } })).rejects.toThrow(
      /answers none of the fields/,
    );
  },
);

test('a withheld member of an object is null where its schema allows that, and left out elsewhere', async () => {
  const who = (born: object): object =>
    object({
      who: object({ name: string, born }, ['name']),
      all: { type: 'array', items: object({ name: string, born }, []) },
    });
  const answer = { who: { name: 'Ada Brown', born: 1875 }, all: [{ name: 'Bob Green', born: 1901 }] };
  expect((await ask(who(integer), answer)).value).toEqual({
    who: { name: 'Ada Brown' },
    all: [{ name: 'Bob Green' }],
  });
  expect((await ask(who({ type: ['integer', 'null'] }), answer)).value).toEqual({
    who: { name: 'Ada Brown', born: null },
    all: [{ name: 'Bob Green', born: null }],
  });
});

const list = (items: object, more: object = {}): object => ({ type: 'array', items, ...more });

test('of equal items that are to differ one stays, and nothing is missing', async () => {
  const { value, gaps } = await ask(object({ people: list(string, { uniqueItems: true }) }), {
    people: ['Ada Brown', 'Bob Green', 'Ada Brown'],
  });
  expect(value).toEqual({ people: ['Ada Brown', 'Bob Green'] });
  expect(gaps).toBeUndefined();
});

test.each<[string, object, object, object]>([
  ['the items over its maximum', list(string, { maxItems: 1 }), ['Ada Brown', 'Bob Green'], ['Ada Brown']],
  ['an item of a wrong type', list(string), ['Ada Brown', true], ['Ada Brown']],
  [
    'a member of an item',
    list(object({ name: string, year: integer })),
    [{ name: 'Ada Brown' }, { name: 'Bob Green', year: 'unknown' }],
    [{ name: 'Ada Brown' }, { name: 'Bob Green' }],
  ],
])(
  'of a list that the schema does not allow, %s is left out, and no other part of the answer',
  async (...given) => {
    const [, people, answer, kept] = given;
    const { value, gaps } = await ask(object({ maker: string, people }), {
      maker: 'Ada Brown',
      people: answer,
    });
    expect(value).toEqual({ maker: 'Ada Brown', people: kept });
    expect(gaps).toMatchObject([{ code: 'LLM_ANSWER_INVALID', fields: ['people'] }]);
    expect(gaps?.[0]?.message).toMatch(/^Cannot use a part of the model's answer: \$\.people/);
  },
);
