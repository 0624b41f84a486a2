import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

/** Writes an address as Cloudflare does: a key, then each byte XOR the key. */
const hidden = (text: string, key = 0x5a): string =>
  Buffer.from([key, ...Buffer.from(text).map((byte) => byte ^ key)]).toString('hex');

const prose = '<p>The keeper of the mill answers letters on Mondays, when the wheel stands still.</p>'.repeat(
  6,
);
const markdownOf = (html: string): string =>
  contentAsUsual(`<title>Mill</title><main><h1>Letters to the mill</h1>${prose}${html}</main>`).markdown;

const placeholder = '[email&#160;protected]';

test.each([
  [
    'span',
    `<p>Write to <span class="__cf_email__" data-cfemail="${hidden('ines@mill.test')}">${placeholder}</span>.</p>`,
  ],
  [
    'link',
    `<p>Write to <a href="/cdn-cgi/l/email-protection" class="__cf_email__" ` +
      `data-cfemail="${hidden('ines@mill.test')}">` +
      `${placeholder}</a>.</p>`,
  ],
  [
    'span in a link',
    `<p>Write to <a href="/cdn-cgi/l/email-protection#${hidden('ines@mill.test', 0x11)}"><span ` +
      `class="__cf_email__" ` +
      `data-cfemail="${hidden('ines@mill.test')}">${placeholder}</span></a>.</p>`,
  ],
  [
    'span without a text of its own',
    `<p>Write to <a href="/cdn-cgi/l/email-protection#${hidden('ines@mill.test')}"><span class="__cf_email__">` +
      `${placeholder}</span></a>.</p>`,
  ],
])('an address that a script shows is shown: %s', (_, html) => {
  const markdown = markdownOf(html);
  expect(markdown).toContain('ines@mill.test');
  expect(markdown).not.toMatch(/protected|cdn-cgi/);
});

test('a link to an address leads to it, with its subject, and keeps its words', () => {
  const target = hidden('ines@mill.test?subject=Gates');
  expect(
    markdownOf(`<p><a href="/cdn-cgi/l/email-protection#${target}">Write to Ines</a> about gates.</p>`),
  ).toContain('[Write to Ines](mailto:ines@mill.test?subject=Gates)');
});

test('an address in code is the text of the code', () => {
  const code =
    `<pre><code>send("<a class="__cf_email__" ` +
    `data-cfemail="${hidden('a@mill.test')}">${placeholder}</a>")</code></pre>`;
  expect(markdownOf(code)).toContain('send("a@mill.test")');
});

test.each([
  '',
  '5a',
  'zz',
  hidden('no address'),
  hidden('<b>@mill.test'),
  hidden('a@b@mill.test'),
  '5a'.repeat(5_000),
])('what decodes to no address stays as it is: %j', (text) => {
  const markdown = markdownOf(
    `<p>Write to <span class="__cf_email__" data-cfemail="${text}">${placeholder}</span>.</p>`,
  );
  expect(markdown).toContain('protected');
});
