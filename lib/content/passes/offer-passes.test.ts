import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const goods = [
  'Oak bucket',
  'Ash ladle',
  'Elm bowl',
  'Lime spoon',
  'Beech board',
  'Yew fork',
  'Pine crate',
  'Larch tub',
];
const listing = (card: (name: string, at: number) => string, after = ''): string =>
  contentAsUsual(
    `<title>Wooden goods</title><main><h1>Wooden goods</h1><ul>${goods
      .map((name, at) => `<li class="product-card">${card(name, at)}</li>`)
      .join('')}</ul>${after}</main>`,
    { url: 'https://a.test/collections/wood' },
  ).markdown;

test('the link that lies over a card is content, and leads to what the card shows', () => {
  const markdown = listing(
    (name, at) =>
      `<a class="product-card__link-overlay" href="/goods/${at}">${name}</a><div>${name} of the ` +
      `mill</div><div>$${20 + at}.00</div>`,
  );
  for (const [at, name] of goods.entries())
    expect(markdown).toContain(`[${name}](https://a.test/goods/${at})`);
});

test('the price before a reduction is no control to compare goods with', () => {
  const markdown = listing(
    (name, at) =>
      `<h3><a href="/goods/${at}">${name}</a></h3><span>$${20 + at}.00</span> <s ` +
      `class="price--compare-at">$${40 + at}.00</s>` +
      '<div class="compare">Tick to compare</div>',
  );
  expect(markdown).toContain('$47.00');
  expect(markdown).not.toContain('Tick to compare');
});

test('quotations in a carousel are content, teasers in one are not', () => {
  const quote =
    '<blockquote><p>The bowls of this mill have served us every day for eleven years, and none of ' +
    'them cracked.</p></blockquote>';
  const card = (name: string, at: number): string =>
    `<h3><a href="/goods/${at}">${name}</a></h3><span>$${20 + at}.00</span>`;
  expect(listing(card, `<div class="carousel">${quote}</div>`)).toContain('none of them cracked');
  expect(
    listing(card, '<div class="carousel"><a href="/sale">See all that is reduced</a></div>'),
  ).not.toContain('reduced');
});

const prose =
  'The bowls of this mill are turned from one piece each, and rest for a year before they are oiled. ';
const plainCard = (name: string, at: number): string =>
  `<h3><a href="/goods/${at}">${name}</a></h3><span>$${20 + at}.00</span>`;

const longCard = (name: string, at: number): string => `${plainCard(name, at)}<p>${name}: ${prose}</p>`;

test('what is called tabs or a filter is content where it is prose, and so is each panel of tabs', () => {
  const story =
    'Whoever buys a bowl may watch it being turned, on Mondays, and choose the piece of wood for it. ';
  expect(listing(longCard, `<div class="filter-tabs"><p>${story.repeat(5)}</p></div>`)).toContain(
    'may watch',
  );
  const panel = (day: string): string =>
    `<div class="filter-menu-item" role="tabpanel"><div class="filter-text">${day}: ${story}</div></div>`;
  const tabs = `<div class="tabs">${['One', 'Two', 'Three', 'Four', 'Five'].map(panel).join('')}</div>`;
  expect(listing(longCard, tabs)).toContain('Five: Whoever buys');
  const words = ['Oak', 'Ash', 'Elm'].map((name) => `<li><a href="?wood=${name}">Wood of ${name}</a></li>`);
  expect(listing(plainCard, `<ul class="filter-tabs">${words.join('')}</ul>`)).not.toContain('Wood of');
});

test('the view modes of Drupal are no switch between views', () => {
  const part = `<div class="paragraph paragraph--view-mode--default">Made by hand</div>`;
  expect(listing(plainCard, part)).toContain('Made by hand');
  expect(listing(plainCard, '<div class="view-mode">As a grid</div>')).not.toContain('As a grid');
});

test('a remark behind its label is no list of comments', () => {
  const entry = (name: string, at: number): string =>
    plainCard(name, at) +
    (at < 7 ? '' : `<div class="list-comments"><span>Comments:</span> turned by hand, ${at} left</div>`);
  expect(listing(entry)).toContain('Comments: turned by hand, 7 left');
});

const article = (part: string): string =>
  contentAsUsual(`<title>Wood</title><article><h1>Wood</h1>${`<p>${prose.repeat(2)}</p>`.repeat(6)}${part}
    <p>${prose.repeat(2)}</p></article>`).markdown;
const links =
  '<ul><li><a href="/form/1">Order of oak</a></li><li><a href="/form/2">Order of ash</a></li></ul>';

test('a list of links below a heading of an article is content, but not below one that leads elsewhere', () => {
  expect(article(`<h3>Forms</h3>${links}`)).toContain('Order of oak');
  expect(article(`<h3>Related articles</h3>${links}`)).not.toContain('Order of oak');
  expect(article(links)).not.toContain('Order of oak');
});

test('a text with paragraphs for browsers without scripts is content, a request for scripts is not', () => {
  const text = `<noscript><h2>Forests</h2><p>${prose.repeat(4)}</p></noscript>`;
  expect(listing(longCard, text)).toContain('# Forests');
  expect(listing(longCard, '<noscript><p>Please enable JavaScript to buy.</p></noscript>')).not.toContain(
    'enable',
  );
});
