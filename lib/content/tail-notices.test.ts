import { expect, test } from 'vitest';
import { contentAsUsual } from './read-as-usual.fixture.ts';

const prose =
  'The keeper of the mill, who lives beside it, opens the gate when the river is high, and closes it when the ' +
  'meadows are dry. ';
const url = 'https://a.test/docs/gates.html';
const code = '<pre><code>gate --open</code></pre>';

const manual = (tail: string, within = ''): string =>
  `<html><head><title>Gates</title></head><body><nav><a href="/">Home</a></nav><main><article><h1>Gates</h1>
  <p>${prose}</p><h2 id="a">Open</h2><p>Use <code>gate</code>.</p>${code}<h2 id="b">Close</h2><p>${prose}</p>${code}
  ${within}${tail}</article></main></body></html>`;

const site = (tail: string, within = ''): string =>
  `<html><head><title>Gates</title></head><body><main><h1>Gates</h1>
  <section><h2>What we do</h2><p>${prose.repeat(6)}</p></section>
  <section><h2>Where</h2><p>By the river.</p></section>${within}</main>${tail}</body></html>`;

/** What sites of documentation write below a page: it asks for an opinion, or leads to the page's source. */
const tails: Readonly<Record<string, string>> = {
  'a question': '<div><p>Was this helpful?</p><div><span>Yes</span> <span>No</span></div></div>',
  'a question, and a link beside it':
    '<div><span><span>Is this page useful?<button>Yes</button></span></span><a href="/e">Edit this page</a></div>',
  'a heading over a question and links':
    '<h2>Help improve MDN</h2><x-feedback><fieldset><label>Was this page helpful to you?</label>' +
    '<div><x-button>Yes</x-button><x-button>No</x-button></div></fieldset></x-feedback>' +
    '<a href="/c">Learn how to contribute</a>' +
    '<p><a href="/g">View this page on GitHub</a> • <a href="/r">Report a problem with this content</a></p>',
  'who has the rights, and the generator':
    '<p>© <a href="/c">Copyright</a> 2007-2026, the keepers.</p><p>Created using <a href="/s">Sphinx</a> 9.1.0.</p>',
};

test.each(Object.entries(tails))('%s below a page of a manual goes', (_what, tail) => {
  const { markdown, pageKind } = contentAsUsual(manual(tail), { url });
  expect(pageKind).toBe('reference');
  expect(markdown).not.toMatch(/helpful|useful|improve|Edit this|contribute|GitHub|Report|Copyright|Sphinx/);
  expect(markdown).not.toMatch(/^(?:Yes|No)$/m);
  expect(markdown.trim().endsWith('```')).toBe(true);
});

const about: Readonly<Record<string, string>> = {
  'a heading that has a text': `<h2>Feedback</h2><p>${prose}</p>`,
  'a question in a text': `<p>We asked: was this helpful? ${prose}</p>`,
  'an answer in a list': '<ul><li>Yes</li><li>No</li></ul>',
  'a link within a sentence': '<p>Choose <a href="/e">Edit this page</a> to change it.</p>',
};

test.each(Object.entries(about))('%s stays', (_what, part) => {
  const words = part
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()
    .split(/\s+/)
    .slice(0, 3);
  const { markdown } = contentAsUsual(manual('', part), { url });
  for (const one of words) expect(markdown).toContain(one);
});

/** The last lines of other pages. */
const notices: Readonly<Record<string, string>> = {
  'a banner of consent':
    '<div data-testid="consent-banner"><div><p>The mill uses cookies to improve the site. By using it, you agree to ' +
    'our <a href="/p">Privacy Policy</a>.</p></div></div>',
  'who has the rights':
    '<div><div><span>Copyright © 2026 The Mill Inc.</span><span>·</span><a href="/b">Trademarks</a></div></div>',
  both:
    '<div><p>© 2026 The Mill. All rights reserved.</p></div>' +
    '<div>We use cookies. By clicking “Accept”, you consent to all of them.</div>',
};

test.each(Object.entries(notices))('%s at the end of a page goes, as a part of the frame', (_what, tail) => {
  const { markdown, keptText } = contentAsUsual(site(tail));
  expect(markdown).not.toMatch(/cookies|©|rights/);
  expect(markdown).toContain('By the river.');
  expect(keptText.kept).toBeGreaterThan(0.98);
});

const texts: Readonly<Record<string, string>> = {
  'a text about cookies': `<section><h2>Cookies</h2><p>We use cookies to remember you. ${prose}</p></section>`,
  'a text about rights': `<section><p>Copyright law protects what a keeper writes. ${prose}</p></section>`,
};

test.each(Object.entries(texts))('%s stays', (_what, part) => {
  const { markdown } = contentAsUsual(site('', part));
  expect(markdown).toContain('meadows are dry');
  expect(markdown).toMatch(/We use cookies|Copyright law/);
});
