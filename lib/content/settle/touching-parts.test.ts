import { expect, test } from 'vitest';
import { leastCpuMs } from '../../../test/harness/cpu-time.ts';
import { parsePage } from '../dom/document.ts';
import { contentAsUsual } from '../read-as-usual.fixture.ts';
import { separateTouchingParts } from './touching-parts.ts';

const prose = 'The mill sells its flour in bags of a pound to whoever comes with a cart of his own. ';
const read = (part: string): string =>
  contentAsUsual(`<title>Mill</title><main><h1>Mill</h1><p>${prose.repeat(4)}</p><p>${part}</p></main>`).text;

test.each([
  ['<span>Mill Co-op</span><span>Trailmade</span>', 'Mill Co-op Trailmade'],
  ['<span>Rye</span><!--[--><span class="name">Flour of the hills</span>', 'Rye Flour of the hills'],
  ['<span>$123.95</span><span>Was $154.95</span>', '$123.95 Was $154.95'],
  [
    '<span>Global Desk</span><i class="dot"></i><time>Last Updated: Friday</time>',
    'Global Desk Last Updated: Friday',
  ],
  ['<strong>Weir</strong><em>Value from water</em>', 'Weir Value from water'],
  ['<a href="/a">Rye flour</a><a href="/b">oats</a>', 'Rye flour oats'],
  ['<a href="/a">SQL</a><a href="/b">Data analytics</a>', 'SQL Data analytics'],
])('two things that touch in the source are two words: %s', (html, text) => {
  expect(read(html)).toContain(text);
});

test.each([
  ['<span>Git</span><span>Hub</span> and <b>i</b><span>Phone</span>', 'GitHub and iPhone'],
  ['<span>The mill of h</span><span>ope</span>', 'The mill of hope'],
  ['<b>W</b><span>eir of the mill</span>', 'Weir of the mill'],
  ['<span>It costs 19</span><span>99 here</span>', 'It costs 1999 here'],
  ['<span>mill of CO</span><sub>2</sub>', 'mill of CO2'],
  ['<span>the mill of Mac</span>Donald', 'the mill of MacDonald'],
  ['<code><span>new Some</span><span>Err</span></code>', 'new SomeErr'],
  ['<a href="/a">水車</a><a href="/b">小屋</a>', '水車小屋'],
])('a word of which parts are marked stays one: %s', (html, text) => {
  expect(read(html)).toContain(text);
});

test.each(['<span></span>', '<b></b><!-- -->', '<i>x</i><!-- -->', '<span>Rye flour</span>'])(
  'many parts beside one another cost linear time: %s',
  (part) => {
    const page = parsePage(`<body><p>${part.repeat(40_000)}</p></body>`);
    expect(leastCpuMs(() => separateTouchingParts(page))).toBeLessThan(2_000);
  },
);
