import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { fieldsOfSchema, type Field } from '../schema/field.ts';
import type { Json } from '../schema/json.ts';
import { limits } from '../../limits/limits.ts';
import { filledPaths, isAnswered } from './filled.ts';
import {
  addPages,
  emptyMerge,
  joinField,
  mergedAnswer,
  type AnsweredPage,
  type MergeState,
} from './merge.ts';

const fieldsOf = (schema: unknown): readonly Field[] => {
  const read = fieldsOfSchema(schema);
  if (read.kind === 'refused') throw new Error(read.failure.message);
  return read.fields;
};

const fields = fieldsOf({
  type: 'object',
  properties: {
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    team: { type: 'array', items: { type: 'object' } },
    office: {
      type: 'object',
      properties: { city: { type: 'string' }, phone: { type: 'string' }, staff: { type: 'array' } },
    },
  },
});

const candidate = (value: Json, url: string, confidence = 0.9): Candidate => ({
  value,
  confidence,
  grounded: 'grounded',
  evidence: { url, kind: 'text', where: null, quote: null },
});

const page = (
  depth: number,
  order: readonly number[],
  values: Readonly<Record<string, Json>>,
  url = `https://a.example/${depth}/${order.join('-')}`,
): AnsweredPage => ({
  place: { depth, order, url },
  answers: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, candidate(value, url)])),
});

const merged = (pages: readonly AnsweredPage[]): MergeState =>
  pages.reduce<MergeState>((state, one) => addPages(state, fields, [one]), emptyMerge);
const valueOf = (pages: readonly AnsweredPage[]): Readonly<Record<string, Json>> =>
  mergedAnswer(merged(pages), fields).value;

const text = fc.constantFrom('a', 'b', 'c', 'd');
const nullable = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { nil: null });
const answers: fc.Arbitrary<Record<string, Json>> = fc.record(
  {
    name: nullable(text),
    tags: fc.array(text, { maxLength: 4 }),
    team: fc.array(fc.record({ b: text, a: text }), { maxLength: 3 }),
    office: fc.record({
      city: nullable(text),
      phone: nullable(text),
      staff: fc.array(text, { maxLength: 2 }),
    }),
  },
  { requiredKeys: [] },
);
const pages = fc
  .array(fc.tuple(fc.nat(2), fc.array(fc.nat(3), { minLength: 1, maxLength: 2 }), answers), { maxLength: 8 })
  .map((all) => all.map(([depth, order, values]) => page(depth, order, values)));

test('the answer is the same in whatever order pages finish, and however often each is added', () => {
  fc.assert(
    fc.property(
      pages.chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length, maxLength: 2 * all.length }),
        ),
      ),
      ([all, shuffled]) => {
        expect(mergedAnswer(merged(shuffled), fields)).toEqual(mergedAnswer(merged(all), fields));
      },
    ),
    { numRuns: 300 },
  );
});

test('two halves of a job, each merged by itself, join to the whole', () => {
  fc.assert(
    fc.property(pages, pages, (first, second) => {
      const [a, b] = [merged(first), merged(second)];
      const joined = Object.fromEntries(
        [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => {
          const [left, right] = [a[name], b[name]];
          const state = left === undefined ? right : right === undefined ? left : joinField(left, right);
          if (state === undefined) throw new Error(`Neither side knows ${name}`);
          return [name, state];
        }),
      );
      expect(mergedAnswer(joined, fields)).toEqual(mergedAnswer(merged([...first, ...second]), fields));
    }),
    { numRuns: 300 },
  );
});

test('pages that are added at once are as pages that are added one by one', () => {
  fc.assert(
    fc.property(pages, pages, (first, second) => {
      const atOnce = addPages(addPages(emptyMerge, fields, first), fields, second);
      expect(mergedAnswer(atOnce, fields)).toEqual(mergedAnswer(merged([...first, ...second]), fields));
    }),
    { numRuns: 100 },
  );
});

test('ten thousand pages with lists are merged in seconds', () => {
  const all = Array.from({ length: 10_000 }, (_, at) =>
    page(1, [at], {
      name: `n${at}`,
      tags: Array.from({ length: 20 }, (_, tag) => `t${(at * 7 + tag) % 15_000}`),
    }),
  );
  const start = cpuMs();
  const { value } = mergedAnswer(addPages(emptyMerge, fields, all), fields);
  expect(cpuMs() - start).toBeLessThan(10_000);
  expect(value['tags']).toHaveLength(limits.listItemsMax);
});

test('a state survives being stored as JSON', () => {
  fc.assert(
    fc.property(pages, (all) => {
      const state = merged(all);
      expect(mergedAnswer(JSON.parse(JSON.stringify(state)) as MergeState, fields)).toEqual(
        mergedAnswer(state, fields),
      );
    }),
    { numRuns: 50 },
  );
});

test('a scalar is the first value in page order: depth, then the order of discovery, then the URL', () => {
  expect(valueOf([page(1, [0], { name: 'deep' }), page(0, [9], { name: 'seed' })])['name']).toBe('seed');
  expect(valueOf([page(1, [2, 0], { name: 'later' }), page(1, [1, 9], { name: 'earlier' })])['name']).toBe(
    'earlier',
  );
  expect(valueOf([page(1, [0], { name: 'z' }, 'z'), page(1, [0], { name: 'a' }, 'a')])['name']).toBe('a');
  expect(valueOf([page(0, [0], { name: null }), page(3, [0], { name: 'only' })])['name']).toBe('only');
  expect(valueOf([page(0, [0], { name: ' ' })])['name']).toBeNull();
});

test('a scalar that stands in its page goes before one that is guessed, then the surer, then the first', () => {
  const name = (value: string, more: Partial<Candidate>, depth: number): AnsweredPage => ({
    place: { depth, order: [depth], url: `https://a.example/${value}` },
    answers: { name: { ...candidate(value, `https://a.example/${value}`), ...more } },
  });
  const guess = name('guess', { grounded: 'ungrounded', confidence: 0.99 }, 0);
  const judged = name('judged', { grounded: 'not-applicable', confidence: 0.7 }, 1);
  const label = name('label', { confidence: 0.868 }, 2);
  const late = name('late', { confidence: 0.868 }, 3);
  for (const pages of [
    [guess, judged, label, late],
    [late, label, judged, guess],
  ])
    expect(valueOf(pages)['name']).toBe('label');
  expect(valueOf([guess, judged])['name']).toBe('judged');
  expect(valueOf([guess])['name']).toBe('guess');
});

test('false and 0 are values', () => {
  const counts = fieldsOf({
    type: 'object',
    properties: { open: { type: 'boolean' }, count: { type: 'integer' } },
  });
  const states = [
    page(0, [0], { open: false, count: 0 }),
    page(1, [0], { open: true, count: 7 }),
  ].reduce<MergeState>((state, one) => addPages(state, counts, [one]), emptyMerge);
  const { value } = mergedAnswer(states, counts);
  expect(value).toEqual({ open: false, count: 0 });
  expect(isAnswered(counts, new Set(filledPaths(counts, value)))).toBe(true);
});

test('a list is the union in page order, objects compared whatever the order of their names', () => {
  const { value, provenance } = mergedAnswer(
    merged([
      page(1, [0], { tags: ['c', 'a'], team: [{ a: 1, b: 2 }] }),
      page(0, [0], { tags: ['b', 'a'], team: [{ b: 2, a: 1 }, { a: 2 }] }),
    ]),
    fields,
  );
  expect(value['tags']).toEqual(['b', 'a', 'c']);
  expect(value['team']).toEqual([{ b: 2, a: 1 }, { a: 2 }]);
  expect(provenance['tags']?.items?.map(({ place }) => place.depth)).toEqual([0, 0, 1]);
});

test('candidates that lose are kept with their pages, and no more of them than the limit', () => {
  const all = Array.from({ length: 50 }, (_, at) => page(1, [at], { name: `n${at}` }));
  const name = mergedAnswer(merged(all), fields).provenance['name'];
  expect(name?.value).toBe('n0');
  expect(name?.losing.map(({ candidate }) => candidate.value)).toEqual(
    all.slice(1, limits.candidatesPerFieldMax).map((_, at) => `n${at + 1}`),
  );
});

test("an object's open properties are filled from a page that contradicts it in nothing, and from no other", () => {
  const { value, provenance } = mergedAnswer(
    merged([
      page(0, [0], { office: { city: 'Bern', phone: null, staff: ['a'] } }),
      page(1, [0], { office: { city: 'Graz', phone: '1', staff: ['x'] } }),
      page(1, [1], { office: { city: 'Bern', phone: '2', staff: ['b', 'a'] } }),
    ]),
    fields,
  );
  expect(value['office']).toEqual({ city: 'Bern', phone: '2', staff: ['a', 'b'] });
  expect(provenance['office']?.filled?.['phone']?.place.order).toEqual([1]);
  expect(provenance['office']?.losing.map(({ place }) => place.order)).toEqual([[0]]);
});

test('what no page answers is open: null, or an empty list', () => {
  expect(mergedAnswer(emptyMerge, fields)).toEqual({
    value: { name: null, tags: [], team: [], office: null },
    provenance: {},
    open: ['name', 'tags', 'team', 'office'],
  });
});

test('names that objects inherit are fields like others', () => {
  const odd = fieldsOf(
    JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"toString":{"type":"string"}}}'),
  );
  expect(odd).toHaveLength(2);
  const answers = Object.fromEntries([['__proto__', candidate('x', 'u')]]);
  const state = addPages(emptyMerge, odd, [{ place: { depth: 0, order: [0], url: 'u' }, answers }]);
  const { value, open } = mergedAnswer(state, odd);
  expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toBe('x');
  expect(open).toEqual(['toString']);
});
