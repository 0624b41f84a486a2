import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const prose =
  '<p>The mill grinds rye and oats for the village, and shows its wheel to visitors in June.</p>'.repeat(6);

test.each(['w-form-done', 'w-form-fail', 'wpcf7-response-output'])(
  'what a form answers once it was sent is hidden until then: %s',
  (name) => {
    const { markdown } = contentAsUsual(
      `<title>Mill</title><main><h1>Visits</h1>${prose}<div class="${name}"><div>Your visit was ` +
        `asked for.</div></div></main>`,
    );
    expect(markdown).toContain('The mill grinds rye');
    expect(markdown).not.toContain('Your visit was asked for');
  },
);

test.each([
  ['price', '$19.99', '$15.99'],
  ['price price--on-sale', '$15.99', '$19.99'],
])(
  'of the two halves of a price in a Shopify theme the one that is shown counts: %s',
  (name, shown, hidden) => {
    const price =
      `<div class="${name}"><div class="price__container"><div class="price__regular"><span>$19.99</span></div>` +
      '<div class="price__sale"><span>$15.99</span></div>' +
      '<small class="unit-price caption hidden"><span>/</span></small>' +
      '</div></div>';
    const { markdown } = contentAsUsual(`<title>Mill</title><main><h1>Rye</h1>${prose}${price}</main>`);
    expect(markdown).toContain(shown);
    expect(markdown).not.toContain(hidden);
    expect(markdown).not.toMatch(/^\/$/m);
  },
);
