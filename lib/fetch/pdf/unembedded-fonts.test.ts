import { expect, test } from 'vitest';
import { pdfContent } from '../../content/treeless/treeless-content.ts';
import { joinTextLines } from './join-lines.ts';
import { patient, readWholePdf } from './read-pdf.fixture.ts';
import { readPdf } from './read-pdf.ts';
import { japanese, makeUnembeddedPdf, utf16Hex } from './unembedded-pdf.fixture.ts';

const url = 'https://example.com/a.pdf';

const contentOf = async (bytes: Uint8Array) => pdfContent(await readWholePdf(bytes), url);

/** Returns the Markdown of a page without the comment at its head. */
const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await contentOf(bytes)).markdown.replace(/^<!--.*-->\s*/, '');

test.each([
  ['90ms-RKSJ-H', 'Japan1', '907d8f918ad982cd8cdf914f8be38e9e82c98a4a82ad8142', '図書館は午前九時に開く。'],
  ['UniJIS-UCS2-H', 'Japan1', utf16Hex('図書館は午前九時に開く。'), '図書館は午前九時に開く。'],
  ['UniJIS-UTF16-H', 'Japan1', utf16Hex('図書館は𠮷田町'), '図書館は𠮷田町'],
  ['GBK-EUC-H', 'GB1', 'b9cab9accebbd3dab1b1bea9cad0d6d0d0c4a1a3', '故宫位于北京市中心。'],
  ['ETen-B5-H', 'CNS1', 'ac47ae63a6eca9f3bb4fa55fa5aba143', '故宮位於臺北市。'],
  ['KSCms-UHC-H', 'Korea1', 'bcadbfef208c63', '서울 똠'],
])('a font that the file does not hold is read by its encoding %s', async (cmap, ordering, hex, text) => {
  expect(await textOf(makeUnembeddedPdf({ cmap, ordering }, [hex]))).toBe(text);
});

test('text that runs downwards has the punctuation of text that runs across', async () => {
  const font = { ...japanese, cmap: 'UniJIS-UCS2-V' };
  const lines = ['縦書きの「文章」です。', '二行目（続き）もあります。'].map(utf16Hex);
  expect(await textOf(makeUnembeddedPdf(font, lines))).toBe(
    '縦書きの「文章」です。二行目（続き）もあります。',
  );
});

const unknown = { ...japanese, cmap: 'Unknown-Encoding-H' };

test('text in a font that cannot be read lowers what was kept, and the warning says so', async () => {
  const hidden = ['図書館の案内', '午前九時に開く'].map(utf16Hex);
  const content = await contentOf(
    makeUnembeddedPdf(unknown, hidden, ['The library opens at nine.', 'Call us.']),
  );
  expect(content.markdown).toContain('The library opens at nine.');
  expect(content.keptText).toMatchObject({ kept: 0.585, dropped: [{ rule: 'fonts', characters: 29 }] });
  expect(content.warnings).toEqual([
    'About 29 characters of the PDF were not read: they are drawn in fonts whose characters cannot be told',
  ]);
});

test('a PDF whose fonts all fail is not said to be without text', async () => {
  const read = await readPdf(makeUnembeddedPdf(unknown, [utf16Hex('図書館の案内')]), url, patient);
  expect(read).toMatchObject({
    kind: 'refused',
    failure: { code: 'CONTENT_UNREADABLE', message: expect.stringContaining('fonts') as string },
  });
});

test('a word that goes on in the next line has no space in a script that is written without', async () => {
  const wrapped = [
    '本市の図書館は市民に親しまれてき',
    'ました。年間の利用者は',
    '「三十万人」を',
    '超えています。',
  ];
  expect(await textOf(makeUnembeddedPdf(japanese, wrapped.map(utf16Hex)))).toBe(wrapped.join(''));
});

test.each([
  ['ประชาชนระวังอันตรายจากฝน', 'ตกหนัก', 'ประชาชนระวังอันตรายจากฝนตกหนัก'],
  ['น้ำ', 'ท่วม', 'น้ำท่วม'],
  ['二十万冊で、', '年間', '二十万冊で、年間'],
  ['会社名', 'Yamada', '会社名 Yamada'],
  ['경복궁은 서울', '종로구에', '경복궁은 서울 종로구에'],
  ['Donau', 'fahrt', 'Donau fahrt'],
  ['Donau-', 'fahrt', 'Donaufahrt'],
  ['die E-Mail-', 'Adresse', 'die E-Mail-Adresse'],
  ['1990-', 'Bericht', '1990- Bericht'],
])('the lines "%s" and "%s" of a paragraph are "%s"', (before, after, text) => {
  expect(joinTextLines(before, after)).toBe(text);
});
