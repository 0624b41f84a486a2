import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../extract/model/token-estimate.ts';
import { brokenLaws } from './passages.fixture.ts';
import { splitPassages, type Passage } from './passages.ts';

const sizes = { target: 400, max: 800, min: 60 };
const small = { target: 40, max: 80, min: 10 };
const golden = join(import.meta.dirname, '../../test/golden');
const pages = readdirSync(golden)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, markdown: readFileSync(join(golden, name), 'utf8') }));

const words = (count: number, word = 'water'): string => Array.from({ length: count }, () => word).join(' ');
const textsOf = (passages: readonly Passage[]): string[] => passages.map(({ text }) => text);

describe('whatever the page, passages are all of it and break nothing', () => {
  test.each([sizes, small, { target: 150, max: 200, min: 0 }])('golden pages, %o', (size) => {
    for (const { name, markdown } of pages)
      expect({ name, broken: brokenLaws(markdown, splitPassages(markdown, size)) }).toEqual({
        name,
        broken: [],
      });
  });

  test('any sequence of blocks', () => {
    const line = fc.string({
      unit: fc.constantFrom('a', 'ü', '漢', ' ', '.', '`', '*', '🜂', '-'),
      maxLength: 60,
    });
    const code = fc
      .array(
        line.map((text) => text.replaceAll('`', '')),
        { maxLength: 40 },
      )
      .map((lines) => `\`\`\`js\n${lines.join('\n')}\n\`\`\``);
    const table = fc
      .array(
        line.map((text) => text.replaceAll(/[`|]/g, '')),
        { maxLength: 30 },
      )
      .map((rows) => `| A | B |\n| --- | --- |\n${rows.map((row) => `| ${row} | x |`).join('\n')}`);
    const entry = fc
      .tuple(line, code)
      .map(([term, body]) => `- **${term.replaceAll('`', '')}**\n\n${body.replaceAll(/^(?=.)/gm, '  ')}`);
    const heading = fc.integer({ min: 1, max: 4 }).map((level) => `${'#'.repeat(level)} Title ${level}`);
    const paragraph = line.map((text) => text.replaceAll('`', '').replace(/^[\s*-]+/, 'x'));
    const markdown = fc
      .array(fc.oneof(code, table, entry, heading, paragraph), { maxLength: 12 })
      .map((blocks) => blocks.join('\n\n'));
    fc.assert(
      fc.property(markdown, (text) => {
        expect(brokenLaws(text, splitPassages(text, small))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('the laws tell a cut every 300 characters from one that heeds them', () => {
    const cut = (markdown: string): Passage[] =>
      Array.from({ length: Math.ceil(markdown.length / 300) }, (_, at) => {
        const start = at * 300;
        const end = Math.min(start + 300, markdown.length);
        return { start, end, text: markdown.slice(start, end), sectionPath: [], headingLevel: 0, tokens: 0 };
      });
    const found = new Set(
      pages
        .flatMap(({ markdown }) => brokenLaws(markdown, cut(markdown)))
        .map((law) => law.replace(/^\D*\d+ /, '')),
    );
    expect(found).toContain('leaves a fence of code open');
    expect(found).toContain('has rows without their header');
    expect(found).toContain('begins or ends within a row');
  });

  test('a passage that is left out, or one that is there twice, is found', () => {
    const markdown = `# A\n\n${words(100)}\n\n# B\n\n${words(100)}\n`;
    const [first, second] = splitPassages(markdown, sizes) as [Passage, Passage];
    expect(brokenLaws(markdown, [first])).not.toEqual([]);
    expect(brokenLaws(markdown, [first, first, second])).not.toEqual([]);
  });
});

describe('where a page is cut', () => {
  test('a section begins a passage, which knows the headings over it', () => {
    const markdown =
      `# Mill\n\n${words(80)}\n\n## Wheel\n\n${words(80)}\n\n### Bucket\n\n${words(80)}\n\n## ` +
      `*Weir*\n\n${words(80)}\n`;
    const passages = splitPassages(markdown, sizes);
    expect(passages.map(({ sectionPath, headingLevel }) => [sectionPath.join(' › '), headingLevel])).toEqual([
      ['Mill', 1],
      ['Mill › Wheel', 2],
      ['Mill › Wheel › Bucket', 3],
      ['Mill › Weir', 2],
    ]);
    expect(textsOf(passages)[1]).toMatch(/^## Wheel\n/);
  });

  test('short sections stand together under the headings that they share', () => {
    const markdown = `# Mill\n\n## Wheel\n\n${words(20)}\n\n## Weir\n\n${words(20)}\n\n## Race\n\n${words(90)}\n`;
    const passages = splitPassages(markdown, sizes);
    expect(passages.map(({ sectionPath }) => sectionPath)).toEqual([['Mill']]);
    expect(
      splitPassages(markdown, { ...sizes, min: 10 }).map(({ sectionPath }) => sectionPath.at(-1)),
    ).toEqual(['Wheel', 'Weir', 'Race']);
  });

  test('no passage ends with a heading', () => {
    const markdown = Array.from({ length: 20 }, (_, at) => `## Part ${at}\n\n${words(35)}\n`).join('\n');
    for (const { text } of splitPassages(markdown, small)) expect(text.split('\n').at(-1)).not.toMatch(/^#/);
  });

  test('a table up to the limit is whole; the rows of a longer one have its header again', () => {
    const table = (rows: number): string =>
      `| Plan | Price |\n| --- | --- ` +
      `|\n${Array.from({ length: rows }, (_, at) => `| plan ${at} | ${at} crowns |`).join('\n')}\n`;
    expect(splitPassages(`${words(300)}\n\n${table(60)}`, sizes).map(({ tokens }) => tokens > 400)).toEqual([
      false,
      true,
    ]);
    const passages = splitPassages(table(200), sizes);
    expect(passages.length).toBeGreaterThan(2);
    for (const { text } of passages)
      expect(text).toMatch(/^\| Plan \| Price \|\n\| --- \| --- \|\n\| plan \d/);
    expect(
      textsOf(passages)
        .join('\n')
        .match(/\| plan \d+ /g),
    ).toHaveLength(200);
  });

  test('code up to the limit is whole; longer code is cut at blank lines, and each part is fenced', () => {
    const body = Array.from({ length: 60 }, (_, at) => `begin(${at});\nend(${at});\n`).join('\n');
    const passages = splitPassages(`\`\`\`js\n${body}\`\`\`\n`, { target: 100, max: 200, min: 10 });
    expect(passages.length).toBeGreaterThan(3);
    for (const { text } of passages) {
      expect(text).toMatch(/^```js\nbegin\(/);
      expect(text).toMatch(/end\(\d+\);\n\n?```$/);
    }
  });

  test('a definition stays with its term, which the rest of a long one says again', () => {
    const entry = (term: string, size: number): string =>
      `- \`${term}\`\n\n  ${words(size)}\n\n  ${words(size, 'weir')}\n`;
    const markdown = `${entry('--dry', 60)}\n${entry('--long', 500)}\n${entry('--wet', 60)}`;
    const passages = splitPassages(markdown, sizes);
    for (const { text } of passages) expect(text).toMatch(/^- `--(?:dry|long|wet)`\n/);
  });

  test('every passage keeps within the limit, but for a row that is longer', () => {
    for (const { markdown } of pages)
      for (const { text, tokens } of splitPassages(markdown, sizes))
        expect(tokens, text.slice(0, 100)).toBeLessThanOrEqual(sizes.max);
    const row = `| a |\n| --- |\n| ${words(2_000)} |\n`;
    expect(splitPassages(row, sizes)).toHaveLength(1);
    const one = splitPassages(words(2_000, '漢字'), sizes);
    expect(Math.max(...one.map(({ text }) => estimateTokens(text)))).toBeLessThanOrEqual(sizes.max);
  });

  test.each([
    ['hi', 'यह पुस्तकालय बहुत पुराना है और यहाँ हज़ारों किताबें हैं। ', /।\s*$/],
    ['ar', 'هل تفتح المكتبة أبوابها يوم الجمعة؟ ', /؟\s*$/],
    ['ur', 'یہ کتب خانہ بہت پرانا ہے۔ ', /۔\s*$/],
    ['km', 'បណ្ណាល័យជាតិបើកទ្វារ។', /។\s*$/],
    ['my', 'စာကြည့်တိုက်သည်ဖွင့်သည်။', /။\s*$/],
    ['am', 'ቤተ መጻሕፍቱ ክፍት ነው። ', /።\s*$/],
    ['ja', '「図書館は開いています。」と彼は言った。', /。」?\s*$/],
  ])('a passage ends with a sentence, whatever ends it: %s', (_language, sentence, end) => {
    const passages = splitPassages(sentence.repeat(60), small, false);
    expect(passages.length).toBeGreaterThan(3);
    for (const { text } of passages) expect(text).toMatch(end);
  });

  test.each([
    ['th', 'จักรพรรดิทรงมีพระราชดำรัสแก่ประชาชนเรื่องห้องสมุดแห่งชาติและพิพิธภัณฑ์'],
    ['km', 'បណ្ណាល័យជាតិបើកទ្វារជារៀងរាល់ថ្ងៃសម្រាប់សាធារណជន'],
    ['ja', '国立図書館は毎日一般に公開されており多くの人々が訪れています'],
  ])('without a pause a passage ends between words: %s', (language, unit) => {
    const text = unit.repeat(60);
    const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    const borders = new Set(Array.from(segmenter.segment(text), ({ index }) => index));
    const passages = splitPassages(text, small, false);
    expect(passages.length).toBeGreaterThan(3);
    for (const { start } of passages) expect(borders).toContain(start);
    expect(brokenLaws(text, passages)).toEqual([]);
  });

  test('no character is cut in two, whatever it is made of, also in the name of a section', () => {
    for (const unit of ['👩‍👩‍👧‍👦', 'कि', 'e\u0301', 'កុំ', '𠮷']) {
      const text = `# ${unit.repeat(199)}\n\n${unit.repeat(900)}`;
      for (const { start, sectionPath } of splitPassages(text, small)) {
        expect(sectionPath.join('').isWellFormed()).toBe(true);
        expect(new Intl.Segmenter().segment(text).containing(start)?.index).toBe(start);
      }
    }
    // A single character that is longer than a passage is cut.
    const long = `a${'\u0301'.repeat(3_000)}`;
    expect(brokenLaws(long, splitPassages(long, small, false))).toEqual([]);
  });

  test('plain text is cut between paragraphs, and marks of Markdown mean nothing in it', () => {
    const text = `# ${words(60)}\n\n| ${words(60)}\n\n\`\`\`\n${words(60)}\n`;
    const passages = splitPassages(text, { target: 70, max: 140, min: 10 }, false);
    expect(passages.map(({ sectionPath }) => sectionPath)).toEqual([[], [], []]);
    expect(passages.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  });

  test('a page without text has no passages', () => {
    expect(splitPassages('', sizes)).toEqual([]);
  });
});
