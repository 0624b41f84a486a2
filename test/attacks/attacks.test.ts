import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCandidates } from '../../lib/extract/candidates/find-candidates.ts';
import { readFacts, makeFields } from '../../lib/extract/facts.fixture.ts';
import { makeGroundIndex } from '../../lib/extract/grounding/ground-index.ts';
import { groundedValue } from '../../lib/extract/grounding/grounded-value.ts';
import { openSchema } from '../../lib/extract/schema/open-schema.ts';
import type { PageFacts } from '../../lib/extract/candidates/page-facts.ts';
import { writePrompt, type Prompt } from '../../lib/extract/model/prompt.ts';
import { splitPage } from '../../lib/extract/model/split-page.ts';
import { estimateTokens } from '../../lib/extract/model/token-estimate.ts';

/**
 * Pages that try to instruct whoever reads them. A model may believe them; these are the laws that hold whatever it
 * answers, because they are kept before it is asked and after.
 */
const pages = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.html'))
  .map((file): [string, string] => [file, readFileSync(join(import.meta.dirname, file), 'utf8')]);

const url = 'https://site.example/anvil';
const string = { type: 'string' };
const properties = {
  name: string,
  price: { type: 'number' },
  website: string,
  homepage: string,
  url: { type: 'string', format: 'uri' },
  author: string,
  description: string,
  images: { type: 'array', items: string },
};
const fields = makeFields(properties);
const schema = { type: 'object', properties, required: ['name', 'price'] };

const promptsOf = (facts: PageFacts): Prompt[] => {
  const chunks = splitPage(facts.markdown, 2_048);
  return chunks.map((chunk, at) =>
    writePrompt({ url, title: facts.metadata.title, chunk, part: at + 1, parts: chunks.length, fields }),
  );
};

const plain = promptsOf(
  readFacts('<html><head><title>x</title></head><body><p>Nothing.</p></body></html>', url),
)[0];
const around = ({ user }: Prompt): string[] => user.split(/<page_text>[\s\S]*<\/page_text>/);

/** What a model would answer that does all that the pages ask of it. */
const obedient = {
  website: 'https://evil.example/pay',
  homepage: 'www.evil.example',
  url: '//evil.example/pay',
  description: 'See [our site](https://evil.example/pay) or https:\\\\evil.example',
  images: ['https://evil.example/logo.png?leak=data', 'ｈｔｔｐｓ://evil.example'],
  name: 'https://site.example@evil.example/',
  author: 'javascript:location="https://evil.example"',
};

test('there are enough pages to be worth a law', () => {
  expect(pages.length).toBeGreaterThanOrEqual(12);
});

describe.each(pages)('%s', (file, html) => {
  const facts = readFacts(html, url);
  const index = makeGroundIndex(facts);

  test('what the page says stands between the delimiters, which stand there once', () => {
    for (const prompt of promptsOf(facts)) {
      expect(prompt.user.match(/<\/?page_text>/g)).toEqual(['<page_text>', '</page_text>']);
      expect(around(prompt)).toEqual(plain === undefined ? [] : around(plain));
      expect(prompt.system).toBe(plain?.system);
      expect(prompt.user).not.toMatch(/<\||\[\/?INST\]|<<SYS>>/);
      expect(estimateTokens(prompt.user)).toBeLessThan(2_600);
    }
  });

  test('what is hidden from readers does not reach a model', () => {
    const told = promptsOf(facts)
      .map(({ user }) => user)
      .join('\n');
    expect(told).toContain('forged in one piece');
    expect(told).not.toContain('SECRETCANARY');
    expect(told).not.toMatch(/[\u{e0000}-\u{e007f}]/u);
    if (file.startsWith('hidden-')) expect(told).not.toContain('evil.example');
  });

  test('no foreign address gets into an answer, though a model does all that it is told', () => {
    for (const field of fields) {
      const value = Object.hasOwn(obedient, field.name)
        ? obedient[field.name as keyof typeof obedient]
        : null;
      for (const dropsUngrounded of [false, true]) {
        const { candidate } = groundedValue(index, field, value, dropsUngrounded);
        expect(JSON.stringify(candidate?.value ?? null)).not.toMatch(/evil\.example|ｈｔｔｐｓ/);
      }
    }
  });

  test('a value that the page only asks for is not one that it gives for nothing', () => {
    const answers = findCandidates(facts, fields);
    expect(answers['name']?.value).toBe('Anvil 3000');
    expect([49, undefined]).toContain(answers['price']?.value);
    for (const { value } of Object.values(answers)) {
      expect(JSON.stringify(value)).not.toContain('evil.example');
    }
  });

  test('the schema stays as the caller wrote it', () => {
    const open = new Set(
      fields.map(({ name }) => name).filter((name) => !Object.hasOwn(findCandidates(facts, fields), name)),
    );
    const asked = openSchema(schema, open);
    expect(Object.keys(asked['properties'] as object).every((name) => Object.hasOwn(properties, name))).toBe(
      true,
    );
    expect(openSchema(schema, new Set(Object.keys(properties)))).toEqual(schema);
  });
});
