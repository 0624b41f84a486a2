import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const prose = '<p>The keeper winds the clock in the tower every evening, and oils it in spring.</p>'.repeat(
  8,
);
const card = (title: string, by: string, on: string): string =>
  `<div class="card"><div class="author">${by}</div><time>${on}</time><a href="/${title}"><h2>About ` +
  `${title}</h2></a></div>`;
const pageOf = (byline: string, after: string): ReturnType<typeof contentAsUsual> =>
  contentAsUsual(
    `<title>How clocks are wound</title><main><article>${byline}${prose}</article>${after}</main>`,
    { url: 'https://a.test/winding' },
  );

test('a byline and a date beside a heading that leads elsewhere are those of that page', () => {
  const page = pageOf('<h1>How clocks are wound</h1>', card('bells', 'Ines Calder', 'May 3, 2021'));
  expect([page.author, page.publishedTime]).toEqual([null, null]);
});

test.each([
  '<h1><a href="/winding">How clocks are wound</a></h1>',
  '<h2><a href="/2021/winding/">How clocks are wound</a></h2>',
])(
  'a byline beside the own heading of a page is its own, also where the heading is a link: %s',
  (heading) => {
    const page = pageOf(
      `<header>${heading}<div class="author">By Ada Quill</div><time>May 3, 2021</time></header>`,
      '',
    );
    expect([page.author, page.publishedTime?.slice(0, 10)]).toEqual(['Ada Quill', '2021-05-03']);
  },
);
