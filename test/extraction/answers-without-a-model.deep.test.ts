import { expect, test } from 'vitest';
import { laterOrdinaryPages } from '../../bench/extract/later-ordinary-pages.ts';
import { laterPagesAbroad } from '../../bench/extract/later-pages-abroad.ts';
import { laterUnlikelyPages } from '../../bench/extract/later-unlikely-pages.ts';
import { ordinaryPages } from '../../bench/extract/ordinary-pages.ts';
import type { WrittenPage } from '../../bench/extract/page-in-a-language.ts';
import { pageAround } from '../../bench/extract/render.ts';
import { isSameValue } from '../../bench/extract/same-value.ts';
import { unlikelyPages } from '../../bench/extract/unlikely-pages.ts';
import { heldTraps } from '../../bench/extract/unseen/held-traps.ts';
import { heldOrdinary } from '../../bench/extract/unseen/held.ts';
import { strangersOrdinary, unseenOrdinary, unseenTraps } from '../../bench/extract/unseen/index.ts';
import { strangersHeldTraps } from '../../bench/extract/unseen/strangers-held-traps.ts';
import { strangersHeld } from '../../bench/extract/unseen/strangers-held.ts';
import { strangersTraps } from '../../bench/extract/unseen/strangers-traps.ts';
import type { UnseenPage } from '../../bench/extract/unseen/unseen-page.ts';
import { findCandidates } from '../../lib/extract/candidates/find-candidates.ts';
import { makeFields, readFacts } from '../../lib/extract/facts.fixture.ts';
import type { Json } from '../../lib/extract/schema/json.ts';

/** What pages answer by themselves, against what a person wrote down of them. */
const scoreWhole = (pages: readonly UnseenPage[]): { precision: number; recall: number; wrong: string[] } => {
  const wrong: string[] = [];
  let [answered, right, answerable] = [0, 0, 0];
  for (const { url, html, asked } of pages) {
    const facts = { ...readFacts(html, url), at: '2026-11-22T00:00:00Z' };
    const fields = makeFields(Object.fromEntries(asked.map((field) => [field.name, field.schema as Json])));
    const answers = findCandidates(facts, fields);
    for (const { name: field, truth } of asked) {
      const found = answers[field]?.value;
      if (truth !== null) answerable += 1;
      if (found === undefined) continue;
      answered += 1;
      if (truth !== null && isSameValue(truth, found)) right += 1;
      else wrong.push(`${url} ${field}: ${JSON.stringify(found)}`);
    }
  }
  return { precision: right / answered, recall: right / answerable, wrong };
};

/** The same of pages whose frame is made around them. */
const score = (pages: readonly WrittenPage[]): ReturnType<typeof scoreWhole> =>
  scoreWhole(
    pages.map(({ name, language, heading, head, body, asked }) => ({
      url: `https://site.example/${name}`,
      html: pageAround(heading, head, body).replace('<html lang="en">', `<html lang="${language}">`),
      asked,
    })),
  );

test.each([
  ['ordinary', [...unseenOrdinary, ...heldOrdinary, ...strangersOrdinary, ...strangersHeld], 150, 0.97, 0.93],
  ['traps', [...unseenTraps, ...heldTraps, ...strangersTraps, ...strangersHeldTraps], 90, 0.93, 0.9],
] as const)('whole pages that are unlike one another are read as people read them: %s', (...row) => {
  const [, pages, atLeast, precisionMin, recallMin] = row;
  expect(pages.length).toBeGreaterThanOrEqual(atLeast);
  const { precision, recall, wrong } = scoreWhole(pages);
  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(precisionMin);
  expect(recall).toBeGreaterThanOrEqual(recallMin);
});

test('of ordinary pages of five languages nearly all fields are answered, and rightly', () => {
  expect(ordinaryPages.length).toBeGreaterThanOrEqual(150);
  const { precision, recall, wrong } = score(ordinaryPages);
  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.97);
  expect(recall).toBeGreaterThanOrEqual(0.93);
});

test('where a label or structured data say what is not so, little is answered wrongly', () => {
  expect(unlikelyPages.length).toBeGreaterThanOrEqual(50);
  const { precision, recall, wrong } = score(unlikelyPages);
  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.93);
  expect(recall).toBeGreaterThanOrEqual(0.9);
});

test('of pages that were written after the rules as many are answered, as they stand', () => {
  expect(
    laterOrdinaryPages.length + laterPagesAbroad.length + laterUnlikelyPages.length,
  ).toBeGreaterThanOrEqual(40);
  const ordinary = score([...laterOrdinaryPages, ...laterPagesAbroad]);
  expect(ordinary.precision, ordinary.wrong.join('\n')).toBeGreaterThanOrEqual(0.97);
  expect(ordinary.recall).toBeGreaterThanOrEqual(0.93);
  const unlikely = score(laterUnlikelyPages);
  expect(unlikely.precision, unlikely.wrong.join('\n')).toBeGreaterThanOrEqual(0.93);
});

test('what the page shows instead keeps what its data say as an alternative', () => {
  const page = unlikelyPages.find(({ name }) => name === 'struck-del-en');
  if (page === undefined) throw new Error('the page is gone');
  const facts = readFacts(pageAround(page.heading, page.head, page.body));
  const { price } = findCandidates(facts, makeFields({ price: { type: 'number' } }));
  expect(price).toMatchObject({
    value: 279,
    evidence: { kind: 'text' },
    alternatives: [{ value: 349, kind: 'json-ld', why: expect.stringContaining('struck') as string }],
  });
});

test('a table with a header row is a list of objects for whoever asks for one', () => {
  const facts = readFacts(
    pageAround(
      'Price list',
      '',
      '<table><tr><th>Name</th><th>Price</th></tr><tr><td>Cup</td><td>£4.00</td></tr><tr><td>Plate</td>' +
        '<td>£6.50</td></tr></table>',
    ),
  );
  const items = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
  const { things } = findCandidates(facts, makeFields({ things: { type: 'array', items } }));
  expect(things?.value).toEqual([
    { name: 'Cup', price: 4 },
    { name: 'Plate', price: 6.5 },
  ]);
});
