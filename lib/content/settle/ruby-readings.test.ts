import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';
import { feedContent } from '../treeless/treeless-content.ts';

const prose = '水車は川のそばに立ち、二百年のあいだ粉をひいてきた。';
const read = (part: string, heading = '水車') =>
  contentAsUsual(`<title>x</title><main><h1>${heading}</h1><p>${prose.repeat(6)}</p><p>${part}</p></main>`);

const bulletTrain = '<ruby>新<rt>しん</rt>幹<rt>かん</rt>線<rt>せん</rt></ruby>';

test.each([
  [`${bulletTrain}は速い`, '新幹線（しんかんせん）は速い'],
  ['<ruby>\n 新 <rt>しん</rt>\n 幹 <rt>かん</rt>\n</ruby>は', '新幹（しんかん）は'],
  ['<ruby><rb>東</rb><rb>京</rb><rt>とう</rt><rt>きょう</rt></ruby>へ', '東京（とうきょう）へ'],
  ['<ruby>食<rt>た</rt>べる<rt></rt>物<rt>もの</rt></ruby>を', '食べる物（たべるもの）を'],
  ['<ruby>食<rt>た</rt>べる</ruby>を', '食べる（たべる）を'],
  ['<ruby>汉<rt>hàn</rt>字<rt>zì</rt></ruby>是', '汉字（hàn zì）是'],
  ['<ruby>東<rtc><rt>ひがし</rt></rtc></ruby>へ', '東（ひがし）へ'],
  ['the <ruby>mill<rt>moulin</rt></ruby> stands', 'the mill (moulin) stands'],
  ['<ruby>新<rp>(</rp><rt>しん</rt><rp>)</rp></ruby>は', '新(しん)は'],
  ['<ruby>新<rt></rt></ruby>は', '新は'],
])('a reading stands once behind its word, in text and Markdown: %s', (html, expected) => {
  const { text, markdown } = read(html);
  expect(text).toContain(expected);
  expect(markdown).toContain(expected);
});

test('a reading stands behind its word in a heading and in the title as well', () => {
  const { markdown, headline, html } = contentAsUsual(
    `<main><h1>${bulletTrain}の朝</h1><p>${prose.repeat(8)}</p></main>`,
    { wantHtml: true },
  );
  expect(markdown).toContain('# 新幹線（しんかんせん）の朝');
  expect(headline).toBe('新幹線（しんかんせん）の朝');
  expect(html).not.toContain('しん</rt>幹');
});

test('marks within a word with a reading stay', () => {
  expect(read('<ruby><b>新幹線</b><rt>しんかんせん</rt></ruby>は').markdown).toContain(
    '**新幹線**（しんかんせん）は',
  );
});

test('a reading in the text of a feed stands behind its word', () => {
  const item = `<item><description><![CDATA[<p>${bulletTrain}は</p>]]></description></item>`;
  const feed = `<rss><channel><title>x</title>${item}</channel></rss>`;
  expect(feedContent(feed, 'https://a.test/')?.markdown).toContain('新幹線（しんかんせん）は');
});
