import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastCpuMs } from '../../../test/harness/cpu-time.ts';
import { noMetadata } from '../../content/page-content.ts';
import { fieldsOfSchema, type Field } from '../schema/field.ts';
import { makeGroundIndex } from './ground-index.ts';
import { groundedValue } from './grounded-value.ts';
import { groundValue, type Grounding } from './grounding.ts';
import type { Json } from '../schema/json.ts';
import { normalText } from '../schema/normal-text.ts';
import type { PageFacts } from '../candidates/page-facts.ts';

const facts = (markdown: string, more: Partial<PageFacts> = {}): PageFacts => ({
  url: 'https://shop.example/anvil',
  markdown,
  metadata: noMetadata,
  structuredData: [],
  links: [],
  images: [],
  pairs: [],
  ...more,
});

const fieldOf = (schema: Json, name = 'value'): Field => {
  const read = fieldsOfSchema({ type: 'object', properties: { [name]: schema } });
  if (read.kind === 'refused' || read.fields[0] === undefined) throw new Error('No field');
  return read.fields[0];
};

const ground = (markdown: string, value: Json, schema: Json = {}, name = 'value'): Grounding =>
  groundValue(makeGroundIndex(facts(markdown)), fieldOf(schema, name), value);

test.each([
  ['A text with **bold**  words\nin it', 'a text with bold words in it'],
  ['“Curly” – quotes', '"curly" - quotes'],
  ['Weight: 10 kg', '10kg'],
  ['Weight: 10kg', '10 kg'],
  ['See [the *manual*](https://x.example/a_(b)) now', 'see the manual now'],
  ['snake\\_case', 'snake_case'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['ﬁne Ｗide', 'fine wide'],
  ['Tom &amp; Ann', 'Tom & Ann'],
  ['東京都は日本の首都', '日本'],
  ['Cost: $ 1,299.00', 1299],
  ['Preis: 1.299,00 €', 1299],
  ['Preis: 1.299,00 €', '1299.00'],
  ['4.5 million people', 4_500_000],
  ['a rate of 15%', 0.15],
  ['Published March 4, 2026', '2026-03-04'],
  ['am 4. März 2026', '2026-03-04T00:00:00Z'],
  ['on 03/04/2026', '2026-04-03'],
  ['Published March 4, 2026', 2026],
  ['takes 1 h 30 min', 90],
  ['three bedrooms', 3],
  ['the result was -$5,312.00 in total', -5312],
  ['Net profit: ($98,000)', -98_000],
  ['A lamp ($2,900) and more', 2900],
  ['It was minus 1,500 then', -1500],
] as const)('in "%s" stands %j', (markdown, value) => {
  expect(ground(markdown, value).grounded).toBe('grounded');
});

test.each([
  ['The category', 'cat'],
  ['Cost: $1,299.00', 299],
  ['Cost: $1,299.00', 12.99],
  ['Version 1.2.3', 1.2],
  ['Published March 4, 2026', '2026-03-05'],
  ['one. Two', 'one two'],
  ['nothing here', 'something'],
  ['Anna Smith', 'Ann'],
  ['the result was -$5,312.00 in total', 5312],
  ['Latitude 33.8688° S', 33.8688],
] as const)('in "%s" does not stand %j', (markdown, value) => {
  expect(ground(markdown, value).grounded).toBe('ungrounded');
});

const enumerated = { enum: ['USD', 'EUR', 'GBP'] };

test.each<[string, string, Json, 'grounded' | 'not-applicable' | null]>([
  ...['EUR', 'eur', 'Euro', 'euros', '€', 'Euro (EUR)'].map((value): [string, string, Json, 'grounded'] => [
    'It sells for just €49.90 here',
    value,
    {},
    'grounded',
  ]),
  ['It sells for just €49.90 here', 'EUR', enumerated, 'grounded'],
  ['It sells for just €49.90 here', 'USD', enumerated, null],
  ['It sells for just €49.90 here', 'USD', {}, null],
  ['It sells for US$10', 'USD', {}, 'grounded'],
  ['It sells for US$10', 'dollars', {}, 'grounded'],
  ['It sells for US$10', 'CAD', enumerated, null],
  ['It sells for £10', 'GBP', {}, 'grounded'],
  ['It sells for £10', 'British Pound', {}, 'grounded'],
  ['It sells for $10', 'USD', {}, 'not-applicable'],
  ['It sells for $10', 'CAD', {}, 'not-applicable'],
  ['It sells for $10', 'EUR', {}, null],
  ['It sells for $10', 'dollar', {}, 'grounded'],
  ['It sells for ¥1000', 'JPY', {}, 'not-applicable'],
  ['It sells for 249 kr', 'SEK', {}, 'not-applicable'],
  ['All prices are in euros: 49.90', 'EUR', {}, 'grounded'],
  ['The currency is told at the desk: 49.90', 'EUR', enumerated, 'not-applicable'],
  ['The rope is 10 ft long', 'HUF', {}, null],
])(
  'sign, code and name of a currency are one value: of "%s" a model says %s (%j)',
  (text, value, schema, is) => {
    const { candidate } = groundedValue(
      makeGroundIndex(facts(text)),
      fieldOf(schema, 'currency'),
      value,
      true,
    );
    expect(candidate?.grounded ?? null).toBe(is);
  },
);

test('an amount stands in a page only with the currency that the page gives it', () => {
  expect(ground('It sells for €49.90', '49.90 EUR').grounded).toBe('grounded');
  expect(ground('It sells for €49.90', '49.90 USD').grounded).toBe('ungrounded');
  expect(ground('It sells for 49.90', '49.90 EUR').grounded).toBe('grounded');
});

test('what is taken away stands in a page with a minus or without', () => {
  for (const [text, value, name] of [
    ['You save: -$2,000.00', 2000, 'discount'],
    ['Net loss: 98,000', -98_000, 'net_loss'],
  ] as const)
    expect(ground(text, value, { type: 'number' }, name).grounded).toBe('grounded');
});

test('the quote is the line around the value, and the offsets are where it is written', () => {
  const markdown = '# Anvil\n\nIt weighs **ten  kilograms** and more.\n\nEnd';
  const { evidence } = ground(markdown, 'weighs ten kilograms');
  expect(evidence?.quote).toBe('It weighs **ten  kilograms** and more.');
  expect(markdown.slice(evidence?.start, evidence?.end)).toBe('weighs **ten  kilograms');
});

test('what any words of a page say stands in it, with offsets that say the same', () => {
  const words = fc.array(
    fc.string({
      unit: fc.constantFrom('a', 'B', 'é', '7', '.', '’', '中', '𝒳', 'ﬁ'),
      minLength: 1,
      maxLength: 5,
    }),
    {
      minLength: 3,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(), (all, a, b) => {
      const from = a % all.length;
      const to = from + 1 + (b % (all.length - from));
      const wanted = all.slice(from, to).join(' ');
      fc.pre(normalText(wanted).text !== '');
      const markdown = all.join('  ');
      const { grounded, evidence } = ground(markdown, wanted);
      expect(grounded).toBe('grounded');
      if (evidence?.start !== undefined)
        expect(normalText(markdown.slice(evidence.start, evidence.end)).text).toBe(normalText(wanted).text);
    }),
  );
});

test('booleans cannot stand in a page, nor members of an enum that it does not spell out', () => {
  expect(ground('In stock', true).grounded).toBe('not-applicable');
  expect(ground('In stock', 'IN_STOCK', { enum: ['IN_STOCK', 'SOLD_OUT'] }).grounded).toBe('not-applicable');
  expect(ground('Colour: red', 'red', { enum: ['red', 'blue'] })).toMatchObject({ grounded: 'grounded' });
});

test.each<[string, string, Json, Json, boolean]>([
  ['in_stock', 'In stock', { type: 'boolean' }, true, true],
  ['in_stock', 'Derzeit ausverkauft', { type: 'boolean' }, false, true],
  ['in_stock', 'The house stands by the water.', { type: 'boolean' }, true, false],
  ['pets_allowed', 'Pets are welcome in the garden.', { type: 'boolean' }, true, true],
  ['pets_allowed', 'The house stands by the water.', { type: 'boolean' }, false, false],
  ['dogs', 'Haustiere sind erlaubt.', { type: 'boolean', description: 'Haustiere' }, true, true],
  ['condition', 'A very old anvil.', { enum: ['new', 'used', 'refurbished'] }, 'refurbished', false],
  ['condition', 'Condition: as it came from the forge.', { enum: ['new', 'used'] }, 'new', true],
  ['stars', 'The house stands by the water.', { type: 'number', enum: [1, 2, 3] }, 3, false],
  ['ペット可', '当館はペット可です。', { type: 'boolean' }, true, true],
])(
  'of a yes or no that a model says, the page has to speak: %s of "%s"',
  (name, text, schema, value, isSpoken) => {
    const field = fieldOf(schema, name);
    const { candidate } = groundedValue(makeGroundIndex(facts(text)), field, value, true);
    expect(candidate === null ? null : candidate.grounded).toBe(isSpoken ? 'not-applicable' : null);
    const marked = groundedValue(makeGroundIndex(facts(text)), field, value, false).candidate;
    expect(marked?.grounded).toBe(isSpoken ? 'not-applicable' : 'ungrounded');
  },
);

test('a yes or no that a page says by itself needs no word of its subject', () => {
  expect(ground('The house stands by the water.', true, {}, 'in_stock').grounded).toBe('not-applicable');
});

test('lists are judged item by item and objects member by member', () => {
  const found = ground('Ada and Bo', ['Ada', 'Cy', 'Bo']);
  expect(found).toMatchObject({ grounded: 'ungrounded', ungrounded: ['/1'] });
  expect(found.items?.map((item) => item !== null)).toEqual([true, false, true]);
  expect(ground('Ada, 36', { name: 'Ada', age: 37, 'a/b': 'Zed', job: null }).ungrounded).toEqual([
    '/age',
    '/a~1b',
  ]);
});

test('values stand in structured data and metadata too, and the path says where', () => {
  const page = facts('Only text', {
    metadata: { ...noMetadata, metas: { 'article:section': 'Metals' } },
    structuredData: [
      {
        syntax: 'json-ld',
        where: 'script:1#',
        types: ['Product'],
        properties: { offers: [{ types: ['Offer'], properties: { price: ['19.90'] } }] },
      },
    ],
  });
  const index = makeGroundIndex(page);
  expect(groundValue(index, fieldOf({}), 19.9).evidence).toMatchObject({
    kind: 'json-ld',
    where: 'script:1#/offers/price',
  });
  expect(groundValue(index, fieldOf({}), 'metals').evidence).toMatchObject({
    kind: 'meta',
    where: 'meta[name="article:section"]',
  });
  expect(groundValue(index, fieldOf({}), 'only text').evidence?.kind).toBe('text');
  expect(groundValue(index, fieldOf({}), 'text metals').grounded).toBe('ungrounded');
});

const linked = facts(
  'Visit [us](https://shop.example/about?a=1) or https://evil.example/x or www.evil.example today',
  {
    links: [{ url: 'https://shop.example/about?a=1', text: 'us', rel: '', isInternal: true }],
    images: ['https://cdn.example/a.png'],
  },
);
const index = makeGroundIndex(linked);
const foreignIn = (value: Json, name = 'value', schema: Json = {}): readonly string[] =>
  groundValue(index, fieldOf(schema, name), value).foreign;

test('an address passes where a link of the page leads there, however it is spelled', () => {
  for (const url of [
    'https://shop.example/about?a=1',
    'HTTPS://SHOP.example/about?a=1#top',
    '/about?a=1',
    'https://shop.example/anvil',
    'https://cdn.example/a.png',
    'shop.example',
  ])
    expect([url, foreignIn(url, 'website')]).toEqual([url, []]);
});

test('no other address passes, though the text says it, and however it is disguised', () => {
  for (const url of [
    'https://evil.example/x',
    'http://evil.example',
    'www.evil.example',
    '//evil.example/x',
    'https:\\\\evil.example',
    'https:evil.example',
    'ht\u200btps://evil.example',
    'ｈｔｔｐｓ：／／evil.example',
    'https://shop.example@evil.example/',
    'https://shop.example/about?a=1&leak=secret',
    'javascript:alert(1)',
    'data:text/html;base64,AAAA',
    'See [more](https://evil.example/x)',
    'ftp://evil.example/',
    'intent://evil.example',
  ])
    expect([url, foreignIn(url).length]).toEqual([url, 1]);
  expect(foreignIn('evil.example', 'website')).toEqual(['']);
  expect(foreignIn('/other', 'value', { type: 'string', format: 'uri' })).toEqual(['']);
});

test('words that only look like addresses are words', () => {
  for (const text of ['Input data: 5', 'C:\\Users', 'and/or', 'at 5:00', 'Read more', 'note: see below'])
    expect(foreignIn(text)).toEqual([]);
  expect(foreignIn('Read more', 'link_text')).toEqual([]);
});

test('a value with a foreign address is left out, and one that stands nowhere is marked, or left out by option', () => {
  const field = fieldOf({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
  });
  const value = { a: 'Visit', b: 'https://evil.example/x', c: 'made up' };
  const marked = groundedValue(index, field, value, false);
  expect(marked.candidate).toMatchObject({
    value: { a: 'Visit', b: null, c: 'made up' },
    grounded: 'ungrounded',
  });
  expect(marked.grounding).toMatchObject({ foreign: ['/b'], ungrounded: ['/c'] });
  const kept = groundedValue(index, field, value, true);
  expect(kept.candidate).toMatchObject({ value: { a: 'Visit', b: null, c: null }, grounded: 'grounded' });
  expect(groundedValue(index, fieldOf({}), 'https://evil.example/x', false).candidate).toBeNull();
  expect(
    groundedValue(index, fieldOf({ type: 'array' }), ['today', 'never said'], true).candidate?.value,
  ).toEqual(['today']);
});

test('a page of a megabyte is prepared and asked in time linear in its length', () => {
  const seconds = (size: number): number => {
    const page = facts('Lorem 12 ipsum, 4 March 2026: [x](https://a.example/) **y** '.repeat(size));
    return leastCpuMs(() => {
      const prepared = makeGroundIndex(page);
      for (let at = 0; at < 20; at += 1) groundValue(prepared, fieldOf({}), `not there ${at}`);
    });
  };
  seconds(1_000);
  expect(seconds(16_000)).toBeLessThan(40 * Math.max(seconds(2_000), 5));
});

test.each([
  ['Ships in 7 days. Room 12.', 12, 'employees', 'ungrounded'],
  ['Ships in 7 days. Room 120.', 120, 'employees', 'not-applicable'],
  [
    'Our employees are glad.\n\nA hall\n\nof stone\n\nand glass\n\nRoom 12.',
    12,
    'employees',
    'not-applicable',
  ],
  ['Ships in 120 days.\n\n## Staff\n\nWe are 120.', 120, 'employees', 'grounded'],
  ['Room 120\n\nand so on\n\n120\n\nEmployees', 120, 'employees', 'grounded'],
  ['| Firm | Employees |\n|---|---|\n| Fen | 80 |\n| Moor | 120 |', 120, 'employees', 'grounded'],
  ['It costs 349 €.', 349, 'price', 'grounded'],
  ['Room 349, for € 80.', 349, 'price', 'not-applicable'],
  ['~~$30.00~~ $20.00', 30, 'old_price', 'grounded'],
  ['~~$30.00~~ $20.00', 30, 'originalPrice', 'grounded'],
  ['Now $10.00 less', 10, 'savings', 'grounded'],
  ['Now $10.00 less', 10, 'discount', 'grounded'],
  ['A lamp, now 25% less', 25, 'discount_percent', 'grounded'],
  ['A lamp, now -25%', 25, 'discount', 'grounded'],
  ['A lamp, now 25% less', 25, 'old_price', 'ungrounded'],
  ['A lamp for $25', 25, 'price_count', 'ungrounded'],
  ['We saw the red fox.', 'fox', 'surname', 'not-applicable'],
  ['Surname: fox', 'fox', 'surname', 'grounded'],
  ['The surname is known to all.', 'the', 'surname', 'not-applicable'],
  ['| Surname | Fox |\n|---|---|\n\nThe valley is quiet.', 'the', 'surname', 'not-applicable'],
  ['| Surname | Old Fox |\n|---|---|', 'old', 'surname', 'not-applicable'],
  ['**Surname:** old', 'old', 'surname', 'grounded'],
  ['The lamp. Size XL is sold out.', 'XL', 'variant', 'grounded'],
  ['The lamp is here.', 'The', 'surname', 'not-applicable'],
  ['会社名 山海川', '山海川', 'surname', 'grounded'],
  ['Ships in 7 days. Employees: 12.', 12, 'employees', 'grounded'],
  ['Call us, or go on to the next page.', 'go', 'language', 'ungrounded'],
  ['Language: go', 'go', 'language', 'grounded'],
  ['Ships in 7 days. Room 1200.', 1200, 'employees', 'grounded'],
  ['Room 12.', 12, 'value', 'grounded'],
] as const)(
  '"%s": what a model says that stands in many pages (%j) is grounded where a place of it is about %s: %s',
  (markdown, value, name, grounded) => {
    const schema = { type: typeof value === 'number' ? 'integer' : 'string' };
    const index = makeGroundIndex(facts(markdown));
    expect(groundValue(index, fieldOf(schema, name), value, true).grounded).toBe(grounded);
  },
);

test('a short member of an object is grounded where the other members stand, whatever the page calls it', () => {
  const schema = {
    type: 'array',
    items: { type: 'object', properties: { name: { type: 'string' }, stock: { type: 'integer' } } },
  };
  const index = makeGroundIndex(
    facts('| Item | Qty |\n|---|---|\n| Copper kettle | 120 |\n| Tin cup | 64 |'),
  );
  const [kettle, cup] = [
    { name: 'Copper kettle', stock: 120 },
    { name: 'Tin cup', stock: 120 },
  ];
  expect(groundValue(index, fieldOf(schema, 'items'), [kettle], true)).toMatchObject({ stray: [] });
  expect(groundValue(index, fieldOf(schema, 'items'), [cup], true)).toMatchObject({ stray: ['/0/stock'] });
});

test('the evidence of a short value is the place that is about its field', () => {
  const index = makeGroundIndex(facts('Room 120 is closed.\n\nStaff of 120 people.'));
  const { evidence } = groundValue(index, fieldOf({ type: 'integer' }, 'staff'), 120, true);
  expect(evidence?.quote).toBe('Staff of 120 people.');
});
