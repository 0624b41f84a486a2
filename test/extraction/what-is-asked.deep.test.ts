import { expect, test } from 'vitest';
import { questionsFor, tokensAsked, tokensOfWhole } from '../../bench/extract/count-tokens.ts';
import { laterOrdinaryPages } from '../../bench/extract/later-ordinary-pages.ts';
import { laterPagesAbroad } from '../../bench/extract/later-pages-abroad.ts';
import { laterUnlikelyPages } from '../../bench/extract/later-unlikely-pages.ts';
import { ordinaryPages } from '../../bench/extract/ordinary-pages.ts';
import { pageAround, rendered } from '../../bench/extract/render.ts';
import { things } from '../../bench/extract/things.ts';
import { unlikelyPages } from '../../bench/extract/unlikely-pages.ts';
import { findCandidates } from '../../lib/extract/candidates/find-candidates.ts';
import { makeFields, readFacts } from '../../lib/extract/facts.fixture.ts';
import { knownWords, unknownText } from '../../lib/extract/model/worth-asking.ts';
import type { Json } from '../../lib/extract/schema/json.ts';
import { normalText } from '../../lib/extract/schema/normal-text.ts';

/** What of a page a model is sent: not what is known, and all that may answer what is open. */
const fieldsOf = (asked: readonly { readonly name: string; readonly schema: object }[]) =>
  makeFields(Object.fromEntries(asked.map(({ name, schema }) => [name, schema as Json])));

const spaceless = (text: string): string => normalText(text).text.replace(/[\s.,:;·]/g, '');

test('what a page shows of a field is sent with the question for it, whatever else of the page is known', () => {
  const lost: string[] = [];
  let looked = 0;
  for (const page of [
    ...ordinaryPages,
    ...unlikelyPages,
    ...laterOrdinaryPages,
    ...laterPagesAbroad,
    ...laterUnlikelyPages,
  ]) {
    const facts = readFacts(pageAround(page.heading, page.head, page.body));
    const fields = fieldsOf(page.asked);
    const answers = findCandidates(facts, fields);
    for (const { name, truth } of page.asked) {
      if (typeof truth !== 'string' && typeof truth !== 'number') continue;
      const written = spaceless(String(truth));
      if (!spaceless(facts.markdown).includes(written)) continue;
      looked += 1;
      const { [name]: _unknown, ...known } = answers;
      const sent = questionsFor(facts, fields, known).map(({ question }) => question.user);
      if (!spaceless(sent.join(' ')).includes(written)) lost.push(`${page.name} ${name}: ${written}`);
    }
  }
  expect(looked).toBeGreaterThan(500);
  expect(lost).toEqual([]);
});

test.each(['json-ld', 'microdata', 'rdfa'] as const)(
  'of pages with %s a third of the tokens is asked that the whole page would take, though each lacks a field',
  (notation) => {
    let [ours, whole, lacking] = [0, 0, 0];
    for (const { name, tree, asked } of things) {
      const { head, body } = rendered(tree, notation);
      const facts = readFacts(pageAround(name, head, body));
      const fields = fieldsOf(asked);
      ours += tokensAsked(facts, fields, findCandidates(facts, fields));
      whole += tokensOfWhole(facts, facts.markdown, fields);
      if (asked.some(({ truth }) => truth === null)) lacking += 1;
    }
    expect(lacking).toBe(things.length);
    expect(ours / whole).toBeLessThanOrEqual(0.35);
    expect(ours).toBeGreaterThan(0);
  },
);

const questions = (body: string, asked: Record<string, Json>, known: readonly string[] = []) => {
  const facts = readFacts(
    `<html lang="en"><head><title>Mill</title></head><body><main>${body}</main></body></html>`,
  );
  const fields = makeFields(asked);
  const answers = findCandidates(facts, fields);
  expect(Object.keys(answers).toSorted()).toEqual([...known].toSorted());
  return questionsFor(facts, fields, answers).map(({ question }) => question);
};
const prose =
  '<h1>Mill</h1><p>The mill stands by the water, and has ground for the villages around it ever since.</p>';
const number = { type: 'number' };
const string = { type: 'string' };

test.each([
  [
    'how many',
    { capacity: number },
    'It feeds five hundred mouths with three stones.',
    'It feeds all who come.',
  ],
  ['an address of mail', { email: string }, 'Write to us at the@mill or so.', 'Write to us.'],
  ['a telephone number', { phone: string }, 'Or ring at 55 01 9 in the morning.', 'Or ring at 12.'],
  [
    'one of a kind',
    { doors: number },
    'It has one door to the yard.',
    'Go from one to the next, one of us will help.',
  ],
])('nobody is asked for %s of a page that has none', (_what, asked, some, none) => {
  expect(questions(`${prose}<p>${some}</p>`, asked)).toHaveLength(1);
  expect(questions(`${prose}<p>${none}</p>`, asked)).toHaveLength(0);
});

test('a choice among values, a yes or no, and a text are asked of any page', () => {
  for (const schema of [{ type: 'number', enum: [1, 2] }, { type: 'boolean' }, string]) {
    expect(questions(prose, { mood: schema })).toHaveLength(1);
  }
});

test('lines that say what is known are not sent, but for a list, of which they may be a part', () => {
  const body =
    `${prose}<table><tr><th>Brand</th><td>Reed</td></tr><tr><th>Owner of old</th><td>Ida ` +
    'Reed</td></tr></table>';
  const [one] = questions(body, { brand: string, mood: string }, ['brand']);
  expect(one?.user).not.toMatch(/Brand/);
  expect(one?.user).toContain('Ida Reed');
  const [all] = questions(body, { brand: string, moods: { type: 'array', items: string } }, ['brand']);
  expect(all?.user).toContain('Brand');
});

test('a line with the sign of a currency or unit is sent while a text is open, and not for numbers', () => {
  const body = `${prose}<table><tr><th>Price</th><td>£1,450</td></tr></table>`;
  for (const schema of [string, { type: 'string', enum: ['USD', 'EUR', 'GBP'] }]) {
    const [one] = questions(body, { price: number, currency: schema }, ['price']);
    expect(one?.user).toContain('£1,450');
  }
  const [other] = questions(`${body}<p>It has three stones.</p>`, { price: number, stones: number }, [
    'price',
  ]);
  expect(other?.user).not.toContain('£1,450');
});

test('a line that says a part of a known value is sent: it may be a value of its own', () => {
  const body = `${prose}<p>Acme</p><table><tr><th>Name</th><td>Acme Widget</td></tr></table>`;
  const [one] = questions(body, { name: string, brand: string }, ['name']);
  expect(one?.user).toMatch(/^Acme$/m);
  expect(one?.user).not.toContain('Acme Widget');
});

test('a paragraph that stands twice is sent once, a short one and code as they are', () => {
  const long =
    '<p>Who comes by the bridge sees the wheel first, and hears the stones when the wind is from the east.</p>';
  const [question] = questions(`${prose}${long}<p>Ring.</p>${long}<p>Ring.</p>`, { mood: string });
  expect(question?.user.match(/sees the wheel/g)).toHaveLength(1);
  expect(question?.user.match(/Ring\./g)).toHaveLength(2);
  const code = '```\n\na = 1\n```\n';
  const text = `${long}\n\n${code}\n${long}\n`;
  expect(unknownText(text, makeFields({ mood: string }), knownWords({}, []))).toBe(text);
});
