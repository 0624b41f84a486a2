import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';
import { findProblems, roundTrip } from './round-trip.fixture.ts';

const written = (html: string): string => contentAsUsual(`<main><p>${html}</p></main>`).markdown;

test.each([
  ['<b>서울(Seoul)</b>은', '**서울**(Seoul)은'],
  ['<b>서울 (Seoul)</b>은', '**서울** (Seoul)은'],
  ['<strong>"중요한"</strong>것', '"**중요한**"것'],
  ["<strong>'중요한'</strong>것", "'**중요한**'것"],
  ['<del>「削除」</del>済み', '「~~削除~~」済み'],
  ['これは<b>「重要」</b>です', 'これは「**重要**」です'],
  ['これは<b>「重要」</b>。', 'これは「**重要**」。'],
  ['것<b>(가)나다</b>', '것(가)**나다**'],
  ['<b><i>“中文”</i></b>的', '“***中文***”的'],
  ['<b>『「水」の本』</b>を', '『**「水」の本**』を'],
  ['것<b>( 가 )</b>는', '것( **가** )는'],
  ['<b>( 가 )</b>는', '( **가** )는'],
  ['<b>bold,</b>word', '**bold**,word'],
  ['<b>the mill (old)</b> stands', '**the mill (old)** stands'],
])('brackets and quotation marks stay on one side of emphasis, both of them: %s', (html, markdown) => {
  expect(written(html)).toBe(markdown);
  const trip = roundTrip(`<p>${html}</p>`);
  expect(findProblems(trip), trip.markdown).toEqual([]);
});
