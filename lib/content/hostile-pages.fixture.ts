import { worstCases } from './worst-cases.fixture.ts';

const times = (part: string, count: number): string => part.repeat(count);
const numbered = (count: number, part: (at: number) => string): string => {
  const parts: string[] = [];
  for (let at = 0; at < count; at += 1) parts.push(part(at));
  // Joined into one string, like a received page: otherwise reading would begin by joining the parts.
  return Buffer.from(parts.join('')).toString();
};

const megabyte = 1_000_000;

/**
 * Pages of the sizes that were worst for this reader or for others, and every generated worst case at five megabytes.
 */
export const hostilePages: Readonly<Record<string, () => string>> = {
  '300,000 links': () => numbered(300_000, (at) => `<li><a href="/page/${at}">Link ${at}</a></li>`),
  '500,000 paragraphs': () => times('<p>x', 500_000),
  'a table of 10 by 40,000 cells': () => `<table>${times(`<tr>${times('<td>x', 10)}`, 40_000)}</table>`,
  'a table of a million cells': () => `<table>${times(`<tr>${times('<td>x', 1_000)}`, 1_000)}</table>`,
  'a row of 200,000 cells': () => `<table><tr>${times('<td>x', 200_000)}</table>`,
  '50,000 nested items of RDFa': () =>
    numbered(50_000, (at) => `<div typeof="Thing" property="p${at}"><span property="name">x</span>`),
  '30,000 nested items of microdata': () =>
    times(
      '<div itemscope itemprop="part" itemtype="https://schema.org/Thing"><b itemprop="name">x</b>',
      30_000,
    ),
  'a million unclosed quotes of attributes': () => times('<a href="x>', megabyte),
  '100,000 pictures without scripts': () => times('<noscript><img src="/a.png" alt="x"></noscript>', 100_000),
  'misnested b and i': () => times('<b><i></b></i>', 145_000),
  'a choice of 300,000 options': () => `<select>${times('<option>x', 300_000)}</select>`,
  'a title of 10 MB': () => `<title>${times('words ', 1_700_000)}</title><p>x`,
  '30,000 footnotes': () =>
    numbered(30_000, (at) => `<p>Text<sup><a href="#n${at}">${at}</a></sup></p><li id="n${at}">A note</li>`),
  '200,000 images': () => times('<img src="/a.png" alt="x">', 200_000),
  'prose of 8 MB in one paragraph': () => `<p>${times('Some prose, that goes on. ', 310_000)}</p>`,
  'a class of 10 MB': () => `<div class="${times('name ', 2 * megabyte)}"><p>x</p></div>`,
  'an id of 10 MB': () => `<div id="${times('name-', 2 * megabyte)}"><p>x</p></div>`,
  'a style of 10 MB': () => `<div style="${times('color:red;', megabyte)}"><p>x</p></div>`,
  'entities that are none, 5 MB': () => times('&notit', 830_000),
  'U+0000, 5 MB': () => times('\0', 5 * megabyte),
  '200,000 metas': () => numbered(200_000, (at) => `<meta name="m${at}" content="v">`),
  'backticks, 3 MB': () => `<p>${times('`', 3 * megabyte)}</p>`,
  'marks of emphasis, 5 MB': () => `<p>${times('*_[', 1_670_000)}</p>`,
  'a million line breaks': () => times('x<br>', megabyte),
  'a million less-than signs': () => times('<', megabyte),
  'entities, 5 MB': () => times('&amp;&eacute;&#x41;', 263_000),
  '100,000 nested divisions': () => `${times('<div>', 100_000)}x`,
  '50,000 nested lists': () => times('<ul><li>x', 50_000),
  '50,000 nested quotations': () => times('<blockquote>x', 50_000),
  '100,000 headings': () => numbered(100_000, (at) => `<h2>Heading ${at}</h2>`),
  '100,000 blocks of code': () => times('<pre><code>x = 1</code></pre>', 100_000),
  '60,000 definitions': () => times('<dt>term<dd>what it means', 60_000),
  '40,000 posts': () => times('<div class="post-body">A text, of a post</div><time>2020</time>', 40_000),
  '60,000 bylines': () => times('<span class="byline">By Ann Bell</span><time>May 3, 2020</time>', 60_000),
  '60,000 prices': () => times('<span class="price">$ 3.00</span><button>Add to cart</button>', 60_000),
  '60,000 formulas': () => times('<math><mi>x</mi></math>', 60_000),
  '60,000 tabs': () => times('<div role="tablist"><a role="tab">a</a><a role="tab">b</a></div>', 60_000),
  '100,000 frames': () => times('<iframe src="/a"></iframe>', 100_000),
  '100,000 hidden elements': () => times('<p hidden>x</p><p style="display:none">y</p>', 50_000),
  '100,000 unlike classes': () => numbered(100_000, (at) => `<p class="a${at} b${at}-c">x</p>`),
  '60,000 rules of style': () =>
    `<style>${numbered(60_000, (at) => `.a${at}{display:none}`)}</style><p class="a1">x</p>`,
  'JSON-LD of 5 MB': () =>
    `<script type="application/ld+json">[${times('{"@type":"Thing","name":"x"},', 170_000)}{}]</script><p>x`,
  'JSON-LD of 10,000 scripts': () =>
    times('<script type="application/ld+json">{"@type":"Article","headline":"x"}</script>', 10_000),
  ...Object.fromEntries(
    Object.entries(worstCases).map(([name, page]) => [`${name}, 5 MB`, () => page(5 * megabyte)]),
  ),
};
