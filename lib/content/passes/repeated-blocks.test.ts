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

const mill = '<p>The mill has ground rye and oats since 1832, and sells both by the sack, to everyone.</p>';
const listOf = (entries: readonly string[]): string =>
  `<main><h1>Offers</h1>${mill}<ul>${entries.map((entry) => `<li>${entry}</li>`).join('')}</ul></main>`;

test('what is said of two entries of a list in the same words is kept with both', () => {
  const terms = '<p>Valid from February to March, or for as long as there is any in the store.</p>';
  const entries = ['Rye', 'Oats', 'Barley'].map(
    (name) => `<b>${name}</b><a href="/${name}">See it</a>${terms}`,
  );
  expect(timesIn(markdownOf(listOf(entries)), 'for as long as there is any')).toBe(3);
});

test('two entries with one title are two, where they lead to two pages, and one where they lead to one', () => {
  const entry = (href: string): string =>
    `<h3><a href="${href}">Miller for the night shift, with a licence to run the old turbine</a></h3><p>Skerry</p>`;
  const two = markdownOf(listOf([entry('/jobs/7'), entry('/jobs/9'), '<h3>Baker</h3><p>Town</p>']));
  expect(timesIn(two, 'Miller for the night shift')).toBe(2);
  const one = markdownOf(
    listOf([entry('/jobs/7?source=top'), entry('/jobs/7?source=list'), '<h3>Baker</h3><p>Town</p>']),
  );
  expect(timesIn(one, 'Miller for the night shift')).toBe(1);
});

test.each(['h3', 'h5'])('the title of a card is said once, in %s, and parts of one name stay', (level) => {
  const card = (name: string): string => {
    const title = `<${level}><a href="/${name}">${name}</a></${level}>`;
    return `<div>${title}</div><div>${title}<p>$3.10</p></div>`;
  };
  const cards = markdownOf(listOf(['Rye flour', 'Oat flakes', 'Barley'].map(card)));
  for (const name of ['Rye flour', 'Oat flakes', 'Barley']) expect(timesIn(cards, `[${name}]`)).toBe(1);
  const overloads = markdownOf(
    `<main><article><h1>Mill</h1>${mill}<h2>grind</h2><p>Grinds rye.</p><h2>grind</h2><p>Grinds oats.</p></article>` +
      '</main>',
  );
  expect(timesIn(overloads, '## grind')).toBe(2);
});

test('a place below the titles of two events is kept with both, also where it is marked as a heading', () => {
  const place =
    '<h3>A meeting of millers in <a href="/orkney">Kirkwall, Orkney, Scotland, United Kingdom</a></h3>';
  const entries = ['Rye', 'Oats', 'Barley'].map((name) => `<h2><a href="/${name}">${name}</a></h2>${place}`);
  expect(timesIn(markdownOf(listOf(entries)), 'Kirkwall, Orkney')).toBe(3);
});
