import { expect, test } from 'vitest';
import { parsePage } from '../../dom/document.ts';
import { elementsWithin } from '../../dom/dom-walk.ts';
import { noMetadata } from '../../page-content.ts';
import { readPage } from '../../read-page.ts';
import { detectGenerator } from './known-generator.ts';
import { generators } from './generators.ts';
import { isOwnContents } from './own-contents.ts';
import { selectorsIn } from './marks.ts';
import { usualReading } from '../../read-as-usual.fixture.ts';

const elementsOf = (html: string) => {
  const parsed = parsePage(html);
  return elementsWithin(parsed.documentElement, null);
};

/** An element that a simple selector matches. */
const elementFor = (selector: string): string => {
  const parts = /^([a-z][a-z0-9-]*)?(?:([.#@])(.+))?$/.exec(selector);
  const [, name = 'div', sign, value = ''] = parts ?? [];
  const attribute = { '.': 'class', '#': 'id', '@': 'role' }[sign ?? ''];
  return `<${name}${attribute === undefined ? '' : ` ${attribute}="${value}"`}>text</${name}>`;
};

const read = (html: string, url = 'https://a.test/page.html') => {
  const answer = readPage({
    html,
    url,
    options: usualReading,
  });
  if (answer.kind === 'refused') throw new Error(answer.failure.message);
  return answer.content;
};

test.each(generators.flatMap(({ name, marks }) => marks.map((mark) => [name, mark] as const)))(
  '%s is known by %s',
  (name, mark) => {
    const html = [...selectorsIn(mark)].map(elementFor).join('');
    expect(detectGenerator(elementsOf(`<body>${html}</body>`), noMetadata)?.name).toBe(name);
  },
);

test('selectors of generators are simple ones, without combinators', () => {
  const all = generators.flatMap(({ main, frame, title = '', marks }) => [main, frame, title, ...marks]);
  const odd = all
    .flatMap((text) => [...selectorsIn(text)])
    .filter((one) => !/^[a-z0-9-]*(?:[.#@][\w-]+)?$/i.test(one));
  expect(odd).toEqual([]);
});

test("a list of contents is the page's own where all of its links lead within it", () => {
  const isOwn = (href: string): boolean => {
    const html =
      `<body><div class="toc"><p>Contents</p><ul><li><a href="${href}">One of the ` +
      'parts</a></li></ul></div></body>';
    const list = elementsOf(html).find(({ className }) => className === 'toc');
    return list !== undefined && isOwnContents(list, 'https://a.test/docs/page.html');
  };
  expect(['#one', 'page.html#one', 'other.html#one', 'other.html'].map(isOwn)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const links = Array.from(
  { length: 200 },
  (_, at) => `<li><a href="w${at}.html">Widget number ${at}</a></li>`,
).join('');

test('a tree of links larger than the text is left out, and the text is not', () => {
  const page =
    `<body><nav class="sidenav"><ul>${links}</ul></nav><main><h1>Row</h1><p>Lays its children out.</p><pre>Row()</pre>
    <pre>Row(1)</pre><pre>Row(2)</pre><h2 id="a">A<a href="#a">#</a></h2><h2 id="b">B<a href="#b">#</a></h2>` +
    `<h2 id="c">C<a href="#c">#</a></h2></main></body>`;
  const { markdown, pageKind } = read(page);
  expect(pageKind).toBe('reference');
  expect(markdown).not.toContain('Widget number');
  expect(markdown).toContain('Lays its children out.');
});

test('code, tables and lists of a reference page stay, whatever they are called', () => {
  const parts = [
    '<pre class="sidebar">a = 1</pre>',
    '<table class="related"><tr><td>cell</td><td>more</td></tr></table>',
    '<dl class="menu"><dt>term</dt><dd>meaning</dd></dl>',
  ];
  const { markdown } = read(
    `<head><meta name="generator" content="DocBook XSL"></head><body><h1>Parts</h1><p>Of a ` +
      `page.</p>${parts.join('')}</body>`,
  );
  for (const text of ['a = 1', 'cell', 'term', 'meaning']) expect(markdown).toContain(text);
});

test('a word that some sites write below a page stays in code, and among other words', () => {
  const { markdown, pageKind } = read(
    '<head><meta name="generator" content="rustdoc"></head><body class="rustdoc"><main><section id="main-content">' +
      '<h1>Widgets</h1><pre class="rust"><code>list.iter().<span class="ident">copied</span>()\n' +
      '<span class="ident">feedback</span>\n</code></pre><p>It returns <span class="term">feedback</span>.</p>' +
      '<div>Copied!</div><p>More is said of it elsewhere.</p></section></main></body>',
  );
  expect(pageKind).toBe('reference');
  expect(markdown).toContain('list.iter().copied()\nfeedback\n');
  expect(markdown).toContain('It returns feedback.');
  expect(markdown).not.toContain('Copied!');
});

test('an article about code is no reference page', () => {
  const article =
    `<head><meta property="og:type" content="article"></head><body><article><h1>How we sort</h1>` +
    `<p>${'We sort by hand. '.repeat(40)}</p>
    <pre>sort()</pre><pre>sort(1)</pre><pre>sort(2)</pre></article></body>`;
  expect(read(article).pageKind).toBe('article');
});

test('a page with the sections of a manual page is reference, whoever wrote it', () => {
  const sections = ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'SEE ALSO'].map(
    (name) => `<h2>${name}</h2><p>tally</p>`,
  );
  const { kindEvidence, markdown } = read(`<body>${sections.join('')}</body>`);
  expect(kindEvidence).toEqual(['has the sections of a manual page']);
  expect(markdown).toContain('SEE ALSO');
});

test('a plain page with a little code is reference, and scripts do not count as its text', () => {
  const script = `<script>${'var a = 1; '.repeat(2_000)}</script>`;
  const page =
    `<body>${script}<h2>Changeset</h2><pre>#define OMIT 0\n#define REPLACE 1</pre>
    <p>${'A handler returns one of the values above. '.repeat(6)}</p>` +
    `<p>${'Each of them ends the conflict. '.repeat(6)}</p></body>`;
  const { pageKind, markdown } = read(page);
  expect(pageKind).toBe('reference');
  expect(markdown).toContain('#define REPLACE 1');
});

test("a page of SQLite's manual keeps its last list, and its title is a heading once", () => {
  const uses = ['In a lighthouse', 'In a bakery', 'On a ferry'].map(
    (place) =>
      `<li><p><b>${place}.</b> A small lamp burns there all night, and it needs no care from anyone.</p>`,
  );
  const { markdown, pageKind } = read(`<head><title>Uses of a lamp</title></head><body>
    <div class=nosearch><a href="index.html"><img class="logo" src="logo.gif" alt="Lamps"></a>
    <div class="tagline desktoponly">Small. Bright.</div>
    <div class="menu mainmenu"><ul><li><a href="about.html">About</a>
    <li class='search' id='search_menubutton'><a href="javascript:void(0)">Search</a></ul></div></div>
    <div class=fancy><div class=nosearch><div class="fancy_title">Uses of a lamp</div>
    <div class="fancy_toc"><a onclick="toggle_toc()">&#x25ba; Table Of Contents</a></div></div></div>
    <p>${'A lamp gives light, and a good one gives it for years without any care. '.repeat(12)}</p>
    <h2>Suggested places</h2><p><ul>${uses.join('')}<li><p><a href="./more.html">More places...</a></ul>`);
  expect(pageKind).toBe('reference');
  expect(markdown).toMatch(/^# Uses of a lamp\n\nA lamp gives light/);
  expect(markdown.match(/Uses of a lamp/g)).toHaveLength(1);
  expect(markdown).toContain('## Suggested places');
  expect(markdown).toContain('**On a ferry.**');
  expect(markdown).not.toMatch(/Table Of Contents|Bright|Search/);
});

test("what stands beside a generator's own place is content where it holds code, or much prose", () => {
  const beside = (html: string): string =>
    read(
      '<body class="mdbook"><nav id="sidebar" class="sidebar"><a href="b.html">Next</a></nav>' +
        `<div id="mdbook-content"><div id="menu-bar"></div>${html}<main><h1>Gauges</h1>` +
        '<p>A gauge is read once in ten minutes.</p><pre>gauge.level()</pre></main></div></body>',
    ).markdown;
  expect(beside('<div><pre>gauge.open("harbour")</pre></div>')).toContain('gauge.open("harbour")');
  expect(beside(`<div><p>${'Its level is told in metres. '.repeat(30)}</p></div>`)).toContain('in metres');
  expect(beside('<div><p>© 2024 The Tide Company. All rights reserved.</p></div>')).not.toContain('Company');
  expect(beside(`<footer><p>${'Its level is told in metres. '.repeat(30)}</p></footer>`)).not.toContain(
    'in metres',
  );
});

test('a table of one column of code is code in what fpdoc wrote, and other tables are tables', () => {
  const bar = '<table class="bar"><tr><td><span class="bartitle">Reference for unit</span></td></tr></table>';
  const rows = ['<span>procedure</span> Load(', '&nbsp;&nbsp;F: TStream', ');'];
  const code = rows.map((row) => `<tr>\n<td><p><tt>${row}</tt></p></td>\n</tr>`).join('\n');
  const { markdown, pageKind } = read(
    `<body>${bar}<h1>Load</h1><h2>Declaration</h2><table>${code}</table><h2>Arguments</h2>` +
      '<table><tr><td><tt>F</tt></td><td>What is read</td></tr></table>' +
      '<table><tr><td>One cell</td></tr></table></body>',
  );
  expect(pageKind).toBe('reference');
  expect(markdown).toContain('```\nprocedure Load(\n  F: TStream\n);\n```');
  expect(markdown).toContain('| `F` | What is read |');
  expect(markdown).toContain('One cell');
  expect(markdown).not.toContain('Reference for unit');
});

test('the manual of Apache keeps what it lists of other pages, without its languages', () => {
  const { markdown, keptText } = read(
    '<body><div id="page-header"><p>Modules</p></div><div id="page-content"><div id="preamble"><h1>MPM</h1>' +
      '<div class="toplang"><p>Available Languages: <a href="/en/">en</a></p></div>' +
      '<p>The parent process starts the children, and each child holds threads for requests.</p>'.repeat(4) +
      '</div><div id="quickview"><h3>Directives</h3>' +
      '<ul id="toc"><li><a href="core.html#group">Group</a></li></ul></div>' +
      '</div><div id="footer">Copyright</div></body>',
  );
  expect(markdown).toContain('## Directives\n\n- [Group](https://a.test/core.html#group)');
  expect(markdown).not.toContain('Available Languages');
  expect(keptText.kept).toBe(1);
});
