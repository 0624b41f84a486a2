import { expect, test } from 'vitest';
import { readPage } from '../../read-page.ts';
import { usualReading } from '../../read-as-usual.fixture.ts';

test('a title that holds the main part of its page, because nothing ends it, stays where it is', () => {
  const html =
    '<meta name="ajs-page-id" content="1"><body class="theme-default"><div id="main"><h1 id="title-text">Set up' +
    '<div id="main-content" class="wiki-content"><p>Press the button.</p></div></h1></div></body>';
  const options = usualReading;
  const page = readPage({ html, url: 'https://a.test/', options });
  if (page.kind === 'refused') throw new Error(page.failure.message);
  expect(page.content.warnings.join()).not.toContain('Error');
  expect(page.content.markdown).toContain('Press the button.');
});
