import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutTargets } from './link-targets.ts';

const squeezed = (text: string): string => withoutTargets(text).replaceAll(/ +/g, ' ');

test.each([
  ['[gate](https://e.org/quokka)', '[gate]( )'],
  ['![a gate](/quokka.png) and ![](quokka/b.png)', '![a gate]( ) and ![]( )'],
  ['[gate](https://e.org/(quokka)/a "A title")', '[gate]( "A title")'],
  ['[gate](<https://e.org/quokka>)', '[gate](< >)'],
  ['[gate](#quokka) [![x](/quokka.png)](/quokka)', '[gate]( ) [![x]( )]( )'],
  ['[gate](mailto:quokka@e.org)', '[gate]( )'],
  ['[1]: https://e.org/quokka', '[1]: '],
  ['> see [gate](https://e.org/quokka)', '> see [gate]( )'],
])('the target of a link or image is blank: %s', (text, wanted) => {
  expect(squeezed(text).trimEnd()).toBe(wanted.trimEnd());
});

test('the comments that number the pages of a PDF are blank, and other comments stay', () => {
  const text =
    '<!-- page 1 -->\n\nHarbour\n\n<!-- page 2: pictures without text, needs OCR -->\n\n<!-- a page -->';
  expect(squeezed(text)).toBe(' \n\nHarbour\n\n \n\n<!-- a page -->');
  const code = '```\n<!-- page 1 -->\n```';
  expect(withoutTargets(code)).toBe(code);
});

test.each([
  '<https://e.org/quokka> https://e.org/quokka',
  '[https://e.org/quokka](x)',
  'run[i](quokka)',
  '`run[i](a/quokka)` and ``a ` [i](b/quokka)``',
  '```js\nrun[i](a/quokka)\n[1]: https://e.org/quokka\n```',
  '> ```\n> run[i](a/quokka)\n> ```',
  '[^1]: https://e.org/quokka is a note',
  'a \\](https://e.org/quokka)',
  'an open [gate](https://e.org/quokka',
])('what is shown stays, and so does code: %s', (text) => {
  expect(withoutTargets(text)).toBe(text);
});

test('whatever the text, it keeps its length, and only loses characters to blanks', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      '](',
      '](/a',
      ')',
      '[',
      '`',
      '``',
      '```\n',
      '\n',
      '\\',
      ' ',
      '<',
      '>',
      ']: /b',
      '水',
    ),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, (given) => {
      const shown = withoutTargets(given);
      expect(shown).toHaveLength(given.length);
      for (const [at, character] of Array.from(shown, (each) => each).entries())
        expect([given[at], ' ']).toContain(character);
    }),
    { numRuns: 500 },
  );
});

test('a text of many open marks takes no more than linear time', () => {
  const spent = (text: string): number => {
    const before = process.cpuUsage();
    withoutTargets(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const runs = Array.from({ length: 1_500 }, (_, at) => '`'.repeat(at + 1)).join(' ');
  for (const unit of ['](', '](a', '](/(a', '](((', '[a', '](\\', '> ', '`` ` ']) {
    expect([unit, spent(`${unit.repeat(300_000)}](/x)`) < 3_000]).toEqual([unit, true]);
  }
  expect(spent(`${runs}](/x)`)).toBeLessThan(3_000);
});
