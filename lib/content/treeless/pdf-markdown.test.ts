import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PdfBlock } from '../../fetch/pdf/pdf-block.ts';
import { findNodes, parseMarkdown } from '../markdown/round-trip.fixture.ts';
import { pdfMarkdown } from './pdf-markdown.ts';

const written = (blocks: readonly PdfBlock[]): string => pdfMarkdown([{ blocks, isScanned: false }]);

test('items stand within those of the level above, whatever their signs, and lists of two kinds are parted', () => {
  expect(
    written([
      { kind: 'item', text: 'One', label: '1.' },
      { kind: 'item', text: 'Within', depth: 1 },
      { kind: 'item', text: 'Deeper', depth: 2, label: '4)' },
      { kind: 'item', text: 'Two', label: '2.' },
      { kind: 'paragraph', text: 'Text' },
      { kind: 'item', text: 'Lost', depth: 3 },
    ]),
  ).toBe('<!-- page 1 -->\n\n1. One\n   - Within\n\n     4) Deeper\n2. Two\n\nText\n\n- Lost');
});

test('code stands between fences that are longer than any within it', () => {
  expect(written([{ kind: 'code', text: 'a\n````\nb' }])).toContain('\n`````\na\n````\nb\n`````');
});

const items = fc.array(
  fc.record({
    kind: fc.constant('item' as const),
    text: fc.constantFrom('word', '- sign', '7. number', '# mark', '*star*'),
    depth: fc.integer({ min: 0, max: 4 }),
    label: fc.constantFrom(undefined, '1.', '2.', '7)', '12.'),
  }),
  { maxLength: 8 },
);

test('each item of a list is an item when it is parsed again', () => {
  fc.assert(
    fc.property(items, (all) => {
      const blocks = all.map(({ label, ...item }): PdfBlock => ({
        ...item,
        ...(label === undefined ? {} : { label }),
      }));
      expect(findNodes(parseMarkdown(written(blocks)), 'listItem'), written(blocks)).toHaveLength(all.length);
    }),
    { numRuns: 500, seed: 11 },
  );
});
