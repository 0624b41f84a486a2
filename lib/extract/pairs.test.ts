import { expect, test } from 'vitest';
import { parsePage } from '../content/dom/document.ts';
import type { LabelledPair } from '../content/labelled-pair.ts';
import { pairsInMarkdown } from './candidates/pairs-in-markdown.ts';
import { pairsInPage } from '../content/pairs-in-page.ts';

const pairsOf = (body: string): LabelledPair[] => {
  const parsed = parsePage(`<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`);
  return pairsInPage(parsed, 'https://a.example/');
};
const short = (pairs: readonly LabelledPair[]): string[] =>
  pairs.map(({ label, value }) => `${label}=${value}`);

test('rows of th and td, definition lists and strong labels are pairs', () => {
  expect(short(pairsOf('<table><tr><th>Weight:</th><td>3 <b>kg</b></td></tr></table>'))).toEqual([
    'Weight=3 kg',
  ]);
  expect(short(pairsOf('<table><tr><td>Colour</td><td>red</td></tr></table>'))).toEqual(['Colour=red']);
  expect(short(pairsOf('<dl><dt>Size</dt><dd>L</dd><div><dt>Fit</dt><dd>slim</dd></div></dl>'))).toEqual([
    'Size=L',
    'Fit=slim',
  ]);
  expect(short(pairsOf('<ul><li><strong>Maker:</strong> Acme</li><li><b>Year</b>: 1999</li></ul>'))).toEqual([
    'Maker=Acme',
    'Year=1999',
  ]);
});

test.each([
  '<tfoot><tr><td>All</td><td>11</td></tr></tfoot>',
  '<tfoot><tr><th>Total</th><td>11</td></tr></tfoot>',
  '<tr><td><b>Grand total:</b></td><td>11</td></tr>',
  '<tr><th>Summe</th><td>11</td></tr>',
])('a row that sums a table up is no record of it: %s', (foot) => {
  const rows = '<tr><td>A</td><td>5</td></tr><tr><td>B</td><td>6</td></tr>';
  const table = `<table><thead><tr><th>Product</th><th>Price</th></tr></thead>${rows}${foot}</table>`;
  expect(pairsOf(table).map(({ cells }) => cells)).toEqual([
    ['A', 'B'],
    ['5', '6'],
  ]);
});

test('a table of records is no table of labels', () => {
  const rows = '<tr><th>Size</th><th>Price</th></tr><tr><td>S</td><td>5</td></tr>';
  expect(pairsOf(`<table>${rows}<tr><td>M</td><td>6</td></tr></table>`).map(({ cells }) => cells)).toEqual([
    ['S', 'M'],
    ['5', '6'],
  ]);
  expect(pairsOf(`<table>${rows}</table>`).map(({ label, value }) => [label, value])).toEqual([
    ['Size', 'S'],
    ['Price', '5'],
  ]);
  expect(
    pairsOf('<table><tr><td>a</td><td>b</td><td>c</td></tr><tr><th>x</th><td>1</td></tr></table>'),
  ).toEqual([]);
  expect(pairsOf('<dl><dt>Author</dt><dd>Ada</dd><dd>Bo</dd></dl>')).toEqual([]);
});

test(
  'an infobox gives its rows without footnote marks, parts under the label they belong to, dates as ' +
    'machines read them',
  () => {
    const pairs = pairsOf(`<table class="infobox vcard"><tr><th colspan=2>Bern</th></tr>
    <tr><th>Born</th><td><span class="bday">1960-03-04</span> 4 March 1960<sup class="reference">[1]</sup></td></tr>
    <tr><th>Population</th></tr><tr><th>• Total</th><td>133,883</td></tr>
    <tr><th>Website</th><td><a href="/x">x</a></td></tr></table>`);
    expect(short(pairs)).toEqual(['Born=1960-03-04 4 March 1960', 'Population Total=133,883', 'Website=x']);
    expect(pairs[0]).toMatchObject({ date: '1960-03-04', kind: 'infobox' });
    expect(pairs[2]?.urls).toEqual(['https://a.example/x']);
  },
);

test('what is beside the subject, or not shown, is not read', () => {
  const row = '<table><tr><th>Price</th><td>5</td></tr></table>';
  for (const around of ['aside', 'nav', 'footer', 'form'])
    expect(pairsOf(`<${around}>${row}</${around}>`)).toEqual([]);
  expect(pairsOf(`<div class="related-products">${row}</div>`)).toEqual([]);
  expect(pairsOf(`<div style="display:none">${row}</div>`)).toEqual([]);
  expect(short(pairsOf(`<div class="product">${row}</div>`))).toEqual(['Price=5']);
});

test('each pair says where its value stands', () => {
  expect(pairsOf('<table><tr><th>a</th><td>1</td></tr><tr><th>b</th><td>2</td></tr></table>')[1]?.where).toBe(
    'html > body > table > tbody > tr:nth-of-type(2) > td',
  );
});

test('lines of Markdown are pairs where label and value are short, and not in code', () => {
  const markdown = [
    'Contact: Ada',
    '- **Phone:** [+1 23](tel:+123)',
    'He said that it was the last time he had gone there: and so it was.',
    '```',
    'key: value',
    '```',
    'See https://a.example/ for more',
  ].join('\n\n');
  expect(short(pairsInMarkdown(markdown))).toEqual(['Contact=Ada', 'Phone=+1 23']);
});

test.each([
  'Address: 12 Mill Lane  \nBristol BS1 4QA',
  '**Opening hours:** Mon–Fri 9–17  \nSat 10–14  \nSun closed',
  '- Colours: red, blue  \n  green, black\n- ',
  'Venue: City Hall\\\n1 Main St',
  '## Parts\n\n- leg\n- arm  \n  of oak\n- seat',
  '## Parts\n\n- leg\n- arm\n  - of oak\n- seat',
])('a value of several lines is not its first line: %j', (markdown) => {
  expect(short(pairsInMarkdown(markdown))).toEqual([]);
});

test('a value ends where the next line has a label of its own', () => {
  const lines = 'Address: 12 Mill Lane  \nPhone: 0117 496 0123  \n**Hours:**  \nSun closed';
  expect(short(pairsInMarkdown(lines))).toEqual(['Address=12 Mill Lane', 'Phone=0117 496 0123']);
  expect(short(pairsInMarkdown('SKU: 7 Category: Socks  \nand shoes'))).toEqual(['SKU=7']);
});

test('links in a row are several values, and words that are linked are one', () => {
  const row = (value: string): string => `<table><tr><th>Company</th><td>${value}</td></tr></table>`;
  expect(short(pairsOf(row('<a href="/a">About us</a> <a href="/b">My account</a>')))).toEqual([
    'Company=About us; My account',
  ]);
  expect(short(pairsOf(row('<a href="/a">Acme</a> of <a href="/b">Bern</a>')))).toEqual([
    'Company=Acme of Bern',
  ]);
  expect(short(pairsOf(row('<a href="/a">Acme Works</a>')))).toEqual(['Company=Acme Works']);
  expect(short(pairsOf(row('<a href="/a">H</a><a href="/b">2</a>')))).toEqual(['Company=H2']);
});

test('blocks that are alike and have two halves are pairs, wherever they stand', () => {
  const rows = '<p>Made of <b>steel</b></p><p>Legs <b>4</b></p>';
  expect(short(pairsOf(`<h1>Chair</h1>${rows}<p>A chair.</p>`))).toEqual(['Made of=steel', 'Legs=4']);
  const led = '<div><p><strong>Date</strong> 3 May</p><p><strong>Place</strong> Barn</p></div>';
  expect(short(pairsOf(led))).toEqual(['Date=3 May', 'Place=Barn']);
  const spans =
    '<div><div><span>Author</span><span>Jo</span></div><div><span>Pages</span><span>12</span></div></div>';
  expect(short(pairsOf(`<div><h1>Book</h1>${spans}</div>`))).toEqual(['Author=Jo', 'Pages=12']);
  expect(short(pairsOf('<div><p>It is <b>good</b></p></div>'))).toEqual([]);
});

test('a table that is headed as one of properties is one of labels, and another is not', () => {
  const table = (head: string): string =>
    `<table><tr><th>${head}</th><th>x</th></tr><tr><td>Size</td><td>L</td></tr><tr><td>Fit</td>` +
    '<td>slim</td></tr></table>';
  expect(short(pairsOf(table('Property')))).toContain('Size=L');
  expect(short(pairsOf(table('Name')))).not.toContain('Size=L');
});

test('what stands under a heading of reviews or related things says nothing of the page', () => {
  expect(
    short(pairsOf('<p>Author: Jo</p><h2>Reviews</h2><p>Author: reader7</p><h2>Facts</h2><p>Pages: 9</p>')),
  ).toEqual(['Author=Jo', 'Pages=9']);
});

test('a line of the source ends no line of a value', () => {
  expect(short(pairsOf('<dl><dt>Opening\nhours</dt><dd>Monday to Friday,\n  9 to 5</dd></dl>'))).toEqual([
    'Opening hours=Monday to Friday, 9 to 5',
  ]);
});
