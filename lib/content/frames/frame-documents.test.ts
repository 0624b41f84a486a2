import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';
import { frameDocumentsWarning } from './frame-documents.ts';

const prose = 'The mill sells its flour in bags of a pound to whoever comes with a cart of his own. ';
const inner =
  '<html><head><title>No</title><script>var a = 1;</script></head><body><h2>Hours of the weir</h2>' +
  `<p>${'The weir opens at dawn and closes at dusk, all days of the year. '.repeat(3)}</p>` +
  '<script>document.write(2)</script><a href="/weir">See the weir</a></body></html>';
const escaped = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const frame = (html: string, attributes = ''): string =>
  `<iframe ${attributes} srcdoc="${escaped(html)}"></iframe>`;
const read = (part: string) =>
  contentAsUsual(
    `<title>Mill</title><main><h1>Mill</h1><p>${prose.repeat(6)}</p>${part}<p>${prose}</p></main>`,
  );

test('a document that stands in a frame of the page is read in its place', () => {
  const { markdown, links, keptText, warnings } = read(frame(inner));
  expect(markdown).toMatch(
    /own\.\n\n## Hours of the weir\n\nThe weir opens[\s\S]*\[See the weir\]\(\S+\)\n\nThe mill/,
  );
  expect(markdown).not.toContain('var a');
  expect(links.map(({ url }) => url)).toContain('https://a.test/weir');
  expect([keptText.kept, warnings]).toEqual([1, []]);
});

test.each(['hidden', 'style="display:none"', 'width="1" height="1"', 'title="Advertisement"', 'name="ads"'])(
  'a document in a frame that nobody reads is left out: %s',
  (attributes) => {
    expect(read(frame(inner, attributes)).markdown).not.toContain('weir');
  },
);

test('frames within the document of a frame stay closed', () => {
  const { markdown } = read(frame(`${inner}${frame('<p>Words of the innermost frame</p>')}`));
  expect(markdown).toContain('Hours of the weir');
  expect(markdown).not.toContain('innermost');
});

test('documents beyond what is read of a page are left out with a warning', () => {
  const { markdown, warnings } = read(
    frame('<p>word</p>'.repeat(10)).repeat(25) + frame('<i>w</i>'.repeat(40_000)),
  );
  expect(markdown).toContain('word');
  expect(warnings).toEqual([frameDocumentsWarning]);
});
