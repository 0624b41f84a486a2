import { expect, test } from 'vitest';
import { readDocumentContent } from '../../content/read-content.ts';
import { usualReading } from '../../content/read-as-usual.fixture.ts';
import { decodeText } from '../http/decode.ts';
import { guessedCharset } from './detect-charset.ts';
import { encodeQuery } from './encode-query.ts';

/** Returns a text in an encoding: that of a link's query. */
const bytesIn = (encoding: string, text: string): Buffer =>
  Buffer.from(
    encodeQuery(`?${text}`, encoding)
      .slice(1)
      .replace(/%([0-9A-F]{2})/g, (_escape, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
    'latin1',
  );

const page = (language: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<html${language === '' ? '' : ` lang=${language}`}><title>x</title><h1>`),
    body,
    Buffer.from('</h1>'),
  ]);

/** What a short page says, its language, the encodings it may be in, and where it stands. */
const short: readonly (readonly [
  text: string,
  language: string,
  encodings: readonly string[],
  country: string,
])[] = [
  ['会社概要 株式会社山田製作所', 'ja', ['shift_jis', 'euc-jp'], 'jp'],
  ['회사소개', 'ko', ['euc-kr'], 'kr'],
  ['公司简介', 'zh-CN', ['gb18030'], 'cn'],
  ['公司簡介', 'zh-TW', ['big5'], 'tw'],
  ['О компании', 'ru', ['windows-1251', 'koi8-r', 'iso-8859-5'], 'ru'],
  ['Εταιρεία', 'el', ['windows-1253'], 'gr'],
  ['אודות החברה', 'he', ['windows-1255'], 'il'],
  ['ยินดีต้อนรับ', 'th', ['windows-874'], 'th'],
  ['Społeczność żyje', 'pl', ['windows-1250', 'iso-8859-2'], 'pl'],
  ['Hakkımızda, şirket', 'tr', ['windows-1254'], 'tr'],
];

const cases = short.flatMap(([text, language, encodings, country]) =>
  encodings.map((encoding) => ({ text, language, encoding, country })),
);

test.each(cases)(
  'a short page in $language without a charset is read in $encoding',
  ({ text, language, encoding, country }) => {
    const body = bytesIn(encoding, text);
    expect(decodeText(page(language, body), 'text/html').text).toContain(text);
    expect(decodeText(page('', body), 'text/html', { language }).text).toContain(text);
    const url = `https://example.${country}/a`;
    expect(decodeText(page('', body), 'text/html', { url }).text).toContain(text);
  },
);

test.each(['ja', 'ru', 'zh', 'ko', 'el', 'th', 'pl'])(
  'a page in another language than %s, which it claims, is not read in its encodings',
  (language) => {
    const french = page(
      language,
      bytesIn('windows-1252', 'Présentation de la société, dès à présent, café à Orléans'),
    );
    expect(decodeText(french, 'text/html').encoding).toBe('windows-1252');
  },
);

test('Thai is told by the order of its letters', () => {
  const thai = 'กรมอุตุนิยมวิทยาประกาศเตือนประชาชนระวังอันตรายจากฝนตกหนักและน้ำท่วมฉับพลัน';
  for (const times of [1, 30])
    expect(guessedCharset(page('', bytesIn('windows-874', thai.repeat(times))))).toBe('windows-874');
});

const languageOf = (html: string, contentLanguage: string): string | null => {
  const found = {
    body: Buffer.from(html),
    contentType: 'text/html',
    contentLanguage,
    baseUrl: 'https://a.test/',
  };
  const read = readDocumentContent(found, usualReading);
  return read.kind === 'read' ? read.content.language : null;
};

test('the language that a host names counts where the page names none', () => {
  expect(languageOf('<p>Ordne Hus.</p>', 'da')).toBe('da');
  expect(languageOf('<p>Ordne Hus.</p>', 'pt-BR')).toBe('pt');
  expect(languageOf('<html lang=no><p>Ordne Hus.</p>', 'da')).toBe('no');
  expect(languageOf('<p>Ordne Hus.</p>', 'de, en')).toBeNull();
  const thai = 'กรมอุตุนิยมวิทยาประกาศเตือนประชาชนระวังอันตรายจากฝนตกหนักและน้ำท่วมฉับพลัน';
  expect(languageOf(`<p>${thai}</p>`, 'en')).toBe('th');
});
