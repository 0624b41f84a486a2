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

test('a footnote of Asciidoctor is a mark without brackets and a note without a dot', () => {
  const mark = '<sup class="footnote">[<a id="_r" class="footnote" href="#_d">1</a>]</sup>';
  const note = '<div class="footnote" id="_d"><a href="#_r">1</a>. At low tide.</div>';
  expect(markdownOf('Asciidoctor 2.0', `<h1>Gauges</h1><p>Read daily${mark}.</p>${note}`)).toBe(
    '# Gauges\n\nRead daily[^1].\n\n[^1]: At low tide.',
  );
});

test('labels beside a title or a name stand apart from it', () => {
  const label = '<span class="mlabels"><span class="mlabel">abstract</span></span>';
  expect(
    markdownOf(
      'Doxygen 1.9.4',
      `<div class="headertitle"><div>Box Reference${label}</div></div><p>A box.</p>`,
    ),
  ).toBe('# Box Reference abstract\n\nA box.');
  const name = '<code class="tsd-tag">Static</code><span>make</span>';
  const code = '<pre><code class="ts">let a = 1</code></pre>';
  expect(
    markdownOf('TypeDoc 0.28', `<div class="col-content"><h1>Box</h1><h3>${name}</h3>${code}</div>`),
  ).toBe('# Box\n\n## `Static` make\n\n```ts\nlet a = 1\n```');
});

test('a template and its class are words apart in a signature', () => {
  const term = '<dt class="sig">template&lt;typename T&gt;<br>class Box<br></dt>';
  expect(markdownOf('Docutils 0.17', `<h1>Gauges</h1><dl>${term}<dd>A box.</dd></dl>`)).toContain(
    '`template<typename T> class Box`',
  );
});

test('code with numbered lines and a name is code, in the language of its box', () => {
  const numbers = '<td class="linenos"><pre>1\n2</pre></td>';
  const code = '<td class="code"><div><pre><code>def f():\n    return 1</code></pre></div></td>';
  const name = '<tr><th colspan="2" class="filename">app.py</th></tr>';
  const table = `<table class="highlighttable"><tbody>${name}<tr>${numbers}${code}</tr></tbody></table>`;
  const box = `<div class="language-python highlight">${table}</div>`;
  expect(
    markdownOf(
      'mkdocs-material',
      `<div class="md-content__inner md-typeset"><h1>Gauges</h1><p>Words.</p>${box}</div>`,
    ),
  ).toBe('# Gauges\n\nWords.\n\napp.py\n\n```python\ndef f():\n    return 1\n```');
});

test('a box with a title of its author is a quotation below that title', () => {
  const box =
    '<div class="admonition-my-own-title admonition"><p class="admonition-title">My own title</p><p>Mind it.</p></div>';
  expect(markdownOf('Docutils 0.17', `<h1>Gauges</h1><p>Words.</p>${box}`)).toContain(
    '> **My own title**\n>\n> Mind it.',
  );
});

test('the tabs of sphinx-inline-tabs are opened below their labels', () => {
  const tab = (name: string): string =>
    `<input class="tab-input" type="radio"><label class="tab-label">${name}</label>` +
    `<div class="tab-content"><p>For ${name}.</p></div>`;
  const set = `<div class="tab-set">${tab('Linux')}${tab('Windows')}</div>`;
  expect(markdownOf('Docutils 0.17', `<h1>Gauges</h1><p>Words.</p>${set}`)).toContain(
    '**Linux**\n\nFor Linux.\n\n**Windows**\n\nFor Windows.',
  );
});

test('the frame of Node.js manuals, of YARD and of the default theme of MkDocs is left out', () => {
  const node = contentAsUsual(
    '<title>WASI | Node.js Documentation</title><body class="apidoc"><div id="column2">' +
      '<a href="a.html">Assert</a></div>' +
      '<header class="header"><h1>Node.js documentation</h1></header><div id="gtoc">Index</div><div id="apicontent">' +
      '<h2>WASI<span><a class="mark" href="#wasi" id="wasi">#</a></span></h2><p>Starts a module.</p></div></body>',
  );
  expect(node.markdown).toBe('# WASI\n\nStarts a module.');
  const yard = contentAsUsual(
    '<body><div id="content"><h1>Class: Box</h1><h2>Summary <small><a class="constants_summary_toggle">collapse</a>' +
      '</small></h2><div class="docstring">A box.</div><div class="method_details"><div class="method_details_list">' +
      '<table class="source_code"><tr><td><pre class="lines">12\n13</pre></td><td>' +
      '<pre class="code">def get\nend</pre></td></tr></table></div></div></div></body>',
  );
  expect(yard.markdown).not.toMatch(/collapse|12/);
  expect(yard.markdown).toContain('def get\nend');
  const modal = (name: string): string =>
    `<div class="modal" id="mkdocs_${name}_modal" role="dialog" aria-hidden="true"><h4>${name}</h4></div>`;
  const mkdocs = contentAsUsual(
    `<body><div role="main"><h1>Gauges</h1><p>Words of a gauge.</p></div>${modal('search')}${modal('keyboard')}</body>`,
  );
  expect(mkdocs.markdown).toBe('# Gauges\n\nWords of a gauge.');
  expect(mkdocs.keptText.dropped.every(({ isFrame }) => isFrame)).toBe(true);
});

test('an image of one dot is left out, and a drawing that states such a size stays', () => {
  const image = (src: string): string => `<p>Words.<img src="${src}" alt="" width="1" height="1"></p>`;
  const written = (src: string): string => markdownOf('Docutils 0.17', `<h1>Gauges</h1>${image(src)}`);
  expect(written('/count?type=1x1')).toBe('# Gauges\n\nWords.');
  expect(written('/tide.svg')).toContain('/tide.svg');
});
