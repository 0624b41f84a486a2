import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const prose =
  '<p>The mill at the weir was built of oak, and its wheel is turned by the river all day.</p>'.repeat(6);
const markdownOf = (box: string): string =>
  contentAsUsual(
    `<title>Mill</title><article><h1>The mill at the weir</h1>${prose}<div class="photo"><img src="/a.jpg" alt="">` +
      `${box}</div>${prose}</article>`,
  ).markdown;

test('a caption in a box that is named after its credits is kept, without what opens it', () => {
  const markdown = markdownOf(
    '<div class="credit-caption"><div class="caption-wrap"><div class="caption"><p>The keeper oils ' +
      'the axle in spring. ' +
      '<b class="hide-caption">hide caption</b></p></div><b class="toggle-caption">toggle caption</b></div></div>',
  );
  expect(markdown).toContain('The keeper oils the axle in spring.');
  expect(markdown).not.toMatch(/(?:hide|toggle) caption/);
});

test.each([
  '<div class="credit">Ines Calder</div>',
  '<span class="caption-credit"><span class="caption-credit">Ines Calder</span></span>',
])('a credit without a caption is left out: %s', (box) => {
  expect(markdownOf(box)).not.toContain('Ines Calder');
});
