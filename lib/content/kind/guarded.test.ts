import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import { generatedPage } from './generated-page.fixture.ts';
import { usualReading } from '../read-as-usual.fixture.ts';

const markdownOf = (html: string): string => {
  const options = usualReading;
  const page = readPage({ html, url: 'https://a.test/docs/mills', options });
  if (page.kind === 'refused') throw new Error(page.failure.message);
  return page.content.markdown;
};

test('headings, code, tables, definition lists and captions inside the main area are never dropped', () => {
  fc.assert(
    fc.property(generatedPage, ({ html, marks }) => {
      const markdown = markdownOf(html);
      expect(marks.filter((mark) => !markdown.includes(mark))).toEqual([]);
    }),
    { numRuns: 300, seed: 20_261_122 },
  );
});
