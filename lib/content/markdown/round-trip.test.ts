import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, pages, paragraphs, roundTrip, textOfMarkdown } from './round-trip.fixture.ts';

const holdsText = (html: string): void => {
  const { tree, source, markdown } = roundTrip(html);
  expect(folded(textOfMarkdown(tree)), markdown).toBe(source);
};

test('a paragraph that is parsed again has the text of the page', () => {
  fc.assert(fc.property(paragraphs, holdsText), { numRuns: 1_000, seed: 27 });
});

test('a page that is parsed again has the text of the page', () => {
  fc.assert(fc.property(pages, holdsText), { numRuns: 500, seed: 27 });
});
