import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastCpuMs } from '../../../test/harness/cpu-time.ts';
import { splitPage } from './split-page.ts';
import { estimateTokens } from './token-estimate.ts';

const words = (count: number, word = 'word'): string =>
  Array.from({ length: count }, (_, at) => `${word}${at % 10}`).join(' ');
const whole = (markdown: string, budget: number): string =>
  splitPage(markdown, budget)
    .map(({ start, end }) => markdown.slice(start, end))
    .join('');

const block = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.lorem({ maxCount: 4 }))
    .map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  fc.lorem({ maxCount: 60 }),
  fc
    .array(fc.lorem({ maxCount: 8 }), { minLength: 1, maxLength: 30 })
    .map((all) => all.map((one) => `- ${one}`).join('\n')),
  fc
    .array(fc.lorem({ maxCount: 4 }), { minLength: 1, maxLength: 40 })
    .map((rows) => ['| a | b |', '| --- | --- |', ...rows.map((row) => `| ${row} | x |`)].join('\n')),
  fc.lorem({ maxCount: 40 }).map((text) => `\`\`\`\n# ${text}\n\n| x\n\`\`\``),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
);
const page = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join('\n\n'));

test('nothing is lost, and no chunk is above the budget', () => {
  fc.assert(
    fc.property(page, fc.integer({ min: 24, max: 200 }), (markdown, budget) => {
      expect(whole(markdown, budget)).toBe(markdown);
      for (const { text, start, end } of splitPage(markdown, budget)) {
        expect(estimateTokens(text)).toBeLessThanOrEqual(budget);
        expect(text.endsWith(markdown.slice(start, end))).toBe(true);
        expect(end).toBeGreaterThan(start);
        expect(text.isWellFormed()).toBe(markdown.isWellFormed());
      }
    }),
    { numRuns: 300 },
  );
});

test('a page within the budget is one chunk', () => {
  const markdown = `# A\n\n${words(50)}\n\n## B\n\n${words(50)}`;
  expect(splitPage(markdown, 2_048)).toEqual([
    { headings: [], text: markdown, start: 0, end: markdown.length },
  ]);
  expect(splitPage('', 100)).toEqual([]);
});

test('chunks begin at headings where they can, and know the headings over them', () => {
  const section = (name: string): string => `## ${name}\n\n${words(60)}\n\n`;
  const markdown = `# Guide\n\nIntro.\n\n${section('One')}${section('Two')}${section('Three')}`;
  const chunks = splitPage(markdown, 180);
  expect(chunks.map(({ text }) => text.slice(0, 7))).toEqual(['# Guide', '## Two\n', '## Thre']);
  expect(chunks.map(({ headings }) => headings)).toEqual([[], ['Guide'], ['Guide']]);
});

test('a heading stays with what stands under it', () => {
  const markdown = `${words(40)}\n\n# A\n\n## B\n\n${words(55)}`;
  const [first, second] = splitPage(markdown, 130);
  expect(first?.text).not.toContain('#');
  expect(second?.text).toMatch(/^# A\n\n## B/);
});

test('a long section is told under its own headings', () => {
  const chunks = splitPage(`# Guide\n\n## Part\n\n${words(400)}`, 200);
  expect(chunks.slice(1).every(({ headings }) => headings.join() === 'Guide,Part')).toBe(true);
  expect(chunks.length).toBeGreaterThan(2);
});

test('rows of a long table keep together, and each chunk has its header', () => {
  const rows = Array.from({ length: 80 }, (_, at) => `| item ${at} | ${at} |`);
  const header = '| name | count |\n| --- | --- |\n';
  const chunks = splitPage(`# T\n\n${header}${rows.join('\n')}\n\nEnd.`, 150);
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.every(({ text }) => text.includes(header))).toBe(true);
  expect(chunks.flatMap(({ text }) => text.match(/^\| item .*$/gm) ?? [])).toEqual(rows);
});

test('entries of a list are not cut while they fit', () => {
  const entries = Array.from({ length: 60 }, (_, at) => `- entry ${at} with ${words(5)}`);
  for (const { text } of splitPage(entries.join('\n'), 120))
    for (const line of text.trim().split('\n')) expect(entries).toContain(line);
});

test('what has no end is cut between sentences, then between words, then anywhere', () => {
  expect(
    splitPage(`${words(30)}. ${words(300)}`.replaceAll('word9 ', 'word9. '), 100).every(({ text }) =>
      /[.\d]\s?$/.test(text),
    ),
  ).toBe(true);
  expect(splitPage('x'.repeat(50_000), 100).length).toBeGreaterThan(10);
});

test.each(['x', 'word ', '# h\n\n', '| a | b |\n', '- a\n', '```\n', '\n', '𝒳', '# h\n\ntext here\n\n'])(
  'half a megabyte of %j takes no longer than half a megabyte of anything',
  (unit) => {
    const markdown = unit.repeat(Math.ceil(500_000 / unit.length));
    // A tenth of it, alone on the machine; in quadratic time a hundred thousand blocks take minutes.
    expect(leastCpuMs(() => splitPage(markdown, 2_048))).toBeLessThan(3_000);
  },
);
