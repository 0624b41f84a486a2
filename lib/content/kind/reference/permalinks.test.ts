import { expect, test } from 'vitest';
import { contentAsUsual } from '../../read-as-usual.fixture.ts';

const markdownOf = (generator: string, html: string): string =>
  contentAsUsual(
    `<head><meta name="generator" content="${generator}"><title>Page</title></head><body>${html}</body>`,
    {},
  ).markdown;

const anchored = (words: string): string => `<a class="permalink" href="#p">${words}</a>`;

test('options and names that mandoc makes links to their own place stay', () => {
  const markdown = markdownOf(
    'mandoc',
    `<h1>${anchored('TALLY')}</h1><dl class="Bl-tag"><dt id="p">${anchored('<code class="Fl">-p</code>')} ` +
      `<var class="Ar">port</var></dt><dd>The host ${anchored('<i class="Em" id="p">must</i>')} be known.</dd>` +
      `<dt>${anchored('<code class="Cm">#</code>')} or ${anchored('<b>*</b>')}</dt><dd>A sign counts.</dd></dl>`,
  );
  expect(markdown).toContain('`-p` port');
  expect(markdown).toContain('The host *must* be known.');
  expect(markdown).toMatch(/`#`.* or .*\\\*/);
  expect(markdown).toContain('TALLY');
});

test.each(['¶', '', '🔗', 'Permalink', 'Link to this heading', '<i class="icon-link">link</i>', 'Permalien'])(
  'a link to its own place that says %j behind a heading is left out',
  (words) => {
    const heading = `<h2 id="p">Gauges ${anchored(words)}</h2>`;
    expect(markdownOf('DocBook', `<h1>Manual</h1>${heading}<p>They are read daily.</p>`)).toBe(
      '# Manual\n\n## Gauges\n\nThey are read daily.',
    );
  },
);

test('a heading whose words are the link to its place stays', () => {
  const heading = '<h2 id="p"><a class="header-anchor" href="#p"><span>Gauges</span></a></h2>';
  const main = `<div class="theme-default-content"><h1>Manual</h1>${heading}<p>They are read daily.</p></div>`;
  expect(markdownOf('VuePress 2', main)).toBe('# Manual\n\n## Gauges\n\nThey are read daily.');
});
