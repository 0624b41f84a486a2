import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pages, paragraphs, findProblems, roundTrip } from './round-trip.fixture.ts';

const holds = (html: string): void => {
  const trip = roundTrip(html);
  expect(findProblems(trip), trip.markdown).toEqual([]);
};

test('a paragraph that is parsed again has the text of the page', () => {
  fc.assert(fc.property(paragraphs, holds), { numRuns: 1_500, seed: 27 });
});

test(
  'a page that is parsed again has its text, headings, code, quotations and tables, none lost and ' +
    'none added',
  () => {
    fc.assert(fc.property(pages, holds), { numRuns: 600, seed: 27 });
  },
);

test.each([
  '<p><b>bold,</b>word</p>',
  '<p>word<b>:colon</b></p>',
  '<p><b>f(<i>a</i>, <i>b={}</i>)</b></p>',
  '<p>https://a.test/__x__<b>y</b></p>',
  '<p>![<a href="/x">text</a></p>',
  '<p>Wow!<a href="/x">text</a></p>',
  '<ul><li><hr></li></ul>',
  '<p>a<br>- b<br>1. c<br>===<br>| - |</p>',
  '<ul><li>a</li></ul><ul><li>b</li></ul>',
  ...['*', '_', '~~', '`', '<'].map(
    (sign) =>
      `<dl><dt><a href="/x">a</a> ${sign === '<' ? '&lt;' : sign}b</dt><dd>c${sign === '<' ? '>' : sign} d</dd></dl>`,
  ),
  '<table><tr><th>a</th><th>b</th></tr><tr><td><code>a|b</code></td><td>c | d \\</td></tr></table>',
])('%s is read again as it was', (html) => {
  holds(html);
});
