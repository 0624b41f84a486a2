import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlightsIn, indexedText, matchQuery, queryWords } from './index-words.ts';

test('a query is its words, each once, however it is punctuated', () => {
  expect(queryWords('The WAL: what is wal_level? The "end" (of it)', 10)).toEqual([
    'the',
    'wal',
    'what',
    'is',
    'wal_level',
    'end',
    'of',
    'it',
  ]);
  expect(queryWords('?! "" -- *', 10)).toEqual([]);
  expect(queryWords('a b c d', 2)).toEqual(['a', 'b']);
});

test('nothing in a query is an operator of the index', () => {
  const words = queryWords('a" OR b* NEAR(c) {title}:d ^e', 10);
  expect(words).toEqual(['a', 'or', 'b', 'near', 'c', 'title', 'd', 'e']);
  expect(matchQuery(words)).toMatch(/^"\p{L}+"(?: OR "\p{L}+")*$/u);
});

test('a script without spaces is indexed character by character, and looked for as a phrase', () => {
  expect(indexedText('水車 and 水門', 'en').replaceAll(/ +/g, ' ').trim()).toBe('水 車 and 水 門');
  expect(matchQuery(queryWords('水車', 5))).toMatch(/^"水 +車"$/);
  expect(indexedText('no such script', '')).toBe('no such script');
});

test('a query in such a script is cut into its words, and particles alone are none', () => {
  expect(queryWords('東京の天気を教えて', 9)).toEqual(expect.arrayContaining(['東京', '天気']));
  expect(queryWords('東京の天気', 9)).not.toContain('の');
  expect(queryWords('の', 9)).toEqual(['の']);
  expect(queryWords('서울은 물', 9)).toEqual(['서울', '울은', '물']);
  const text = '今日の東京は晴れ。서울의 물. Straße';
  const shown = highlightsIn(text, queryWords('東京の天気 서울은 STRASSE', 9), '').map((at) =>
    text.slice(...at),
  );
  expect(shown).toEqual(['東京', '서울', 'Straße']);
});

test('highlights are the words of the query in any of their forms, and what they are made of', () => {
  const text = 'Hours of opening: opened at six. Naïve wal_level. 水車小屋';
  const shown = highlightsIn(text, queryWords('open hour naive wal_level 水車', 9), '').map(([from, to]) =>
    text.slice(from, to),
  );
  expect(shown).toEqual(['Hours', 'opening', 'opened', 'Naïve', 'wal', 'level', '水車']);
});

test.each([
  ['replicated', 'Replication is on.', ['Replication']],
  ['controlling', 'Control is better.', ['Control']],
  ['dropped running stopped', 'DROP it, run it, Stop it.', ['DROP', 'run', 'Stop']],
  ['universal', 'A universe of universities.', ['universe', 'universities']],
])('words with the same stem are highlighted: %s', (query, text, wanted) => {
  expect(highlightsIn(text, queryWords(query, 9), '').map((at) => text.slice(...at))).toEqual(wanted);
});

test.each([
  ['컴퓨터', '새 컴퓨터를 샀다.', ['컴퓨터']],
  ['도서관', '시립 도서관에서 컴퓨터', ['도서관']],
  ['คำถาม', 'นี่คือคำถามใหม่', ['คำถาม']],
  ['ガラス', 'ｶﾞﾗｽの窓', ['ｶﾞﾗｽ']],
  ['βιβλιοθηκη', 'η βιβλιοθήκη', ['βιβλιοθήκη']],
  ['الطالب', 'قال الطَّالِبُ', ['الطَّالِبُ']],
  ['काला', 'एक केला और काला', ['काला']],
  ['Go言語', 'ｇｏ言語', ['ｇｏ言語']],
  ['isik', 'Bir Işık ışığı', ['Işık']],
  ['DİYARBAKIR', 'Diyarbakır şehri', ['Diyarbakır']],
  ['lodz', 'W Łódź', ['Łódź']],
  ['oeuvre', 'Ses œuvres', ['œuvres']],
  ['thordur', 'Þórður Ærø', ['Þórður']],
  ['Ærø水', 'ærø水門', ['ærø水']],
  ['احمد', 'قال أحمد لي', ['أحمد']],
  ['میخواهیم', 'ما می‌خواهیم', ['می‌خواهیم']],
  ['צהל', 'חיילי צה"ל', ['צה"ל']],
  ['צה״ל', 'חיילי צהל', ['צהל']],
  ['१२३', 'Nr. 123', ['123']],
  ['हिंदी', 'वह हिन्दी है', ['हिन्दी']],
])('a word is highlighted whole where the index looks for it in parts: %s', (query, text, wanted) => {
  const ranges = highlightsIn(text.normalize('NFC'), queryWords(query, 9), '');
  expect(ranges.map((at) => text.slice(...at)).join('')).toEqual(wanted.join(''));
});

test('whatever the words, highlights are in order and share no character', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '水', '車', '서', '울', 'é'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(word), word, (words, query) => {
      const text = words.join(' ');
      let last = 0;
      for (const [from, to] of highlightsIn(text, queryWords(query, 9), '')) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        last = to;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
  );
});

test.each([
  ['été', 'fr', 'Il est et a été', ['été']],
  ['oeuvre', 'fr', 'Ses œuvres', ['œuvres']],
  ['Öffnungszeit', 'de-AT', 'Die Öffnungszeiten', ['Öffnungszeiten']],
  ['библиотеки', 'ru', 'Библиотека имени', ['Библиотека']],
  ['informação', 'pt-BR', 'Mais informações', ['informações']],
  ['mês', 'pt', 'me diga o mês', ['mês']],
  ['hours', 'en', 'An hour', ['hour']],
])(
  'a word is highlighted in the forms that it has in the language of its page: %s',
  (query, language, text, wanted) => {
    const ranges = highlightsIn(text, queryWords(query, 9), language);
    expect(ranges.map((at) => text.slice(...at))).toEqual(wanted);
  },
);
