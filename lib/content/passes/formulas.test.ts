import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const markdownOf = (head: string, html: string): string =>
  contentAsUsual(
    `<head><meta name="generator" content="Docutils 0.17">${head}<title>Page</title></head>` +
      `<body><h1>Gauges</h1>${html}</body>`,
  ).markdown;

test('a numbered equation of Sphinx is a formula with its number behind it', () => {
  const number = '<span class="eqno">(1.2)<a class="headerlink" href="#e">¶</a></span>';
  expect(
    markdownOf('', `<p>See:</p><div class="math" id="e">\n${number}\\[x_1 &lt; y\\]</div><p>So.</p>`),
  ).toBe('# Gauges\n\nSee:\n\n$$x_1 < y$$ (1.2)\n\nSo.');
});

test('formulas that MathJax would draw are formulas, within text and apart, and code stays code', () => {
  const html =
    '<p>Of \\(a_1^2\\) and \\(b\\).</p><p class="formulaDsp">\n\\[ x \\]\n</p><pre>f\\(a\\)</pre>' +
    '<p>A bracket \\( alone.</p>';
  const markdown = markdownOf('<script src="https://cdn.test/mathjax@2/MathJax.js"></script>', html);
  expect(markdown).toContain('Of $a_1^2$ and $b$.');
  expect(markdown).toContain('\n\n$$x$$\n\n');
  expect(markdown).toContain('\nf\\(a\\)\n');
  expect(markdown).toContain('alone.');
  expect(markdownOf('', html)).not.toContain('$b$');
});

test('many opening marks of formulas in one text cost linear time', () => {
  const read = (count: number): number => {
    const start = process.cpuUsage().user;
    markdownOf('<script src="/MathJax.js"></script>', `<p>${'\\(x '.repeat(count)}</p>`);
    return process.cpuUsage().user - start;
  };
  read(1_000);
  expect(read(40_000)).toBeLessThan(4_000_000);
});
