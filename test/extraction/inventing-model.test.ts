import { beforeAll, expect, test } from 'vitest';
import { extractFormats } from '../../lib/extract/model/extract-formats.ts';
import type { Models } from '../../lib/extract/model/extract-from-page.ts';
import { readFacts } from '../../lib/extract/facts.fixture.ts';
import type { Json } from '../../lib/extract/schema/json.ts';
import { parseExtractRequest } from '../../lib/request/extract-request.ts';
import type { Dialect } from '../../lib/request/dialect.ts';
import { seededRandom } from '../harness/seeded-random.ts';

/** A model that has a value for everything, and looks at nothing: what seed it is given decides what it makes up. */
const inventing = (random: () => number): Models => {
  const word = (): string =>
    Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
  const invent = (name: string, type: string): Json => {
    if (type === 'number' || type === 'integer') return 100_000 + Math.floor(random() * 900_000);
    if (/phone/.test(name))
      return `+1 ${Math.floor(random() * 900 + 100)} 888 7${Math.floor(random() * 900 + 100)}`;
    if (/email/.test(name)) return `${word()}@${word()}.example`;
    if (/date/.test(name)) return `19${Math.floor(random() * 80 + 10)}-03-04`;
    return `${word()} ${word()}`;
  };
  return {
    choose: () =>
      Promise.resolve({
        kind: 'chosen',
        choice: {
          provider: 'test',
          baseUrl: 'http://test.invalid',
          model: 'test',
          isKeyless: true,
          keyConcurrency: 1,
          price: null,
          parameters: {},
        },
      }),
    ask: ({ schema }) => {
      const properties = (schema['properties'] ?? {}) as Record<
        string,
        { type?: string; items?: { type?: string } }
      >;
      const value = Object.fromEntries(
        Object.entries(properties).map(([name, { type = 'string', items }]) => [
          name,
          type === 'array' ? [invent(name, items?.type ?? 'string')] : invent(name, type),
        ]),
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
};
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
      for (const found of Object.values(value).flat()) {
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
