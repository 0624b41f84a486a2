import { beforeAll, expect, test } from 'vitest';
import { extractFormats } from '../../lib/extract/model/extract-formats.ts';
import type { Models } from '../../lib/extract/model/extract-from-page.ts';
import { readFacts } from '../../lib/extract/facts.fixture.ts';
import type { Json } from '../../lib/extract/schema/json.ts';
import { parseExtractRequest } from '../../lib/request/extract-request.ts';
import type { Dialect } from '../../lib/request/dialect.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { testChoice } from '../harness/test-choice.ts';

interface AskedOf {
  readonly type?: string;
  readonly enum?: readonly Json[];
  readonly items?: AskedOf;
  readonly properties?: Readonly<Record<string, AskedOf>>;
}

/** A model that has a value for everything, and looks at nothing: what seed it is given decides what it makes up. */
const inventing = (random: () => number): Models => {
  const word = (): string =>
    Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
  const invent = (name: string, type: string, choices?: readonly Json[]): Json => {
    if (choices !== undefined) return choices[Math.floor(random() * choices.length)] ?? null;
    if (type === 'boolean') return random() < 0.5;
    if (type === 'number' || type === 'integer') return 100_000 + Math.floor(random() * 900_000);
    if (/phone/.test(name))
      return `+1 ${Math.floor(random() * 900 + 100)} 888 7${Math.floor(random() * 900 + 100)}`;
    if (/email/.test(name)) return `${word()}@${word()}.example`;
    if (/date/.test(name)) return `19${Math.floor(random() * 80 + 10)}-03-04`;
    return `${word()} ${word()}`;
  };
  const inventFor = (name: string, { type = 'string', enum: choices, items, properties }: AskedOf): Json => {
    if (type === 'array') return [inventFor(name, items ?? {})];
    if (type !== 'object') return invent(name, type, choices);
    const members = Object.entries(properties ?? {});
    return Object.fromEntries(members.map(([inner, asked]) => [inner, inventFor(inner, asked)]));
  };
  return {
    choose: () =>
      Promise.resolve({
        kind: 'chosen',
        choice: testChoice,
      }),
    ask: ({ schema }) => {
      const properties = (schema['properties'] ?? {}) as Record<string, AskedOf>;
      const value = Object.fromEntries(
        Object.entries(properties).map(([name, asked]) => [name, inventFor(name, asked)]),
      );
      return Promise.resolve({
        kind: 'answered',
        value,
        raw: JSON.stringify(value),
        usage: { calls: 1, inputTokens: 1, outputTokens: 1, dollars: 0 },
        form: 'json_schema',
        isRepaired: false,
        isCached: false,
      });
    },
  };
};

const fields = {
  name: { type: 'string' },
  phone: { type: 'string' },
  email: { type: 'string' },
  price: { type: 'number' },
  ceo: { type: 'string' },
  founding_date: { type: 'string' },
  awards: { type: 'array', items: { type: 'string' } },
  pets_allowed: { type: 'boolean' },
  condition: { type: 'string', enum: ['renovated', 'ruinous', 'listed'] },
  stars: { type: 'integer', enum: [3, 4, 5] },
  bookings: { type: 'array', items: { type: 'boolean' } },
  kitchen: {
    type: 'object',
    properties: { dishwasher: { type: 'boolean' }, fuel: { type: 'string', enum: ['gas', 'wood'] } },
  },
};
/** Values that no page spells out: nothing of the pages speaks of them. */
const silent = ['pets_allowed', 'condition', 'stars', 'bookings'] as const;
const pages = 200;
let random: () => number;
beforeAll(() => {
  random = seededRandom(20_261_122);
});

const pageOf = (at: number): string => {
  const facts = [
    `<h1>House ${at}</h1>`,
    random() < 0.5 ? `<p>Phone: +41 31 555 ${1_000 + at}</p>` : '',
    random() < 0.5 ? `<p>It costs € ${20 + at}.00 a night.</p>` : '',
    '<p>The house stands by the water, and people come back to it every year for the quiet of its garden.</p>',
  ];
  return `<html lang="en"><head><title>House ${at}</title></head><body><main>${facts.join('')}</main></body></html>`;
};

test.each<Dialect>(['raito', 'v1', 'v2'])(
  'of two hundred pages no value that the model made up is delivered unmarked: %s',
  async (dialect) => {
    let withheld = 0;
    let asked = 0;
    for (let at = 0; at < pages; at += 1) {
      const body = {
        urls: ['https://house.example/'],
        schema: { type: 'object', properties: fields, required: Object.keys(fields) },
      };
      const request = parseExtractRequest(body, dialect);
      if (!request.ok) throw new Error(request.failure.message);
      const html = pageOf(at);
      const facts = readFacts(html);
      const outcome = await extractFormats(inventing(random))(facts, request.value.spec, {
        reserve: () => Promise.resolve('reserved'),
        spent: ({ calls }) => void (asked += calls),
        until: Number.POSITIVE_INFINITY,
      });
      const value = outcome.kind === 'answered' ? (outcome.extraction.value as Record<string, Json>) : {};
      for (const name of silent) expect([value[name] ?? []].flat()).toEqual([]);
      const kitchen = Object.values((value['kitchen'] ?? {}) as Record<string, Json>);
      expect(kitchen.filter((each) => each !== null)).toEqual([]);
      for (const found of Object.values(value).flat()) {
        if (found === null || found === value['kitchen']) continue;
        const words = typeof found === 'string' ? found : JSON.stringify(found);
        expect(html.includes(words) || html.includes(words.replace(/^(\d+)$/, '$1.00'))).toBe(true);
      }
      const warnings = outcome.kind === 'answered' ? outcome.extraction.warnings.join(' ') : 'Withheld';
      if (warnings.includes('Withheld')) withheld += 1;
    }
    // The model was asked, and what it said was heard: otherwise nothing is shown.
    expect(asked).toBe(pages);
    expect(withheld).toBe(pages);
  },
);

test('a yes or no of which a page speaks is answered with, and told to be the judgement of the model', async () => {
  const body = {
    urls: ['https://house.example/'],
    schema: {
      type: 'object',
      properties: { garden_open: { type: 'boolean' }, pets_allowed: { type: 'boolean' } },
    },
  };
  const request = parseExtractRequest(body, 'raito');
  if (!request.ok) throw new Error(request.failure.message);
  const outcome = await extractFormats(inventing(random))(readFacts(pageOf(1)), request.value.spec, {
    reserve: () => Promise.resolve('reserved'),
    until: Number.POSITIVE_INFINITY,
  });
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  expect(Object.keys(outcome.extraction.value as object)).toEqual(['garden_open']);
  expect(outcome.extraction.answers['garden_open']?.evidence.quote).toContain('the quiet of its garden');
  const warnings = outcome.extraction.warnings.join('; ');
  expect(warnings).toContain('Judged by the model, not written in the page: garden_open');
  expect(warnings).toContain(
    'Withheld, because the page does not say what the model answered (groundedOnly: false delivers it): pets_allowed',
  );
});

test('a caller that wants guesses gets them, each marked', async () => {
  const body = {
    urls: ['https://house.example/'],
    groundedOnly: false,
    schema: { type: 'object', properties: fields },
  };
  const request = parseExtractRequest(body, 'v2');
  if (!request.ok) throw new Error(request.failure.message);
  const outcome = await extractFormats(inventing(random))(readFacts(pageOf(1)), request.value.spec, {
    reserve: () => Promise.resolve('reserved'),
    until: Number.POSITIVE_INFINITY,
  });
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  expect(outcome.extraction.answers['ceo']).toMatchObject({ grounded: 'ungrounded', confidence: 0.3 });
});
