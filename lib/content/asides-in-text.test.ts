import { expect, test } from 'vitest';
import { contentAsUsual } from './read-as-usual.fixture.ts';

const prose = (words: string): string =>
  `<p>${words} is kept by the miller, who writes down what the river does, and opens the gates when ` +
  `it rises.</p>`.repeat(4);
const markdownOf = (aside: string): string =>
  contentAsUsual(
    `<title>Bread</title><main><h1>Bread of the mill</h1>${prose('The weir')}${aside}${prose('The wheel')}</main>`,
  ).markdown;

test('an aside among the paragraphs of a text is a part of it', () => {
  const note =
    'The gates were of iron until 1911, when the ice of a long winter broke them, and oak has served since then.';
  expect(markdownOf(`<aside class="x1">${note}</aside>`)).toContain('oak has served');
});

test('the list of what a recipe needs is content, also in an aside that sells it', () => {
  const list =
    '<ul><li>500 g rye flour from <a href="/shop/rye">our shop</a></li><li>¼ cup of starter, fed ' +
    'the day before</li><li>salt</li></ul>';
  const aside = `<aside><h2>Ingredients</h2>${list}<form><button>Buy all</button></form></aside>`;
  const page = `<title>Bread</title><main><h1>Bread of the mill</h1>${aside}${prose('The oven')}</main>`;
  expect(contentAsUsual(page).markdown).toContain('¼ cup of starter');
});

test.each([
  '<aside><a href="/a">How the weir was mended by four men in a night</a> <a href="/b">Who turned ' +
    'the wheel in the war, and why he stopped</a></aside>',
  '<aside class="newsletter">Letters of the mill come on Mondays, and tell what the river did, what ' +
    'was ground, and who came to see the wheel.</aside>',
  '<aside><ul><li>120 visitors a day</li><li>3 keepers of the gates</li><li>900 visitors a month, ' +
    'and more in the summer months of the year</li></ul></aside>',
])('an aside that leads elsewhere, asks for an address or counts is none: %s', (aside) => {
  const page = `<title>Bread</title><main><h1>Bread of the mill</h1><div>${prose('The weir')}</div>${aside}</main>`;
  expect(contentAsUsual(page).markdown).not.toMatch(/mended by four|come on Mondays|120 visitors/);
});
