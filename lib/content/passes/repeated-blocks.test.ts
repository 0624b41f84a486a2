import { expect, test } from 'vitest';
import { usualReading } from '../read-as-usual.fixture.ts';
import { readPage } from '../read-page.ts';

const table =
  '<table><tr><th>Name</th><th>Type</th><th>What it is</th></tr>' +
  '<tr><td>time</td><td>number</td><td>minutes since the gauge was set to zero</td></tr></table>';
const notice = '<div>Sent within two days, also to islands, by boat or by post, as you please.</div>';

const markdownOf = (body: string): string => {
  const page = readPage({ html: `<body>${body}</body>`, url: 'https://a.test/', options: usualReading });
  return page.kind === 'read' ? page.content.markdown : '';
};
const timesIn = (text: string, part: string): number => text.split(part).length - 1;

test('a text that stands in a page a second time is left out, but not a table of two parts that have the same', () => {
  const parts = ['Level', 'Change', 'Mean'].map(
    (name) =>
      `<div><b>${name}</b><div>${table}</div>${notice}<a href="/${name}">${name} of a gauge</a></div>`,
  );
  const markdown = markdownOf(parts.join(''));
  expect(timesIn(markdown, 'minutes since the gauge')).toBe(3);
  expect(timesIn(markdown, 'also to islands')).toBe(1);
});
