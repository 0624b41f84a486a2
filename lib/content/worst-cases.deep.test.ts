import { expect, test } from 'vitest';
import { limits } from '../limits/limits.ts';
import type { PageRead } from './read-page.ts';
import { worstCases } from './worst-cases.fixture.ts';
import { readAsUsual } from './read-as-usual.fixture.ts';
import { cpuMs } from '../../test/harness/cpu-time.ts';

const read = (html: string): PageRead => readAsUsual(html, { wantHtml: true });

/** CPU time: what else the machine does does not count. */
const milliseconds = (html: string): number => {
  const start = cpuMs();
  expect(read(html).kind).toBe('read');
  return cpuMs() - start;
};

const small = 40_000;
const growth = 8;

test.each(Object.entries(worstCases))(
  'time grows with the size of the page, not with its square: %s',
  (_name, page) => {
    // The first reading is for the compiler.
    milliseconds(page(small));
    const before = Math.min(milliseconds(page(small)), milliseconds(page(small)));
    const after = Math.min(milliseconds(page(growth * small)), milliseconds(page(growth * small)));
    // Eight times the page in eight times the time, and as much again for a busy machine; the square would be 64 times.
    expect(after / Math.max(before, 25)).toBeLessThan(4 * growth);
  },
);

test.each(['unclosed tables', 'nested tables', 'cells that span everything', 'related headings'])(
  'nor does a megabyte take longer in a page of several: %s',
  (name) => {
    const page = worstCases[name];
    if (page === undefined) throw new Error(`no such case: ${name}`);
    const before = Math.min(milliseconds(page(1_000_000)), milliseconds(page(1_000_000)));
    // Collecting a larger heap costs more, a third as a rule; a step that looks at everything for each table, ten
    // times as much.
    expect(milliseconds(page(4_000_000)) / 4 / before).toBeLessThan(2);
  },
);

test('a long name that holds the word of a box again and again costs what another long name costs', () => {
  const prose = 'The keeper of the mill, who lives beside it, opens the gate when the river is high. ';
  const part = (word: string) => (at: number) =>
    `<div class="toolbar-${at} ${word.repeat(2_400)}"><p>${prose}</p></div>`;
  const page = (word: string): string =>
    `<main><h1>Gates</h1>${Array.from({ length: 100 }, (_, at) => part(word)(at)).join('')}</main>`;
  milliseconds(page('zzzz'));
  const [other, box] = ['zzzz', 'card'].map((word) => milliseconds(page(word)));
  expect((box ?? 0) / Math.max(other ?? 0, 25)).toBeLessThan(8);
});

test('of a page of more characters than are read the beginning is read, and told so', () => {
  const page = read(`<p>first<p>${'word '.repeat(limits.domCharactersMax / 5)}<p>last`);
  if (page.kind === 'refused') throw new Error(page.failure.message);
  expect(page.content.markdown).toContain('first');
  expect(page.content.markdown).not.toContain('last');
  expect(page.content.warnings.join()).toMatch(/^Only the beginning of the page was read/);
});

test('what is nested deeper than the tree may be is read as siblings', () => {
  const words = Array.from({ length: 3 * limits.domDepthMax }, (_, at) => `word${at}`);
  const page = read(words.map((word) => `<div>${word} `).join(''));
  if (page.kind === 'refused') throw new Error(page.failure.message);
  for (const word of words) expect(page.content.markdown).toContain(word);
});
