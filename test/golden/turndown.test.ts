import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import TurndownService from 'turndown';
import { expect, test } from 'vitest';
import { readPage } from '../../lib/content/read-page.ts';
import { usualReading } from '../../lib/content/read-as-usual.fixture.ts';

const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -5));

/**
 * Words that turndown writes of the same main content and we do not, and why that is better. Everything else that
 * it writes, we write; what is different beside words is in the `.md` of these pages.
 */
const betterWithout: Readonly<Record<string, readonly string[]>> = {
  // Subscripts and superscripts stay what they are, where turndown makes one word of them.
  article: ['m2', 'h2o'],
  // Formulas are written once, as their source.
  formulas: ['qq', 'h2o', '103'],
  // The icon's description is the title again.
  'markdown--admonition-docbook': ['caution'],
  // What a browser would say that shows no films.
  'markdown--embeds': ['films', 'your', 'browser', 'shows', 'no'],
  // One word in two elements is one word.
  'markdown--emphasis': ['a', 'b'],
  // The mark before a note is its label.
  'markdown--footnotes': ['1'],
  'markdown--formulas': ['v2', 'a2π', 'aa'],
  // Lines of code without line feeds, of which turndown makes one.
  'reference--docusaurus': ['lineexport'],
  'reference--react-streamed': ['gullsnpx'],
  wiki: ['pp', 'rho', 'gqh'],
};

const wordsOf = (markdown: string): Map<string, number> => {
  const counts = new Map<string, number>();
  const text = markdown
    // Where links lead is another test's; soft hyphens are no characters of a word.
    .replace(/\]\((?:[^()]|\([^()]*\))*\)/g, '] ')
    .replace(/\u00ad/g, '')
    .replace(/<\/?(?:br|sup|sub)>/g, ' ')
    .replace(/\\(?=[^a-zA-Z])/g, '');
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
};

test.each(names)('no word that turndown writes of %s is lost', (name) => {
  const page = readPage({
    html: readFileSync(join(folder, `${name}.html`), 'utf8'),
    url: 'https://a.test/docs/page.html',
    options: { ...usualReading, wantHtml: true },
  });
  if (page.kind === 'refused') throw new Error(page.failure.message);
  const ours = wordsOf(page.content.markdown);
  const theirs = wordsOf(new TurndownService().turndown(page.content.html ?? ''));
  const lost = [...theirs].filter(([word, count]) => (ours.get(word) ?? 0) < count).map(([word]) => word);
  const known = new Set(betterWithout[name]);
  expect(lost.filter((word) => !known.has(word))).toEqual([]);
});
