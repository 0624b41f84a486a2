import { expect, test } from 'vitest';
import { contentAsUsual } from '../../read-as-usual.fixture.ts';

const readAs = (generator: string, html: string) =>
  contentAsUsual(
    `<head><meta name="generator" content="${generator}"><title>Page</title></head><body>${html}</body>`,
    {},
  );
const markdownOf = (generator: string, html: string): string => readAs(generator, html).markdown;

const doxygen = (html: string): string =>
  markdownOf('Doxygen 1.9.4', `<div class="headertitle">Gauges</div><div class="contents">${html}</div>`);

test('lines of code stand below each other as Doxygen and Docusaurus write them', () => {
  const lines = '<div class="line">open();</div>\n<div class="line">read();</div>\n';
  expect(doxygen(`<p>Words.</p><div class="fragment">${lines}</div>`)).toContain('\nopen();\nread();\n');
  expect(doxygen('<p>Words.</p><pre class="fragment">a <b>b</b> c\nd</pre>')).toContain('\na b c\nd\n');
  const broken = (name: string): string =>
    `<${name} class="token-line">open();<br></${name}><${name} class="token-line">read();<br></${name}>`;
  for (const name of ['div', 'span'])
    expect(
      markdownOf('Docusaurus v3', `<h1>Gauges</h1><p>Words.</p><pre><code>${broken(name)}</code></pre>`),
    ).toContain('\nopen();\nread();\n');
});

test('the type of a parameter stands behind its name and a colon, once', () => {
  const term = (between: string): string =>
    `<dl><dt><strong>start</strong>${between}<span class="classifier">array_like</span></dt><dd>The first.</dd></dl>`;
  const written = markdownOf('Docutils 0.17', `<h1>Gauges</h1>${term('')}`);
  expect(written).toContain('start : array_like');
  const delimiter = ' <span class="classifier-delimiter">:</span> ';
  expect(markdownOf('Docutils 0.12', `<h1>Gauges</h1>${term(delimiter)}`)).toContain('start : array_like');
});

test('a category page keeps its description and its members', () => {
  const members = '<h2>Pages in category</h2><ul><li><a href="/wiki/Sylt">Sylt</a></li></ul>';
  const { markdown } = readAs(
    'MediaWiki 1.39.17',
    '<div role="main"><h1 id="firstHeading">Category:Places</h1><div id="bodyContent"><div id="mw-content-text">' +
      '<div class="mw-parser-output"><p>All places of the realm.</p></div>' +
      `<div class="mw-category-generated">${members}</div></div></div></div>`,
  );
  expect(markdown).toContain('All places of the realm.');
  expect(markdown).toContain('[Sylt]');
});

const box = (state: string): string => `<input type="checkbox" disabled ${state}>`;

test.each([
  ['in the item', (state: string) => `<li>${box(state)} paint</li>`],
  ['in a paragraph', (state: string) => `<li><p>${box(state)} paint</p></li>`],
  [
    'in a label',
    (state: string) => `<li><label class="task-list-control">${box(state)}<span></span></label> paint</li>`,
  ],
  ['in a label in a paragraph', (state: string) => `<li><p><label>${box(state)}</label> paint</p></li>`],
])('a list of tasks says what is done where the box is %s', (_, item) => {
  for (const generator of ['Docutils 0.17', 'mkdocs-1.6']) {
    const markdown = markdownOf(
      generator,
      `<h1>Gauges</h1><p>Words.</p><ul>${item('checked')}${item('')}</ul>`,
    );
    expect(markdown).toContain('- [x] paint\n- [ ] paint');
  }
});

test('a list of tasks says what is done where Asciidoctor draws signs', () => {
  const item = (sign: string): string => `<li><p><i class="fa ${sign}"></i> paint</p></li>`;
  const list = `<ul class="checklist">${item('fa-check-square-o')}${item('fa-square-o')}</ul>`;
  expect(markdownOf('Asciidoctor 2.0', `<h1>Gauges</h1>${list}`)).toContain('- [x] paint\n- [ ] paint');
});

test('a checkbox that can be changed, in a label, is a control and no task', () => {
  const item = '<li><label><input type="checkbox"> Red</label></li>';
  expect(markdownOf('Docutils 0.17', `<h1>Gauges</h1><p>Words.</p><ul>${item}</ul>`)).not.toContain('[ ]');
});

test('a start page of VitePress keeps what stands over the text below it, and its motto', () => {
  const { markdown, keptText } = readAs(
    'VitePress v1.6.4',
    '<div class="VPContent is-home"><div class="VPHome"><div class="VPHero"><h1>Gauge</h1>' +
      '<p class="tagline">Reads the tide.</p></div><div class="VPFeatures"><article><h2>Fast</h2>' +
      '<p>It reads in a second.</p></article></div><div class="vp-doc"><h2>Sponsors</h2><p>Paid by many.</p></div>' +
      '</div></div>',
  );
  expect(markdown).toBe(
    '# Gauge\n\nReads the tide.\n\n## Fast\n\nIt reads in a second.\n\n## Sponsors\n\nPaid by many.',
  );
  expect(keptText.kept).toBe(1);
});
