import { expect, test } from 'vitest';
import type { PageContent } from '../page-content.ts';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const good = (name: string): string =>
  `<div><a href="/${name}"><img src="/${name}.jpg" alt=""></a><h3><a href="/${name}">The ${name}</a></h3>` +
  `<span>€ 12,00</span></div>`;
const goods = ['kettle', 'saucer', 'basket'].map(good).join('');

const read = (section: string): PageContent =>
  contentAsUsual(
    `<title>Jug</title><meta property="og:type" content="product"><main><div><h1>Jug</h1><p class="price">€ 32</p>` +
      `<p>Thrown on the wheel from clay that is dug behind the house, and fired for two days with wood.</p>` +
      `<h2>Care</h2><p>Wash it by hand with warm water, and let it dry with its mouth upwards.</p></div>` +
      `${section}</main>`,
    { url: 'https://a.test/jug', explain: true },
  );

test.each([
  'Customers also bought',
  'This is what customers who viewed this product bought',
  'Frequently bought together',
  'Kunden, die diesen Artikel gekauft haben, kauften auch',
  'Ils vont bien ensemble',
  'También te puede gustar',
  '猜你喜欢',
])(
  'goods under the heading "%s" are no part of a product\'s page, whatever their box is called',
  (heading) => {
    for (const section of [
      `<section class="x1"><div><h2>${heading}</h2></div><div>${goods}</div></section>`,
      `<h2>${heading}</h2>${goods}`,
    ]) {
      const { pageKind, markdown, removals } = read(section);
      expect(pageKind).toBe('product');
      expect(markdown).toContain('Wash it by hand');
      expect(markdown).not.toContain('saucer');
      expect(markdown).not.toContain(heading);
      expect(removals?.some(({ pass }) => pass === 'recommendations')).toBe(true);
    }
  },
);

test('what is no strip of goods stays under such a heading', () => {
  const table =
    '<table><tr><th>Size</th><th>Price</th></tr><tr><td><a href="/s">Small</a></td><td>€ 32</td></tr>' +
    '<tr><td><a href="/l">Large</a></td><td>€ 48</td></tr></table>';
  for (const [section, kept] of [
    [
      '<section><h2>You may also like</h2><p>its lid, which is cut from the same tree.</p></section>',
      'its lid',
    ],
    [`<section><h2>Similar products</h2>${table}</section>`, 'Large'],
  ] as const)
    expect(read(section).markdown).toContain(kept);
});

test('a heading of the same level ends a strip of goods', () => {
  const { markdown } = read(
    `<h2>Similar products</h2>${goods}<h2>Returns</h2><p>Send it back within a month.</p>`,
  );
  expect(markdown).not.toContain('saucer');
  expect(markdown).toContain('## Returns');
  expect(markdown).toContain('within a month');
});
