import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const prose = (what: string): string =>
  `<p>The keeper of the ${what} opens the gate when the river is high, and shuts it at night.</p>`;
const read = (inner: string): string =>
  contentAsUsual(
    `<title>Rye bread</title><main><article><h1>Rye bread</h1>${prose('mill')}${prose('weir')}${inner}` +
      `${prose('lock')}</article></main>`,
    { url: 'https://a.test/bread' },
  ).markdown;

test.each(['product-modal', 'popup', 'js-lightbox', 'tooltip-trigger', 'glossary-popover', 'goods-overlay'])(
  'a link within a text that opens a dialog is a part of the text: %s',
  (name) => {
    const link = (text: string): string => `<a class="${name}" href="/flour">${text}</a>`;
    const markdown = read(
      `<ul><li>500 g ${link('rye flour')} or ${link('wheat flour')}, sifted</li></ul><p>Add the ${link('salt')}.</p>`,
    );
    expect(markdown).toContain(
      '- 500 g [rye flour](https://a.test/flour) or [wheat flour](https://a.test/flour), sifted',
    );
    expect(markdown).toContain('Add the [salt](https://a.test/flour).');
  },
);

test('a picture that a lightbox shows larger is kept', () => {
  const markdown = read('<a class="w-lightbox" href="/big.jpg"><img src="/small.jpg" alt="The mill"></a>');
  expect(markdown).toContain('![The mill](https://a.test/small.jpg)');
});

test('a dialog, and a link that closes or shares something, are no text', () => {
  const share = '<a class="popup share" href="/s">Share</a>';
  const markdown = read(
    `<div class="modal"><p>Subscribe to our letter</p></div><p>Tell others: ${share}</p>` +
      '<a class="modal-close" href="#">Close it</a>',
  );
  expect(markdown).not.toMatch(/Subscribe|\[Share\]|Close it/);
});
