import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage } from '../../lib/content/read-page.ts';

const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -5));
const options = {
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  wantHtml: false,
};

test.each(names)('%s.html reads as the markdown beside it', (name) => {
  const html = readFileSync(join(folder, `${name}.html`), 'utf8');
  const page = readPage({ html, url: 'https://a.test/docs/page.html', options });
  const markdown = page.kind === 'read' ? page.content.markdown : page.failure.message;
  expect(`${markdown}\n`).toBe(readFileSync(join(folder, `${name}.md`), 'utf8'));
});
