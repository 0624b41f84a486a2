import fc from 'fast-check';

/** A piece of a generated page: its markup, and the words that must be found again if it is main content. */
export interface GeneratedPiece {
  readonly html: string;
  readonly marks: readonly string[];
}

const words = fc
  .array(
    fc.constantFrom('the', 'mill', 'turns,', 'slowly', 'in', 'winter', 'water', 'stone,', 'a', 'wheel'),
    {
      minLength: 3,
      maxLength: 12,
    },
  )
  .map((all) => all.join(' '));
const prose = fc
  .array(words, { minLength: 4, maxLength: 9 })
  .map((sentences) => `${sentences.join('. ')}, and so it goes on until the spring comes again.`);
const mark = fc.nat({ max: 1e9 }).map((number) => `mark${number}x`);

const paragraph = prose.map((text): GeneratedPiece => ({ html: `<p>${text}</p>`, marks: [] }));
const heading = fc
  .tuple(fc.constantFrom('h2', 'h3', 'h4'), mark)
  .map(([name, one]): GeneratedPiece => ({ html: `<${name}>Of ${one}</${name}>`, marks: [one] }));
const code = mark.map((one): GeneratedPiece => ({
  html: `<pre><code>run ${one} --all</code></pre>`,
  marks: [one],
}));
const table = fc.tuple(mark, mark).map(([one, two]): GeneratedPiece => ({
  html:
    `<table><thead><tr><th>Name</th><th>Use</th></tr></thead><tbody><tr><td>${one}</td><td>${two}</td></tr>` +
    `</tbody></table>`,
  marks: [one, two],
}));
const definitions = fc.tuple(mark, mark).map(([one, two]): GeneratedPiece => ({
  html: `<dl><dt>${one}</dt><dd>means ${two}</dd></dl>`,
  marks: [one, two],
}));
const listing = mark.map((one): GeneratedPiece => ({
  html: `<figure><pre>call ${one}</pre><figcaption>Listing of ${one}</figcaption></figure>`,
  marks: [one],
}));
const photo = mark.map((one): GeneratedPiece => ({
  html: `<figure><img src="/mill.jpg" alt="A mill"><figcaption>Mill ${one} in May</figcaption></figure>`,
  marks: [one],
}));
const plain = fc.oneof(heading, code, table, definitions, listing, photo);
/** Names by which readability takes a division for no content; authors use them for scrolling code and remarks. */
const names = [
  '',
  'box',
  'example',
  'scroll',
  'media',
  'legends',
  'remark',
  'extra',
  'supplemental',
  'contact-x',
];
const wrapped = fc
  .tuple(fc.constantFrom(...names), plain)
  .map(([name, { html, marks }]): GeneratedPiece => ({ html: `<div class="${name}">${html}</div>`, marks }));

/** Names and elements that passes remove, unless they hold data. */
const furniture = ['sidebar', 'related', 'promo', 'share-box', 'newsletter', 'tags', 'sponsored'];
const boxed = fc
  .tuple(
    fc.constantFrom('div', 'aside'),
    fc.constantFrom(...furniture),
    fc.oneof(code, table, definitions, listing),
  )
  .map(([element, name, { html, marks }]): GeneratedPiece => ({
    html: `<${element} class="${name}">${html}</${element}>`,
    marks,
  }));

const joined = (pieces: readonly GeneratedPiece[]): GeneratedPiece => ({
  html: pieces.map(({ html }) => html).join('\n'),
  marks: pieces.flatMap(({ marks }) => marks),
});

/** Makes a main area: prose with these pieces in it. */
const areaOf = (pieces: fc.Arbitrary<GeneratedPiece>): fc.Arbitrary<GeneratedPiece> =>
  fc
    .tuple(paragraph, fc.array(pieces, { minLength: 3, maxLength: 20 }), paragraph)
    .map(([first, middle, last]) => joined([first, ...middle, heading0, last]));

const heading0: GeneratedPiece = { html: '<h2>At last</h2>', marks: [] };

const frames = {
  before:
    '<header id="header"><a href="/">Site</a></header><nav><a href="/a">One</a> <a href="/b">Two</a></nav>',
  beside: '<aside><h3>Also</h3><a href="/c">Three</a> <a href="/d">Four</a></aside>',
  after: '<div class="cookie-banner">We set cookies.</div><footer>Made by us</footer>',
};

const pageAround = (
  area: fc.Arbitrary<GeneratedPiece>,
  names: readonly string[],
): fc.Arbitrary<GeneratedPiece> =>
  fc
    .tuple(area, fc.constantFrom(...names), fc.boolean(), fc.boolean())
    .map(([{ html, marks }, name, isFramed, saysArticle]) => {
      const main = `<${name}>${html}</${name}>`;
      const head = saysArticle ? '<meta property="og:type" content="article">' : '';
      const body = isFramed ? `${frames.before}${main}${frames.beside}${frames.after}` : main;
      return { html: `<!doctype html><title>Mills</title>${head}<body>${body}</body>`, marks };
    });

const usual = fc.oneof(paragraph, plain, wrapped);

/**
 * A page with a main area of headings, code, tables, definition lists and listings among prose, and a frame around it.
 */
export const generatedPage: fc.Arbitrary<GeneratedPiece> = fc.oneof(
  pageAround(areaOf(usual), ['main', 'div', 'article', 'section']),
  pageAround(areaOf(fc.oneof(usual, boxed)), ['main', 'article']),
);
