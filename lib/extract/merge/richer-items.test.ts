import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import type { Candidate, Evidence } from '../candidates/candidate.ts';
import { makeFields } from '../facts.fixture.ts';
import type { Json } from '../schema/json.ts';
import { combineChunks } from './combine-chunks.ts';
import { addPages, emptyMerge, mergedAnswer, type AnsweredPage } from './merge.ts';

const lamp = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    designer: { type: 'string' },
    state: { type: 'string', enum: ['new', 'used'] },
  },
};
const fields = makeFields({
  lamps: { type: 'array', items: lamp },
  shop: { type: 'object', properties: { lamps: { type: 'array', items: lamp } } },
});

const candidate = (value: Json, url: string): Candidate => ({
  value,
  confidence: 0.9,
  grounded: 'grounded',
  evidence: { url, kind: 'text', where: null, quote: null },
});

const page = (at: number, lamps: readonly Json[]): AnsweredPage => {
  const url = `https://a.example/${at}`;
  return { place: { depth: 0, order: [at], url }, answers: { lamps: candidate(lamps, url) } };
};

const lampsOf = (pages: readonly AnsweredPage[]): Json | undefined =>
  mergedAnswer(addPages(emptyMerge, fields, pages), fields).value['lamps'];

test('a thing of an overview and of a page of its own is one item, in its place of the overview', () => {
  const overview = [{ name: 'A' }, { name: 'B' }, { name: 'C' }];
  const a = { name: 'A', price: 1, designer: 'Mia' };
  const b = { name: 'B', price: 1, designer: null };
  expect(lampsOf([page(0, overview), page(1, [b]), page(2, [a])])).toEqual([a, b, { name: 'C' }]);
  const { provenance } = mergedAnswer(
    addPages(emptyMerge, fields, [page(0, overview), page(2, [a])]),
    fields,
  );
  expect(provenance['lamps']?.items?.map(({ place }) => place.order[0])).toEqual([2, 0, 0]);
});

test('the poorest goes into the richest where each says more than the one before', () => {
  const all = [{ name: 'A' }, { name: 'A', price: 1 }, { name: 'A', price: 1, designer: 'Mia' }];
  expect(lampsOf(all.map((item, at) => page(at, [item])))).toEqual([all[2]]);
});

test.each<[string, Json[][]]>([
  ['it fits two others', [[{ name: 'A' }], [{ name: 'A', price: 1 }], [{ name: 'A', price: 2 }]]],
  ['one page has both', [[{ name: 'A' }, { name: 'A', price: 1 }]]],
  ['they differ', [[{ name: 'A', price: 2 }], [{ name: 'A', price: 1, designer: 'Mia' }]]],
  ['only a number is the same', [[{ price: 5 }], [{ price: 5, name: 'A' }]]],
  ['only a choice is the same', [[{ state: 'new' }], [{ state: 'new', name: 'A' }]]],
])('an item stays by itself if %s', (_, pages) => {
  expect(lampsOf(pages.map((lamps, at) => page(at, lamps)))).toEqual(pages.flat());
});

test('of two equal items of one page, one goes into the richer one of another page', () => {
  const rich = { name: 'A', price: 1 };
  expect(lampsOf([page(0, [{ name: 'A' }, { name: 'A' }]), page(1, [rich])])).toEqual([rich, { name: 'A' }]);
  expect(lampsOf([page(0, [{ name: 'A' }, { name: 'A' }]), page(1, [rich, rich])])).toEqual([rich, rich]);
});

test('a list inside an object, and the parts of a long page, are put together in the same way', () => {
  const shop = (at: number, lamps: Json[]): AnsweredPage => ({
    ...page(at, []),
    answers: { shop: candidate({ lamps }, `https://a.example/${at}`) },
  });
  const rich = { name: 'A', price: 1 };
  const merged = addPages(emptyMerge, fields, [shop(0, [{ name: 'A' }]), shop(1, [rich])]);
  expect(mergedAnswer(merged, fields).value['shop']).toEqual({ lamps: [rich] });
  const chunks = [[{ name: 'A' }], [rich]].map((lamps) => ({ lamps: candidate(lamps, 'https://a.example') }));
  expect(combineChunks(fields, chunks)['lamps']?.value).toEqual([rich]);
});

test('things are put together in the same way in whatever order pages finish, and none gets lost', () => {
  const item = fc.record(
    {
      name: fc.constantFrom('A', 'B'),
      price: fc.option(fc.nat(1), { nil: null }),
      designer: fc.constantFrom('Mia', 'Bo'),
    },
    { requiredKeys: [] },
  );
  const pages = fc
    .array(fc.array(item, { maxLength: 3 }), { maxLength: 5 })
    .map((all) => all.map((lamps, at) => page(at, lamps)));
  const orders = pages.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
  );
  fc.assert(
    fc.property(orders, ([all, shuffled]) => {
      const lamps = lampsOf(all) as Record<string, Json>[];
      expect(lampsOf(shuffled)).toEqual(lamps);
      for (const { answers } of all) {
        for (const given of (answers['lamps']?.value ?? []) as Record<string, Json>[]) {
          const known = Object.entries(given).filter(([, member]) => member !== null);
          // An item that says nothing is no answer.
          const isThere =
            known.length === 0 ||
            lamps.some((lamp) => known.every(([name, member]) => lamp[name] === member));
          expect(isThere).toBe(true);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test('ten thousand items with one text take less than five seconds of a processor', () => {
  const all = Array.from({ length: 100 }, (_, at) =>
    page(
      at,
      Array.from({ length: 100 }, (_, item) => ({ name: 'A', price: at * 100 + item })),
    ),
  );
  const start = cpuMs();
  lampsOf(all);
  expect(cpuMs() - start).toBeLessThan(5_000);
});

test("each item of a list with guesses has its own place and standing, and none another item's", () => {
  const list = makeFields({ tags: { type: 'array', items: { type: 'string' } } });
  const own = (quote: string): Evidence => ({ url: 'u', kind: 'text', where: null, quote });
  const tags: Candidate = {
    value: ['oak', 'plastic', 'brass'],
    confidence: 0.3,
    grounded: 'ungrounded',
    evidence: own('made of oak'),
    items: [own('made of oak'), null, own('and brass')],
  };
  const told = (answer: Candidate): unknown => {
    const place = { depth: 0, order: [0], url: 'u' };
    const state = addPages(emptyMerge, list, [{ place, answers: { tags: answer } }]);
    return mergedAnswer(state, list).provenance['tags']?.items?.map(({ grounded, confidence, evidence }) => [
      grounded,
      confidence,
      evidence.kind,
      evidence.quote,
    ]);
  };
  const expected = [
    ['grounded', 0.9, 'text', 'made of oak'],
    ['ungrounded', 0.3, 'model', null],
    ['grounded', 0.9, 'text', 'and brass'],
  ];
  expect(told(tags)).toEqual(expected);
  expect(told(combineChunks(list, [{ tags }])['tags'] ?? tags)).toEqual(expected);
});
