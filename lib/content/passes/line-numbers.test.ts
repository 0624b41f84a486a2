import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const page = (lines: readonly string[]): string =>
  contentAsUsual(
    `<title>Kiln</title><body><main><h1>Kiln</h1><p>${'Call it to fire a kiln for two days. '.repeat(4)}</p>` +
      `<pre><div>${lines.join('')}</div></pre></main></body>`,
    { url: 'https://a.test/api/kiln' },
  ).markdown;

const line = (number: number, code: string): string =>
  `<div class="css-1"><span class="css-2">${number}</span><div class="css-3">${code}\n</div></div>`;

test('numbers that begin the lines of code are no code, whatever their class and wherever they begin', () => {
  expect(page([line(1, 'kiln.heat()'), line(2, 'kiln.fire(2)')])).toContain('\nkiln.heat()\nkiln.fire(2)\n');
  expect(page([line(9, 'kiln.heat()'), line(10, 'kiln.fire(2)')])).toContain('\nkiln.heat()\nkiln.fire(2)\n');
});

test.each([
  ['that do not count on', [line(1, 'jugs'), line(7, 'bowls')]],
  ['before some lines only', [line(1, 'jugs'), '<div><b>more</b> bowls</div>']],
  ['before one line', [line(1, 'jugs')]],
  ['without code behind them', ['<div><span>1</span></div>', '<div><span>2</span></div>']],
])('numbers %s stay in code', (_title, lines) => {
  expect(page(lines)).toMatch(/```\n1/);
});
