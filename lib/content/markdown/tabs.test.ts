import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const page = (tabs: string): string =>
  contentAsUsual(
    `<title>Kiln</title><body><main><h1>Kiln</h1><p>What a kiln can do.</p>${tabs}<p>It is hot.</p></main></body>`,
    { url: 'https://a.test/api/kiln' },
  ).markdown;

const tab = (at: number, panel: string, more = ''): string =>
  `<button role="tab" id="tab-${at}" aria-controls="${panel}" ${more}>Label ${at}</button>`;

test('each panel of a set of tabs stands under its label', () => {
  const markdown = page(
    `<div><div role="tablist">${tab(1, 'one')}${tab(2, 'two')}</div>` +
      '<div role="tabpanel" id="one"><p>Bricks.</p></div><div role="tabpanel" id="two" hidden><p>Wood.</p></div></div>',
  );
  expect(markdown).toContain('**Label 1**\n\nBricks.\n\n**Label 2**\n\nWood.');
});

const table =
  '<table><tr><th>Method</th><th>Does</th></tr><tr><td>burn()</td><td>fires the kiln</td></tr></table>';

test.each([
  ['that the panel names', 'aria-labelledby="tab-2"', ''],
  ['that is chosen', '', 'aria-selected="true"'],
])('tabs that narrow one panel give it one label, that of the tab %s', (_title, panel, second) => {
  const markdown = page(
    `<div><div class="table-tabs" role="tablist">${tab(1, 'all')}${tab(2, 'all', second)}${tab(3, 'all')}</div>` +
      `<div role="tabpanel" id="all" ${panel}>${table}</div></div>`,
  );
  expect(markdown).toContain('**Label 2**\n\n| Method');
  expect(markdown).not.toContain('Label 1');
  expect(markdown).not.toContain('Label 3');
});

const systems = ['Windows', 'macOS', 'Linux'];
const panel = (at: number): string => `<p>Install ${at} so.</p><pre><code>get kiln-${at}</code></pre>`;
const join = (part: (name: string, at: number) => string): string => systems.map(part).join('');

/** Tabs without roles, as libraries and pages write them. */
const unmarked: Readonly<Record<string, string>> = {
  'Bootstrap 3':
    `<ul class="nav nav-tabs">${join((name, at) => `<li><a data-toggle="tab" href="#t${at}">${name}</a></li>`)}</ul>` +
    `<div class="tab-content">${join((_, at) => `<div id="t${at}" class="tab-pane fade">${panel(at)}</div>`)}</div>`,
  pills:
    `<ul class="nav nav-pills">${join((name, at) => `<li><a href="#t${at}">${name}</a></li>`)}</ul>` +
    `<div class="tab-content">${join((_, at) => `<div id="t${at}" class="tab-pane fade">${panel(at)}</div>`)}</div>`,
  'jQuery UI':
    `<div id="tabs" class="tabs"><ul>${join((name, at) => `<li><a href="#t${at}">${name}</a></li>`)}</ul>` +
    `${join((_, at) => `<div id="t${at}">${panel(at)}</div>`)}</div>`,
  Foundation:
    `<ul class="tabs" data-tabs>${join((name, at) => `<li class="tabs-title"><a href="#t${at}">${name}</a></li>`)}` +
    `</ul><div class="tabs-content">${join((_, at) => `<div id="t${at}" class="tabs-panel">${panel(at)}</div>`)}</div>`,
  'buttons that call a script':
    `<div class="tab">${join((name, at) => `<button onclick="show(event, 't${at}')">${name}</button>`)}</div>` +
    join((_, at) => `<div id="t${at}" class="tabcontent" style="display:none">${panel(at)}</div>`),
  'buttons that name their panels':
    `<div class="tab-buttons">${join((name, at) => `<button data-tab="t${at}">${name}</button>`)}</div>` +
    join((_, at) => `<div id="t${at}" class="tabcontent">${panel(at)}</div>`),
  'boxes without a script':
    '<div class="tabs">' +
    join(
      (name, at) =>
        `<input type="radio" id="r${at}"><label for="r${at}">${name}</label><div>${panel(at)}</div>`,
    ) +
    '</div>',
};

test.each(Object.entries(unmarked))('panels of tabs of %s stand under their labels', (_name, html) => {
  const prose =
    '<p>Kilns are built of brick, lined with clay, and fired slowly, because they crack else.</p>';
  const article = `<meta property="article:published_time" content="2024-01-01"><article><h1>Kilns</h1>`;
  for (const markdown of [
    page(html),
    contentAsUsual(`<title>Kilns</title>${article}${prose.repeat(12)}${html}</article>`).markdown,
  ])
    for (const [at, name] of systems.entries())
      expect(markdown).toContain(`**${name}**\n\nInstall ${at} so.\n\n\`\`\`\nget kiln-${at}\n\`\`\``);
});

test.each([
  [
    'a table of contents',
    `<div class="toc"><ul><li><a href="#t0">Bricks</a></li><li><a href="#t1">Wood</a></li></ul>`,
  ],
  [
    'links to other pages',
    `<div class="tabs"><ul><li><a href="/t0">Bricks</a></li><li><a href="/t1">Wood</a></li></ul>`,
  ],
  [
    'links to headings',
    `<div class="tabs"><ul><li><a href="#h0">Bricks</a></li><li><a href="#h1">Wood</a></li></ul>`,
  ],
])('%s are no tabs', (_name, links) => {
  const section = (at: number, name: string): string =>
    `<section id="t${at}"><h2 id="h${at}">${name}</h2>${panel(at)}</section>`;
  const markdown = page(`${links}</div><div>${section(0, 'Bricks')}</div><div>${section(1, 'Wood')}</div>`);
  expect(markdown).toContain('## Bricks');
  expect(markdown).not.toContain('**Bricks**');
});

test('a panel that begins with its label as a heading has it once', () => {
  const html =
    '<ul class="tabs"><li><a href="#d">Details</a></li><li><a href="#s">Sizes</a></li></ul>' +
    '<div><div id="d"><h2>Details</h2><p>Of brick.</p></div><div id="s"><p>Three.</p></div></div>';
  expect(page(html)).toContain('## Details\n\nOf brick.\n\n**Sizes**\n\nThree.');
  expect(page(html)).not.toContain('**Details**');
});
