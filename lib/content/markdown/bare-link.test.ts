import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const page = (cards: string): string =>
  contentAsUsual(`<title>Kilns</title><body><main><h1>Kilns</h1>${cards}</main></body>`, {
    url: 'https://a.test/part/kilns',
  }).markdown;

const repeated = (card: (at: number) => string): string =>
  Array.from({ length: 6 }, (_, at) => card(at)).join('');

test('the heading of a card carries the link that lies over the card', () => {
  const markdown = page(
    `<ul>${repeated(
      (at) =>
        `<li><div><a href="/${at}" aria-label="How kiln ${at} is fired"></a><div><h3><span>Fire</span> ` +
        `How kiln ${at} is fired</h3><p>It takes two days.</p></div></div></li>`,
    )}</ul>`,
  );
  expect(markdown).toContain('[Fire How kiln 3 is fired](https://a.test/3)');
  expect(markdown.split('How kiln 3 is fired')).toHaveLength(2);
});

test('a link that lies over a card is not written where the card links its words to the same place', () => {
  const markdown = page(
    repeated(
      (at) =>
        `<div class="card"><div><a href="/${at}" aria-label="Kiln ${at}"></a></div>` +
        `<h3><a href="/${at}">Kiln ${at}</a></h3><p>It takes two days.</p></div>`,
    ),
  );
  expect(markdown).toContain('[Kiln 3](https://a.test/3)');
  expect(markdown.split('Kiln 3')).toHaveLength(2);
});

test('a link without words keeps its label where nothing else says it', () => {
  const markdown = page(
    '<p>Ask us.</p><div><a href="/ask" aria-label="Ask about kilns"></a><p>We answer.</p></div>',
  );
  expect(markdown).toContain('[Ask about kilns](https://a.test/ask)');
});

test('a link without words keeps a label that says more than the words linked to the same place', () => {
  const markdown = page(
    '<div><h3><a href="/oven">Ovens</a></h3><p>They are hot.</p><a href="/oven" title="How to book"></a></div>',
  );
  expect(markdown).toContain('[How to book](https://a.test/oven)');
});

test('a link beside a heading to that heading is not written', () => {
  const markdown = page(
    '<div class="heading"><h2>Bricks</h2><a id="bricks" aria-label="Permalink: Bricks" href="#bricks"></a></div>' +
      '<p>They are red.</p>',
  );
  expect(markdown).toContain('## Bricks\n\nThey are red.');
});

test('a card in a table keeps the label, because a cell has no headings', () => {
  const markdown = page(
    `<table><tr><th>Kiln</th><th>Days</th></tr>${repeated(
      (at) =>
        `<tr><td><a href="/${at}" aria-label="Kiln ${at}"></a><h3>Kiln ${at} of clay</h3></td><td>2</td></tr>`,
    )}</table>`,
  );
  expect(markdown).toContain('[Kiln 3](https://a.test/3)');
});
