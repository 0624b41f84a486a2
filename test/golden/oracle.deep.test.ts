import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { collapsed } from '../../lib/content/dom/dom-walk.ts';
import { parsePage } from '../../lib/content/dom/document.ts';
import { buildTrees } from '../../lib/content/dom/standard-tree.fixture.ts';
import { LeanReadability } from '../../lib/content/readability.ts';
import { decodeText } from '../../lib/fetch/http/decode.ts';
import { outline, referenceArticle, type OracleArticle } from './reference-article.ts';

const folder = import.meta.dirname;
const golden = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')]);

/** Real pages to compare on as well: a folder of `<name>.html.gz`. */
const corpus = process.env['GLEANER_CORPUS'] ?? '';
const real = (corpus !== '' && existsSync(corpus) ? readdirSync(corpus) : [])
  .filter((name) => name.endsWith('.html.gz'))
  .map((name): [string, string] => [
    name,
    decodeText(gunzipSync(readFileSync(join(corpus, name))), undefined).text,
  ]);

test.each(real)('%s has the tree of the HTML standard', (_name, html) => {
  const { ours, standard } = buildTrees(html);
  expect(ours).toEqual(standard);
});

/** Pages whose article differs from readability's, and how. */
const different = new Map([
  [
    'reference--mdbook.html',
    'readability takes `<html class="… sidebar-visible">` out as an unlikely candidate; a browser then has no ' +
      'document element, and later tries find nothing to judge, where ours go on',
  ],
]);
const articles = [...golden, ...real].filter(([name]) => !different.has(name));

test.each(articles)("%s has the article that readability finds over a browser's tree", (_name, html) => {
  const page = parsePage(html);
  // Of a browser's tree what a template holds is no part.
  for (const template of page.documentElement.getElementsByTagName('template')) template.textContent = '';
  // As `document.title` has it.
  const title = collapsed(page.documentElement.getElementsByTagName('title')[0]?.textContent ?? '');
  const ours = new LeanReadability(page, title, 'https://a.test/').parse() as OracleArticle | null;
  const theirs = referenceArticle(html);
  expect(ours === null).toBe(theirs === null);
  if (ours === null || theirs === null) return;
  // The wrapper is readability's own.
  expect(outline(ours.content).slice(1)).toEqual(outline(theirs.content).slice(1));
  expect([ours.title, ours.length, ours.byline, ours.excerpt]).toEqual([
    theirs.title,
    theirs.length,
    theirs.byline,
    theirs.excerpt,
  ]);
});
