import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const story =
  'The mill sells its flour in bags of a pound, on Mondays, to whoever comes with a cart of his own and a horse. ';
const product = (part: string): string =>
  `<title>Flour</title><meta property="og:type" content="product"><body><main><h1>Flour</h1><p>$3.00</p>` +
  `<button>Add to cart</button><p>${story.repeat(3)}</p>${part}</main></body>`;
const readProduct = (part: string): string => contentAsUsual(product(part)).markdown;

const post = (name: string, text: string): string =>
  `<article class="message"><header><a class="username" href="/u/${name}">${name}</a>
  <time datetime="2026-01-02">2 January 2026</time></header><div class="message-body">${text}</div></article>`;
const quotation =
  '<blockquote class="bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote js-expandWatch">' +
  '<div class="bbCodeBlock-title"><a href="/p/1">Ina said:</a></div><div class="bbCodeBlock-content">' +
  `<div class="bbCodeBlock-expandContent">The weir has to be lower by a foot.</div>` +
  '<div class="bbCodeBlock-expandLink"><a role="button" tabindex="0">Click to expand...</a></div>' +
  '<div class="quoteExpand">Tap to show more</div></div></blockquote>';

test('a quotation in a post stays, and what opens it is left out', () => {
  const { markdown } = contentAsUsual(
    `<title>Weir</title><main><h1>Weir of the mill</h1>${post('Ina', story.repeat(2))}` +
      `${post('Storm', `${quotation}<p>${story}</p>`)}${post('Reef', story.repeat(2))}</main>`,
  );
  expect(markdown).toMatch(/> \[Ina said:\].*\n(?:>.*\n)*> The weir has to be lower by a foot\./);
  expect(markdown).not.toMatch(/expand|show more/);
});

test('a box of the main part with headings is no footer for a word in its name', () => {
  const entry = (name: string) => `<li><h3>${name}</h3><p>Ground in winter, from $3.00</p></li>`;
  const entries = `<ul class="StickyFooterTiles_items">${entry('Rye')}${entry('Oats')}</ul>`;
  const gallery = `<div class="StickyFooterTiles_tiles">${entries}</div>`;
  const markdown = readProduct(gallery);
  expect(markdown).toContain('# Rye');
  expect(markdown).toContain('# Oats');
});

test('a footer of links in the main part is a footer', () => {
  const links =
    '<div class="seo-footer"><h3>Top rated</h3><ul><li><a href="/a">Rye of the hills</a></li></ul></div>';
  expect(readProduct(links)).not.toContain('Rye of the hills');
});

const rows = ['Rye', 'Oats', 'Spelt'].map((name) => `<tr><td>${name}</td><td>dry</td></tr>`).join('');
const table = `<table><tr><th>Grain</th><th>State</th></tr>${rows}</table>`;

test('a box that holds a table of data is no dialog', () => {
  const box = `<div class="modal fade" role="dialog"><button>×</button><div class="modal-body">${table}</div></div>`;
  expect(readProduct(box)).toContain('| Spelt | dry |');
});

test.each(['cookie-modal', 'modal mini-cart', 'consent popup'])(
  'what asks for consent or shows the cart is left out with its table: %s',
  (name) => {
    expect(readProduct(`<div class="${name}">${table}</div>`)).not.toContain('Spelt');
  },
);

const sheet = (modal: string): string =>
  `<div class="sheet" role="dialog" aria-modal="${modal}"><aside><div><p>Sown in autumn.</p></div></aside></div>`;
const group = (modal: string): string =>
  `<div class="accordion" aria-label="Origin"><button><h5>Origin</h5></button>${sheet(modal)}</div>`;

test('a dialog beside its button in a group with a label, which leaves the page in use, is a panel', () => {
  expect(readProduct(group('false'))).toContain('Sown in autumn.');
  expect(readProduct(group('true'))).not.toContain('Sown in autumn.');
  expect(readProduct(`<div>${sheet('false')}</div>`)).not.toContain('Sown in autumn.');
});

const ask = (button: string): string =>
  `<div class="row"><div><button class="expand-detail-btn collapsed" type="button">${button}</button></div>` +
  `<div class="collapse" id="q1"><span>It is ground between stones, which stay cool all day long.</span></div></div>`;

test.each(['Q. How is the flour of the mill ground?', 'How flour is ground at the mill'])(
  'a button that is a question, or heads the text that it opens, stays: %s',
  (button) => {
    expect(readProduct(ask(button))).toContain(button);
  },
);

test('a button that does something is left out, however long its words are', () => {
  const add = 'Add the flour of the mill to your list';
  const markdown = readProduct(`<div><button>${add}</button></div><div class="panel"><p>${story}</p></div>`);
  expect(markdown).not.toContain(add);
});

test('a carousel of goods is no menu for a word that says how it is turned', () => {
  const good = (name: string): string =>
    `<div><a href="/${name}"><img src="/${name}.jpg" alt=""> ${name} flour</a> <b>$4.00</b></div>`;
  const carousel = (name: string): string =>
    `<div class="${name}">${['Rye', 'Oat', 'Spelt'].map(good).join('')}</div>`;
  const section = (name: string): string =>
    `<section><h2>${name}</h2><a href="/${name}">See more</a></section>`;
  const home = (part: string): string =>
    contentAsUsual(
      `<title>Mill</title><main><h1>Mill</h1>${['Rye', 'Oats', 'Millet'].map(section).join('')}` +
        `<h2>Flour</h2>${part}</main>`,
    ).markdown;
  expect(home(carousel('category-carousel dark-nav-buttons'))).toContain('Spelt flour');
  expect(home(`<nav>${carousel('carousel')}</nav>`)).not.toContain('Spelt flour');
});

test('the name of a sign that a font draws is no text, and another word in its place is', () => {
  const sign = (name: string): string => `<p><span class="material-icons-outlined">${name}</span> Rye</p>`;
  expect(readProduct(sign('shopping_cart'))).not.toContain('shopping_cart');
  expect(readProduct(sign('\u{e7ff}'))).not.toContain('\u{e7ff}');
  expect(readProduct(sign('Fresh today'))).toContain('Fresh today');
});
