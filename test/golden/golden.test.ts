import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { passNames } from '../../lib/content/passes/passes.ts';
import { readPage } from '../../lib/content/read-page.ts';
import { usualReading } from '../../lib/content/read-as-usual.fixture.ts';

const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -5));
const options = usualReading;

const markdownOf = (name: string, without: readonly string[] = []): string => {
  const html = readFileSync(join(folder, `${name}.html`), 'utf8');
  const page = readPage({ html, url: 'https://a.test/docs/page.html', options: { ...options, without } });
  return page.kind === 'read' ? page.content.markdown : page.failure.message;
};

test.each(passNames)('the pass %s can be switched off, and makes the difference on its own page', (pass) => {
  expect(markdownOf(`pass-${pass}`, [pass])).not.toBe(markdownOf(`pass-${pass}`));
});

test.each(names)('%s.html reads as the markdown beside it', (name) => {
  expect(`${markdownOf(name)}\n`).toBe(readFileSync(join(folder, `${name}.md`), 'utf8'));
});
