const filled = (part: string, size: number): string => part.repeat(Math.ceil(size / part.length));
const numbered = (part: (at: number) => string, size: number): string => {
  let html = '';
  for (let at = 0; html.length < size; at += 1) html += part(at);
  // Joined into one string, like a received page: otherwise reading would begin by joining the parts.
  return Buffer.from(html).toString();
};

/** Pages on which readers of HTML take quadratic time or overflow their stack, by their size in characters. */
export const worstCases: Readonly<Record<string, (size: number) => string>> = {
  'unclosed b and i': (size) => filled('<b><i>some words, ', size),
  'unclosed p and font': (size) => filled('<p><font>some words, ', size),
  'unclosed ul and li': (size) => filled('<ul><li>an item, ', size),
  'unclosed tables': (size) => filled('<table><tr><td>a cell, ', size),
  'nested tables': (size) =>
    filled('<table><tr><td>a cell, ', size / 2) + filled('</td></tr></table>', size / 2),
  'nested lists': (size) => filled('<ul><li>an item, ', size / 2) + filled('</li></ul>', size / 2),
  'nested divisions with text': (size) => filled('<div>a word, ', size),
  'nested quotations': (size) => filled('<blockquote>quoted, ', size),
  'unclosed links': (size) => filled('<a href="/x">text ', size),
  'less-than signs': (size) => filled('<', size),
  entities: (size) => filled('&amp;&eacute;&#x41;', size),
  'line breaks': (size) => filled('A line of text, here<br>', size),
  'double line breaks': (size) => filled('A line of text, here<br><br>', size),
  images: (size) => filled('<img src="/a.png" alt="x">', size),
  'a span of backticks': (size) => `<p><code>${filled('`', size)}</code></p>`,
  'blanks in elements': (size) => `<p>${filled('<i> </i>', size)}x</p>`,
  comments: (size) => filled('<!-- c -->x ', size),
  links: (size) => `<ul>${numbered((at) => `<li><a href="/page/${at}">Link ${at}</a></li>`, size)}</ul>`,
  paragraphs: (size) =>
    filled('<p>Some prose, with commas, that goes on for a while, and ends here.</p>', size),
  footnotes: (size) =>
    numbered((at) => `<p>T<sup><a href="#n${at}">${at}</a></sup></p><li id="n${at}">Note</li>`, size),
  'related headings': (size) => filled('<h2>Related</h2><p><a href="/x">other</a></p>', size),
  'nested items of microdata': (size) => filled('<div itemscope><span itemprop="name">x</span>', size),
  'cells that span everything': (size) =>
    `<table>${filled('<tr><td rowspan=1000 colspan=1000>x</td></tr>', size)}</table>`,
  'nested JSON-LD': (size) => `<script type="application/ld+json">${filled('[{"a":', size)}</script>x`,
  'many attributes': (size) => `<p ${numbered((at) => `a${at}=b `, size)}>x</p>`,
};
