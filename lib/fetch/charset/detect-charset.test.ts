import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { decodeText } from '../http/decode.ts';
import { guessedCharset } from './detect-charset.ts';

/**
 * Texts of article 1 of the Universal Declaration of Human Rights, in the encodings that pages of their languages
 * were in.
 */
const texts: readonly (readonly [encoding: string, base64: string, part: string])[] = [
  [
    'shift_jis',
    'k/qWe4zqgsyVto/NgsWCt4FCjOGUeYLNlEyCxYKggumBQpa8kU+CzYLcgr6Ws4KigUKCx4KxgsWQtoLqgr2CqYLGgvGCxoypk5aCqoLCgqmCyoFC',
    '日本語の文章です。吾輩は猫である。名前は',
  ],
  [
    'euc-jp',
    'xvzL3LjspM7KuL7PpMekuaGjuOPH2qTPx62kx6SipOuho8y+wbCkz6TepMDMtaSkoaOkyaSzpMfAuKTspL+kq6TIpPOkyLirxfakrKTEpKukzKGj',
    '日本語の文章です。吾輩は猫である。名前は',
  ],
  [
    'gb18030',
    'yMvIy8n6tvjX1NPJo6zU2tfw0c+6zciowPvJz9K7wsnGvbXIoaPL+8PHuLPT0MDt0NS6zcG80MSjrLKi06bS1NDWtd' +
      'y52M+1tcS+q8nxz+C21LT9oaM=',
    '人人生而自由，在尊严和权利上一律平等。他',
  ],
  [
    'big5',
    'pEikSKXNptOm26XRoUGmYrRMxFmpTcV2p1GkV6RAq9+lrbWloUOlTK3MveGms7J6qcqpTah9pN+hQajDwLOlSKVTp8' +
      'zD9qtZqrq666+rrNu576vdoUM=',
    '人人生而自由，在尊嚴和權利上一律平等。他',
  ],
  [
    'euc-kr',
    'uPC15yDAzrCjwLogxcK+7rOvILanus7FzSDA2sCvt86/7LjnILHXIMG4vvaw+iCxx7iuv6EgwNa+7iC1v7Xux8+02S' +
      '4gwM6wo8C6IMO1us7A+8C4t84gwMy8urD6IL7nvcnAuyC6zr+pud6+0sC4uOc=',
    '모든 인간은 태어날 때부터 자유로우며',
  ],
  [
    'koi8-r',
    '99PFIMzAxMkg0s/WxMHA1NPRINPXz8LPxM7ZzckgySDSwdfO2c3JINcg09fPxc0gxM/T1M/JztPU18UgySDQ0sHXwc' +
      'guIO/OySDOwcTFzMXO2SDSwdrVzc/NIMkg08/XxdPU2MA=',
    'Все люди рождаются с',
  ],
  [
    'windows-1251',
    'wvHlIOv+5Ogg8O7m5OD+8vH/IPHi7uHu5O377Ogg6CDw4OLt++zoIOIg8eLu5ewg5O7x8u7o7fHy4uUg6CDv8ODi4P' +
      'UuIM7t6CDt4OTl6+Xt+yDw4Ofz7O7sIOgg8e7i5fHy/P4=',
    'Все люди рождаются с',
  ],
  [
    'windows-1252',
    'VG91cyBsZXMg6nRyZXMgaHVtYWlucyBuYWlzc2VudCBsaWJyZXMgZXQg6WdhdXggZW4gZGlnbml06SBldCBlbiBkcm' +
      '9pdHMuIElscyBzb250IGRvdelzIGRlIHJhaXNvbi4gyXTpLCBv+SwgZm9y6nQsIGdhcudvbiwgbOA=',
    'Tous les êtres humai',
  ],
  [
    'windows-1250',
    'V3N6eXNjeSBsdWR6aWUgcm9kerkgc2nqIHdvbG5pIGkgcvN3bmkgcG9kIHd6Z2zqZGVtIHN3ZWogZ29kbm+cY2kgaS' +
      'Bzd3ljaCBwcmF3LiBTuSBvbmkgb2JkYXJ6ZW5pIHJvenVtZW0gaSBzdW1pZW5pZW0gaSBwb3dpbm5pIHBvc3TqcG93' +
      'YeYgd29iZWMgaW5ueWNo',
    'Wszyscy ludzie rodzą',
  ],
  [
    'iso-8859-2',
    'V3N6eXNjeSBsdWR6aWUgcm9kerEgc2nqIHdvbG5pIGkgcvN3bmkgcG9kIHd6Z2zqZGVtIHN3ZWogZ29kbm+2Y2kgaS' +
      'Bzd3ljaCBwcmF3LiBTsSBvbmkgb2JkYXJ6ZW5pIHJvenVtZW0gaSBzdW1pZW5pZW0gaSBwb3dpbm5pIHBvc3TqcG93' +
      'YeYgd29iZWMgaW5ueWNo',
    'Wszyscy ludzie rodzą',
  ],
  [
    'windows-1254',
    'Qvx0/G4gaW5zYW5sYXIgaPxyLCBoYXlzaXlldCB2ZSBoYWtsYXIgYmFr/W39bmRhbiBl/ml0IGRv8GFybGFyLiBBa/' +
      '1sIHZlIHZpY2RhbmEgc2FoaXB0aXJsZXIgdmUgYmlyYmlybGVyaW5lIGthcv79IGthcmRl/mxpaw==',
    'Bütün insanlar hür, ',
  ],
];

test.each(texts)('a text that says nothing of its encoding is found to be %s', (encoding, base64, part) => {
  const page = Buffer.concat([
    Buffer.from('<html><body><p>'),
    Buffer.from(base64, 'base64'),
    Buffer.from('</p>'),
  ]);
  expect(guessedCharset(page)).toBe(encoding);
  expect(decodeText(page, 'text/html').text).toContain(part);
});

test.each(texts)(
  'a page that calls itself UTF-8 and is %s is read as what it is',
  (_encoding, base64, part) => {
    const page = Buffer.concat([Buffer.from('<meta charset=utf-8><p>'), Buffer.from(base64, 'base64')]);
    expect(decodeText(page, 'text/html').text).toContain(part);
  },
);

test.each(texts)(
  'a server that adds ISO-8859-1 to everything does not spoil a page in %s',
  (encoding, base64, part) => {
    const page = Buffer.concat([Buffer.from(`<meta charset=${encoding}><p>`), Buffer.from(base64, 'base64')]);
    expect(decodeText(page, 'text/html; charset=ISO-8859-1').text).toContain(part);
  },
);

test('UTF-16 without its mark and ISO-2022-JP are seen by their form', () => {
  const wide = Buffer.from('<html><p>Grüße aus Köln</p>', 'utf16le');
  expect(decodeText(wide, 'text/html').text).toContain('Grüße aus Köln');
  expect(decodeText(Buffer.from(wide).swap16(), undefined)).toMatchObject({ encoding: 'utf-16be' });
  const escaped = Buffer.from('<p>\x1b$B$3$s\x1b(B</p>', 'latin1');
  expect(decodeText(escaped, 'text/html; charset=shift_jis').text).toBe('<p>こん</p>');
});

test('a few odd bytes are no reason to guess', () => {
  expect(guessedCharset(Buffer.from([0xe9, 0x20, 0xe8]))).toBe('windows-1252');
  const page = Buffer.concat([
    Buffer.from(`<meta charset=utf-8>${'Größe '.repeat(200)}`),
    Buffer.from([0xe9]),
  ]);
  expect(decodeText(page, undefined).encoding).toBe('utf-8');
});

test('hostile bytes are judged in linear time', () => {
  const started = cpuMs();
  for (const piece of ['<script ', '<!--', '<', '\x1b$B', '\x81'])
    guessedCharset(Buffer.from(piece.repeat(30_000), 'latin1'));
  expect(cpuMs() - started).toBeLessThan(3_000);
});
