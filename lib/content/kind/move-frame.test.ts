import { expect, test } from 'vitest';
import type { PageContent } from '../page-content.ts';
import { readPage } from '../read-page.ts';
import { usualReading } from '../read-as-usual.fixture.ts';

const contentOf = (html: string, includeTags: readonly string[] = []): PageContent => {
  const page = readPage({
    html,
    url: 'https://a.test/page',
    options: { ...usualReading, onlyMainContent: false, includeTags, wantHtml: true },
  });
  if (page.kind === 'refused') throw new Error(page.failure.message);
  return page.content;
};

const prose = 'It grinds rye every Saturday, as long as there is water in the stream, and sells it at noon.';
const html =
  `<body><nav><a href="/a">Alpha</a> <a href="/b">Beta</a></nav><header id="header">Mills of the county</header>
  <main><h1>Mill</h1><p>${prose}</p><button>Copy</button><p>${prose}</p></main><aside>Buy flour</aside>` +
  `<footer>© Mill</footer></body>`;

test('where all of a page is wanted, its frame comes behind its content, in its order, below a mark', () => {
  const { markdown } = contentOf(html);
  expect(markdown).toBe(
    `# Mill\n\n${prose}\n\n${prose}\n\n<!-- page frame -->\n\n[Alpha](https://a.test/a) [Beta](https://a.test/b)\n\n` +
      'Mills of the county\n\nBuy flour\n\n© Mill',
  );
});

test('the frame is part of the text, of the HTML and of what is kept; what is operated is not', () => {
  const { text, html: cleaned, keptText } = contentOf(html);
  expect(text.split('\n').at(-1)).toBe('© Mill');
  expect(text).not.toContain('Copy');
  expect(cleaned).toContain('Buy flour');
  expect(keptText.kept).toBe(1);
});

test('a page without a frame has no mark, and one of nothing but its frame has all of it', () => {
  expect(contentOf(`<p>${prose}</p>`).markdown).toBe(prose);
  expect(contentOf('<nav><a href="/a">Alpha</a></nav>').markdown).toContain('[Alpha](https://a.test/a)');
});

test('elements that the request names stay in the order of the page', () => {
  expect(contentOf(html, ['main', 'nav']).markdown).toMatch(/^\[Alpha\]/);
});
