import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import { parsePage } from './document.ts';
import type { DomElement } from './dom.ts';
import { mutateHtml, randomFrom, randomHtml, tagNames } from './random-page.fixture.ts';
import { buildTrees } from './standard-tree.fixture.ts';
import { findTag } from './tag.ts';

const folder = join(import.meta.dirname, '../../../test/golden');
const golden = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')]);

test.each(golden)('%s has the tree of the HTML standard', (_name, html) => {
  const { ours, standard } = buildTrees(html);
  expect(ours).toEqual(standard);
});

test.each([
  ['a table in a paragraph', '<p>a<table><tr><td>b</table>c'],
  ['a table in a paragraph, by the rules of a modern page', '<!doctype html><p>a<table><tr><td>b</table>c'],
  ['text in a table', '<table>a<tr>b<td>c</table>'],
  ['crossed formatting', '<b>a<i>b</b>c</i>d<p>e'],
  ['links in links', '<a href=1>a<a href=2>b</a>c'],
  ['a block that ends formatting', '<b><p>a</b>b</p>c'],
  ['drawings', '<svg viewbox=1><foreignobject><p>a</foreignobject><title/><style>b</style></svg>c'],
  ['formulas', '<math definitionurl=a><mi>b<annotation-xml encoding="text/html"><p>c</math>d'],
  ['select', '<select><option>a<optgroup>b<option>c<p>d</select>e'],
  ['templates', '<template><td>a</template><table><template>b</template></table>'],
  ['scripts that hide', '<script><!-- <script> a </script> b --></script>c'],
  ['scripts that do not', '<script><!--> a </script> b --></script>c'],
  ['an end that is none', '<style>a</styles>b</style>c<title>d</titles>&amp;</title>e'],
  ['attributes twice', '<p a=1 A=2 a=3 =b "c>d'],
  ['slashes', '<br/><p/><svg/><a href=b/>c</a/></p a=">">d'],
  ['ends of nothing', '</p></br></div></body>a</html>b'],
  ['no-scripts in the head', '<head><noscript><img src=a></noscript><title>b</title>'],
  ['words in frames', '<frameset> a b <frame></frameset> c d </html> e f'],
  ['words in columns', '<template><col>a b\nc</template>'],
  ['a line break behind the tag', '<pre>\n\na</pre><textarea>\nb</textarea>'],
])("the tree is the standard's: %s", (_name, html) => {
  const { ours, standard } = buildTrees(html);
  expect(ours).toEqual(standard);
});

test.each(tagNames.filter((name) => name !== 'plaintext'))(
  'in XML a tag that ends with a slash is a whole element, and in HTML it is not: %s',
  (name) => {
    const page = (tag: string): string => `<p>a</p>${tag}<p>b</p><table><tr><td>c${tag}</td></tr></table>d`;
    const closed = page(`<${name} class="x"/>`);
    const isVoid = findTag(name).isVoid || name === 'frame';
    const whole = isVoid ? closed : page(`<${name} class="x"></${name}>`);
    const inXml = buildTrees(whole, { written: closed, syntax: 'xml' });
    expect(inXml.ours).toEqual(inXml.standard);
    const inHtml = buildTrees(closed);
    expect(inHtml.ours).toEqual(inHtml.standard);
  },
);

test('in XML a section of CDATA is text, and in HTML a comment', () => {
  const written = '<p><![CDATA[1 < 2 & <b>3</b>]]></p><p>4</p>';
  const { ours, standard } = buildTrees('<p>1 &lt; 2 &amp; &lt;b>3&lt;/b></p><p>4</p>', {
    written,
    syntax: 'xml',
  });
  expect(ours).toEqual(standard);
  const inHtml = buildTrees(written);
  expect(inHtml.ours).toEqual(inHtml.standard);
});

test('in XML any page is parsed without failing', () => {
  for (let seed = 0; seed < 300; seed += 1) parsePage(randomHtml(randomFrom(seed), 5 + (seed % 60)), 'xml');
});

test('pages of random tags have the tree of the HTML standard', () => {
  for (let seed = 0; seed < 700; seed += 1) {
    const html = randomHtml(randomFrom(seed), 5 + (seed % 60));
    const { ours, standard } = buildTrees(html);
    expect(ours, `seed ${seed}: ${JSON.stringify(html)}`).toEqual(standard);
  }
});

test('pages with mistakes in them have the tree of the HTML standard', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const random = randomFrom(seed);
    const html = mutateHtml(random, golden[seed % golden.length]?.[1] ?? '');
    const { ours, standard } = buildTrees(html);
    expect(ours, `seed ${seed}`).toEqual(standard);
  }
});

const depthOf = (root: DomElement): number => {
  let deepest = 0;
  for (const element of root.getElementsByTagName('*')) {
    if (element.firstElementChild !== null) continue;
    let depth = 0;
    for (let at: DomElement | null = element; at !== null; at = at.parentNode) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

test.each(['<div>a ', '<a href=x><div>', '<b><p>x</b>', '<ul><li>', '<table><tr><td>'])(
  'a tree is as deep as it may be, and keeps the order of its text: %s',
  (part) => {
    const words = Array.from({ length: 3_000 }, (_, at) => `w${at} `);
    const { body, documentElement } = parsePage(words.map((word) => part + word).join(''));
    expect(depthOf(documentElement)).toBeLessThanOrEqual(limits.domDepthMax + 2);
    expect(body.textContent.match(/w\d+ /g)).toEqual(words);
  },
);

test('a page of frames is what it says to those who see none', () => {
  const { body } = parsePage(
    '<frameset><frame src=a></frameset><noframes><p>Read <a href="/b">this</a>.</noframes>',
  );
  expect(body.textContent).toBe('Read this.');
});
