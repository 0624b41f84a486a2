import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const entry = (name: string, button: string): string =>
  `<div class="card"><h2><a href="/${name}">The ${name}</a></h2>` +
  '<p>It is woven by hand from willow that grows by the river, and lasts for many years.</p>' +
  `<div>€ 12,00</div><div><a href="/${name}">${button}</a></div></div>`;

test.each(['View details', 'Add to cart', 'Quick view', 'Select options', 'Ajouter au panier'])(
  'the button "%s" of an entry is left out, and its entry stays',
  (button) => {
    const names = ['basket', 'tray', 'chair', 'hamper', 'lid', 'creel'];
    const entries = names.map((name) => entry(name, button)).join('');
    const { markdown } = contentAsUsual(`<title>Willow</title><main><h1>Willow</h1>${entries}</main>`);
    for (const name of names) expect(markdown).toContain(`[The ${name}](https://a.test/${name})`);
    expect(markdown).not.toContain(button);
  },
);

const prose =
  'The keeper of the mill, who lives beside it, opens the gate when the river is high, and closes it when the ' +
  'meadows are dry, which the villages below have relied on since the bridge was built. ';

test('the words of buttons stay where they name functions', () => {
  const list = '<ul><li>Add to cart</li><li>Quick view</li></ul>';
  const { markdown } = contentAsUsual(
    `<title>Shops</title><article><h1>Shops</h1><p>${prose}</p><p>${prose}</p>${list}<p>${prose}</p></article>`,
  );
  expect(markdown).toContain('Add to cart');
  expect(markdown).toContain('Quick view');
});

const life =
  '<p>Ina Reef writes about rivers, and has been with the paper since the spring of 2004.</p>' +
  '<p>She lives by the weir with two dogs, and keeps the gauge.</p>';
const article = (box: string): string =>
  `<title>Gates</title><meta property="article:published_time" content="2026-03-04"><article><h1>Gates</h1>` +
  `${`<p>${prose}</p>`.repeat(5)}${box}</article>`;

test.each(['saboxplugin-wrap', 'author-box', 'author-section', 'about-the-author', 'post-author-card'])(
  'a box called %s, which says who the author of an article is, is left out',
  (name) => {
    const { markdown } = contentAsUsual(article(`<div class="${name}">${life}</div>`));
    expect(markdown).not.toContain('Ina Reef');
    expect(markdown).toContain('keeper of the mill');
  },
);

test('a box about the author stays where it is much of the page', () => {
  const box = `<div class="saboxplugin-wrap">${life}<p>${prose.repeat(4)}</p></div>`;
  expect(contentAsUsual(article(box)).markdown).toContain('Ina Reef');
});

test.each([
  '<strong>Recommended:</strong><br><ul><li>8 GB of memory</li><li>a wheel</li></ul>',
  '<p><b>Recommended:</b></p><table><tr><th>Memory</th><td>8 GB of memory</td></tr></table>',
])('the label of a list or a table is no call-out: %s', (section) => {
  const { markdown } = contentAsUsual(
    `<title>Mills</title><article><h1>Mills</h1><p>${prose}</p><p>${prose}</p>` +
      `<div>${section}</div><p>${prose}</p></article>`,
  );
  expect(markdown).toContain('Recommended:');
  expect(markdown).toContain('8 GB of memory');
});

test.each([
  '<p><strong>Recommended:</strong> <a href="/b">How the weir was built</a></p>',
  '<p><strong>Related:</strong></p>',
])('a line that announces another page, or nothing, is a call-out: %s', (line) => {
  const { markdown } = contentAsUsual(
    `<title>Mills</title><article><h1>Mills</h1><p>${prose}</p><p>${prose}</p>${line}<p>${prose}</p></article>`,
  );
  expect(markdown).not.toMatch(/Recommended:|Related:/);
});
