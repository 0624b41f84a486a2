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
