import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const prose = Array.from(
  { length: 6 },
  (_, at) =>
    `<p>Gate ${at} of the mill was built of oak, and the keeper, who lives beside it, opens it when the river is ` +
    'high, closes it when the meadows are dry, and writes down what he did.</p>',
).join('');

const page = (main: string): string =>
  `<html><head><title>Gates</title></head><body><main><h1>Gates of the mill</h1>${main}</main></body></html>`;

/** Names of utility classes that hold a word by which passes, or readability, tell what is no content. */
const utilities = [
  'group/tooltip',
  'peer/menu',
  '@container/header',
  '@max-xs/sidebar:gap-x-2',
  'min-h-[calc(100vh-var(--header-height))]',
  'max-h-[var(--radix-dropdown-menu-content-available-height)]',
  'group-hover/dialog:opacity-100',
  'lg:group-[.nav-open]/body:top-0',
  'sidebar-list-line:border-l',
  'site-header:min-h-screen',
  'md:footer',
  'has-[.banner]:pt-4',
  'data-[related=true]:flex',
  '[&_.comment]:mt-2',
];

test.each(utilities)('a utility class "%s" says nothing about its element', (name) => {
  const row = (label: string): string =>
    `<tr><th><span class="flex ${name}">${label}</span></th><td>yes</td></tr>`;
  const table = `<table><tr><th>part</th><th>there</th></tr>${['Sluice', 'Weir'].map(row).join('')}</table>`;
  for (const main of [
    `<div class="grid ${name}">${prose}</div>`,
    `${prose}<section class="${name} p-4"><h2>Wheel of the mill</h2><p>It turns all day.</p></section>${table}`,
  ]) {
    const { markdown } = contentAsUsual(page(main));
    expect(markdown).toContain('Gate 5 of the mill');
    if (!main.includes('Sluice')) continue;
    expect(markdown).toContain('## Wheel of the mill');
    expect(markdown).toContain('It turns all day.');
    expect(markdown).toContain('| Sluice | yes |');
    expect(markdown).toContain('| Weir | yes |');
  }
});

test.each(['tooltip', 'flex tooltip md:block', 'cookie-banner lg:hidden', 'newsletter group/card'])(
  'a class beside utility classes still says what its element is: "%s"',
  (names) => {
    const { markdown } = contentAsUsual(page(`${prose}<div class="${names}">Sign up for more.</div>`));
    expect(markdown).not.toContain('Sign up');
  },
);

test.each(['brush:js', 'brush: js;', 'lang:js decode:true'])(
  'a highlighter says by "%s" which language code is in',
  (names) => {
    const code = `<pre class="${names}">const gate = open();</pre>`;
    expect(contentAsUsual(page(`${prose}${code}`)).markdown).toContain('```js');
  },
);
