import { expect, test } from 'vitest';
import { cpuMs } from '../../test/harness/cpu-time.ts';
import { noMetadata } from '../content/page-content.ts';
import { findCandidates } from './candidates/find-candidates.ts';
import { makeFields } from './facts.fixture.ts';
import { makeGroundIndex } from './grounding/ground-index.ts';
import { groundValue } from './grounding/grounding.ts';
import type { PageFacts } from './candidates/page-facts.ts';
import { pairsInMarkdown } from './candidates/pairs-in-markdown.ts';
import { delimitable } from './model/prompt.ts';

const size = 100_000;
const text = (unit: string): string => unit.repeat(Math.ceil(size / unit.length));

const fields = makeFields({
  name: { type: 'string' },
  description: { type: 'string' },
  price: { type: 'number' },
  author: { type: 'string' },
  email: { type: 'string' },
  phone: { type: 'string' },
  website: { type: 'string' },
  tags: { type: 'array', items: { type: 'string' } },
});

const factsWith = (value: string): PageFacts => ({
  url: 'https://a.example/',
  markdown: value,
  metadata: { ...noMetadata, title: value, metas: { description: value, author: value } },
  structuredData: [
    {
      syntax: 'json-ld',
      where: '#',
      types: ['Product'],
      properties: {
        name: [value],
        description: [value],
        keywords: [value],
        offers: [{ types: ['Offer'], properties: { price: [value] } }],
      },
    },
  ],
  links: [],
  images: [],
  pairs: pairsInMarkdown(value),
});

// Each of these makes some pattern that is not written with care look at the rest of the text from every place in it.
const units = [
  'a',
  '<a',
  '<br ',
  '](',
  '](a(',
  '&lt;',
  'a.',
  'a@',
  'a@a.',
  'http:',
  '//a.',
  '1,',
  '1 ',
  '1.1.',
  '2026-01-',
  '1 may ',
  '# \n',
  '| a ',
  'a: b\n',
  '**a**: ',
  '<|',
  '<page_',
  '\u200b',
  '中',
  '- ',
  'a, ',
  ' | ',
  '0',
  '1 and ',
  'a\n',
  'x, ',
  '3–5 June ',
  'June 3–',
  '7pm ',
  '030 1',
  '(1)-',
  '1 1/2 ',
  'mo: 9, ',
  '1<sup>',
  '80–100k ',
  '`',
  '](mailto:a',
  'a: b  \n',
];

test.each(units)('a page of nothing but %j is answered, looked up and delimited in time', (unit) => {
  const value = text(unit);
  const start = cpuMs();
  const facts = factsWith(value);
  const index = makeGroundIndex(facts);
  findCandidates(facts, fields, index);
  for (const field of fields) {
    groundValue(index, field, `${value.slice(0, 1_000)}x`);
    groundValue(index, field, `${value.slice(0, 500)}, x`);
    groundValue(index, field, '+30 999 999 999');
  }
  delimitable(value);
  // A tenth of it, alone on the machine.
  expect(cpuMs() - start).toBeLessThan(10_000);
});

test('a word that stands inside others a thousand times is found where it stands alone', () => {
  const [name] = fields;
  if (name === undefined) throw new Error('No field');
  const index = makeGroundIndex(factsWith(`${'the '.repeat(2_000)} he`));
  expect(groundValue(index, name, 'he').grounded).toBe('grounded');
});
