import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlightsIn } from './index-words.ts';
import { snippetAround } from './snippet.ts';

const snippet = (text: string, words: readonly string[], size = 100) => {
  const made = snippetAround(text, highlightsIn(text, words, 'en'), size);
  return { text: made.text, shown: made.highlights.map(([from, to]) => made.text.slice(from, to)) };
};

test('a snippet is the stretch that shows most of what was looked for, on one line, without marks', () => {
  const filler = 'water runs over the old stones '.repeat(8);
  const text = `# Mill\n\n${filler}\n\n- The **weir** keeps the [gate](https://e.org/gate) of the weir.\n\n${filler}`;
  const found = snippet(text, ['weir', 'gate']);
  expect(found.text).toMatch(/^… .*The weir keeps the gate of the weir\..* …$/);
  expect(found.text).not.toMatch(/[*\n[\]]|https/);
  expect(found.shown).toEqual(['weir', 'gate', 'weir']);
});

test('a word in the address of a link is not shown, and one in its text is', () => {
  const found = snippet('See [the quokka](https://e.org/quokka/weir) and https://e.org/weir.', [
    'quokka',
    'weir',
  ]);
  expect(found.text).toBe('See the quokka and https://e.org/weir.');
  expect(found.shown).toEqual(['quokka', 'weir']);
});

test('without anything to show it is the beginning', () => {
  expect(snippet('A short passage.', ['absent'])).toEqual({ text: 'A short passage.', shown: [] });
});

test('whatever the passage, highlights lie within the snippet, in order', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('weir', ' ', '\n', '*', '|', '[', '](x)', 'é', '水'),
        maxLength: 80,
      }),
      (text) => {
        const { text: shown, highlights } = snippetAround(text, highlightsIn(text, ['weir', '水'], ''), 60);
        let last = 0;
        for (const [from, to] of highlights) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(shown.length);
          last = to;
        }
      },
    ),
    { numRuns: 300 },
  );
});

test.each(['👩‍👩‍👧‍👦', '🏳️‍🌈', 'கொ', '𠮷', 'ក្រុម'])(
  'a snippet begins and ends between characters as readers see them, whatever they are made of: %s',
  (unit) => {
    const known = new Set(Array.from(new Intl.Segmenter().segment(unit.repeat(2)), ({ segment }) => segment));
    const text = `${unit.repeat(30)} weir ${unit.repeat(30)}`;
    for (let size = 20; size < 60; size += 1) {
      const { text: shown } = snippetAround(text, highlightsIn(text, ['weir'], ''), size);
      expect(shown.isWellFormed()).toBe(true);
      const around = shown.replaceAll(/^… | …$|weir|\s/g, '');
      for (const { segment } of new Intl.Segmenter().segment(around)) expect(known).toContain(segment);
    }
  },
);

test('a snippet ends between words, also of a script without spaces', () => {
  const text = 'จักรพรรดิทรงมีพระราชดำรัสแก่ประชาชนเรื่องห้องสมุดแห่งชาติและพิพิธภัณฑ์'.repeat(4);
  const words = new Set(
    Array.from(new Intl.Segmenter('th', { granularity: 'word' }).segment(text), ({ segment }) => segment),
  );
  for (let size = 30; size < 60; size += 1) {
    const { text: shown } = snippetAround(text, [], size);
    for (const { segment } of new Intl.Segmenter('th', { granularity: 'word' }).segment(
      shown.replace(' …', ''),
    ))
      expect(words).toContain(segment);
  }
});
