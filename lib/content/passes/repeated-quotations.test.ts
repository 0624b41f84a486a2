import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const flour =
  'The mill sells its flour in bags of a pound, on Mondays, to whoever comes with a cart of his own. ';
const weir =
  'The weir of the mill has to be lower by a foot, or the meadows behind it will be wet in spring. ';
const post = (name: string, text: string): string =>
  `<article class="message"><header><a class="username" href="/u/${name}">${name}</a>
  <time datetime="2026-01-02">2 January 2026</time></header><div class="message-body">${text}</div></article>`;
const read = (...posts: string[]): ReturnType<typeof contentAsUsual> =>
  contentAsUsual(
    `<title>Weir</title><main><h1>Weir of the mill</h1>` +
      `${post('Ina', `<p>${weir}</p>`)}${post('Ove', `<p>${flour.repeat(3)}</p>`)}${posts.join('')}</main>`,
  );
const times = (text: string, part: string): number => text.split(part).length - 1;

const xenForo =
  '<blockquote class="bbCodeBlock bbCodeBlock--quote"><div class="bbCodeBlock-title"><a href="/p/1">Ina said:</a>' +
  `</div><div class="bbCodeBlock-content">${weir}</div></blockquote>`;
const phpBb =
  '<blockquote><div><cite>Ina said:</cite>The weir of the mill has to be <b>lower</b> by a foot,<br>' +
  'or the meadows behind it will be wet in spring.</div></blockquote>';
const vBulletin =
  '<div class="bbcode_quote"><div class="quote_container"><div class="bbcode_postedby">Ina said:</div>' +
  `<div class="message">${weir}</div></div></div>`;

test.each([
  ['XenForo', xenForo],
  ['phpBB', phpBb],
  ['vBulletin', vBulletin],
])(
  'what a post quotes of another post of the page is told once, and whom it quotes is told: %s',
  (_, quotation) => {
    const { text, markdown } = read(post('Storm', `${quotation}<p>${flour}</p>`));
    expect(times(text, 'will be wet in spring')).toBe(1);
    expect(times(text, 'Ina said:')).toBe(1);
    expect(markdown).toContain('## Storm, 2 January 2026');
  },
);

test.each([
  ['without a name', `<p>${weir}</p>`, weir.trim()],
  [
    'that is an excerpt',
    '<p>Ina said:</p><p>lower by a foot, or the meadows behind it</p>',
    'meadows behind it',
  ],
])('a quotation %s stays: it says which words are answered', (_, quotation, quoted) => {
  const { text } = read(post('Storm', `<blockquote>${quotation}</blockquote><p>${flour}</p>`));
  expect(times(text, quoted)).toBe(2);
});

test.each([
  ['of something that no post of the page says', 'Mills of the whole valley will be closed on Sundays.'],
  ['to which words were added', `${weir}My neighbour says the very same of his own mill.`],
  ['with a word changed', weir.replace('lower', 'higher')],
  ['of few words', 'lower by a'],
])('a quotation %s stays', (_, quoted) => {
  const { text } = read(
    post('Storm', `<blockquote><p>Ina said:</p><p>${quoted}</p></blockquote><p>${flour}</p>`),
  );
  expect(times(text, quoted.trim())).toBe(weir.includes(quoted) ? 2 : 1);
});

test('what two posts quote of neither stays in both', () => {
  const quotation =
    '<blockquote><p>Ove said:</p><p>Mills of the whole valley will be closed on Sundays.</p></blockquote>';
  const { text } = read(post('Storm', `${quotation}<p>${flour}</p>`), post('Reef', `${quotation}<p>Oh.</p>`));
  expect(times(text, 'closed on Sundays')).toBe(2);
});

test('what somebody quotes of the post that the quotation stands in stays', () => {
  const quoted = 'Nobody lowers a weir in winter, says the oldest of the millers.';
  const { text } = read(
    post('Storm', `<blockquote><p>Mr Toe said:</p><p>${quoted}</p></blockquote><p>${quoted} So wait.</p>`),
  );
  expect(times(text, quoted)).toBe(2);
});

test('what is left out of a quotation is told with its reason', () => {
  const page = read(post('Storm', `${xenForo}<p>${flour}</p>`));
  expect(page.removed.map(({ pass }) => pass)).toContain('quotations');
});
