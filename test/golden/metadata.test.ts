import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage } from '../../lib/content/read-page.ts';
import { usualReading } from '../../lib/content/read-as-usual.fixture.ts';

const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((name) => name.startsWith('metadata--') && name.endsWith('.html'))
  .map((name) => name.slice(0, -5));

test.each(names)('%s.html says of itself what stands beside it', (name) => {
  const page = readPage({
    html: readFileSync(join(folder, `${name}.html`), 'utf8'),
    url: 'https://a.test/docs/page.html',
    options: usualReading,
  });
  if (page.kind === 'refused') throw new Error(page.failure.message);
  const { headline, siteName, authors, publishedTime, modifiedTime, language, canonicalUrl } = page.content;
  const said = { headline, siteName, authors, publishedTime, modifiedTime, language, canonicalUrl };
  expect(said).toEqual(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')));
});
