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
