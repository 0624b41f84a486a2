import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';
import { plainContent } from './treeless-content.ts';

test('form feeds and vertical tabs part words and lines, in plain text and in HTML', () => {
  expect(plainContent('line one\fpage two\vline three', 'text').markdown).toBe(
    'line one\npage two\nline three',
  );
  const { markdown, text } = contentAsUsual(
    '<main><p>one\ftwo\vthree</p><pre>four\ffive</pre><p><code>six\fseven</code></p></main>',
  );
  expect(markdown).toBe('one two three\n\n```\nfour five\n```\n\n`six seven`');
  expect(text.split('\n')).toContain('one two three');
});
