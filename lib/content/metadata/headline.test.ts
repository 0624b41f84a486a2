import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';
import type { PageContent } from '../page-content.ts';

const text =
  '<p>' + 'The keeper winds the clock in the tower every evening, and oils it in spring. '.repeat(8) + '</p>';
const pageOf = (title: string, body: string, url = 'https://a.test/docs/page.html'): PageContent =>
  contentAsUsual(`<title>${title}</title><main>${body}${text}</main>`, { url });

test.each([
  '<x-actions hidden><span>Save and categorize content</span></x-actions>',
  '<span style="display: none">Save and categorize content</span>',
])('what is hidden in a heading is no part of the headline, nor of the heading: %s', (hidden) => {
  const { headline, markdown } = pageOf('Access overview | Docs', `<h1>Access overview${hidden}</h1>`);
  expect(headline).toBe('Access overview');
  expect(markdown).toMatch(/^# Access overview\n/);
});

test('a heading whose words are in the address is the headline, although the title is the slogan of the site', () => {
  const heading = '<h1>Enameled cast iron pan and metal</h1>';
  const title = 'Reddit - The heart of the internet';
  const at = 'https://www.reddit.com/r/pans/comments/1rl0nt4/enameled_cast_iron_pan_and_metal/';
  expect(pageOf(title, heading, at).headline).toBe('Enameled cast iron pan and metal');
  expect(pageOf('How clocks are wound', '<h1>Welcome to our tower</h1>').headline).toBe(
    'How clocks are wound',
  );
});

test('a second heading with which the title begins is the headline, and the rest of the title is the site', () => {
  const menu = '<div class="menu-bar"><h1 class="menu-title">The Book of Clocks</h1></div>';
  const page = pageOf('What is winding? - The Book of Clocks', `${menu}<h2>What Is Winding?</h2>`);
  expect(page.headline).toBe('What Is Winding?');
});

test('a title without a heading is the headline up to its bar', () => {
  expect(pageOf('Tan rug | Rugs of the coast, and more', '').headline).toBe('Tan rug');
  expect(pageOf('Tan rug - the one by the door', '').headline).toBe('Tan rug - the one by the door');
});

test('of several first headings, one of a part is not the headline for a word of the title', () => {
  const title = 'How we wound the clocks of Aldermouth, Wells, Discord and hundreds of towers in one night';
  const headings = '<h1>keeper / writeup.md</h1><p>A note on it.</p><h1>Discord</h1>';
  expect(pageOf(title, headings).headline).toBe(title);
});

test(
  "a part of the title that is the page's heading is not the name of its site, though it holds " +
    "the host's name",
  () => {
    const page = pageOf(
      'Clocks by hand — Clocks and their keepers, a community manual',
      '<h1>Clocks by hand</h1>',
      'https://docs.clocks.test/hand',
    );
    expect([page.headline, page.siteName]).toEqual(['Clocks by hand', null]);
  },
);

test("a heading that is the host's name is that of the site", () => {
  const title = 'How clocks are wound - Clocks.test';
  const page = pageOf(
    title,
    '<h1>Clocks.test</h1><h2>How clocks are wound</h2>',
    'https://www.clocks.test/winding',
  );
  expect([page.headline, page.siteName]).toEqual(['How clocks are wound', 'Clocks.test']);
});
