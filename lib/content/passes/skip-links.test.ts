import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const page = (link: string): string =>
  `<html><body><main><h1>Notes of the mill</h1>${link}
  <p>The river office keeps these notes for whoever works the gates, and changes them when the works change.</p>
  <p>The wheel turns from Monday to Friday, and on the first Saturday of the month, when visitors may see it.</p>
  <p>Read them before your first turn at the gates, because the water does not wait for you.</p></main></body></html>`;

test.each([
  'Skip to main content',
  'Jump to navigation',
  'Zum Inhalt springen',
  'Zum Hauptinhalt springen',
  'Aller au contenu principal',
  'Saltar al contenido',
  'Vai al contenuto',
  'Pular para o conteúdo',
  'Ga naar de inhoud',
  'Hoppa till innehåll',
  'Gå til hovedindhold',
  'Gå til hovedinnhold',
  'Przejdź do treści',
])('a link "%s" to a place of the same page is no content', (words) => {
  expect(contentAsUsual(page(`<a href="#content" class="x1">${words}</a>`)).markdown).not.toContain(words);
});

test.each([
  '<a href="/skipping.html">Skip to main content</a>',
  '<a href="/other.html#main">Skip to main content</a>',
  '<a href="#part-2">Skip tests that need the network</a>',
  '<a href="#prices">Skip to pricing</a>',
  '<p>Short of time? <a href="#content">Skip to content</a> below.</p>',
  '<p>Skip to main content</p>',
])('what is no link over the navigation stays: %s', (html) => {
  expect(contentAsUsual(page(html)).markdown).toContain('Skip t');
});

const paragraph =
  '<p>The river office keeps these notes, which are changed, as the works are, every year.</p>';
const article = (box: string): string =>
  `<html><head><meta property="og:type" content="article"><title>Notes of the ` +
  `mill</title></head><body>${box}<article>` +
  `<h1>Notes of the mill</h1>${paragraph.repeat(8)}` +
  '</article></body></html>';

test('a link over the navigation is no content of an article', () => {
  const body = article('')
    .replace(/<\/?article>/g, '')
    .replace('<h1>', '<a href="#main">Skip to main content</a><h1>');
  expect(contentAsUsual(body).markdown).not.toContain('Skip to');
});

test.each([
  'cookie-law-info-bar',
  'cky-consent-container',
  'cmplz-cookiebanner-container',
  'iubenda-cs-banner',
])('a box that asks for consent is no content of an article: %s', (id) => {
  const box =
    `<div id="${id}"><p>We use cookies to remember what you chose, and to count who comes ` +
    `to the mill.</p></div>`;
  const page = article('').replace('</article>', `${box}</article>`);
  expect(contentAsUsual(page).markdown).not.toContain('We use cookies');
});
