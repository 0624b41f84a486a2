import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unescapeJson } from './json-text.ts';
import { plainContent } from './treeless-content.ts';

/** Writes JSON as PHP and Python do: ASCII only. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

test('words of a JSON document are found, however its strings were written', () => {
  const { markdown, text } = plainContent(asciiJson({ title: '東京 🗼', url: 'https://a.test/' }), 'json');
  expect(text).toBe('{"title":"東京 🗼","url":"https://a.test/"}');
  expect(markdown).toBe(`\`\`\`json\n${text}\n\`\`\``);
});

test.each([
  [String.raw`"a\/b"`, '"a/b"'],
  [String.raw`"\u0041\u00e9"`, '"Aé"'],
  [String.raw`"\\u6771"`, String.raw`"\\u6771"`],
  [String.raw`"\\\u6771"`, String.raw`"\\東"`],
  [String.raw`"\u0022\u005c\u000a\n\t"`, String.raw`"\u0022\u005c\u000a\n\t"`],
  [String.raw`"\ud83d"`, String.raw`"\ud83d"`],
  [String.raw`"\ude00\ud83d"`, String.raw`"\ude00\ud83d"`],
  [String.raw`"\u2028\u200b\u00ad"`, String.raw`"\u2028\u200b\u00ad"`],
  [String.raw`"\u0645\u06cc\u200c\u0634\u0648\u062f"`, '"می\u200cشود"'],
  ['{"b":1.50,"a":1e3}', '{"b":1.50,"a":1e3}'],
])('%s is written %s', (json, expected) => {
  expect(unescapeJson(json)).toBe(expected);
});

test('JSON says the same after its strings are decoded', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      for (const json of [JSON.stringify(value), asciiJson(value)])
        expect(JSON.parse(unescapeJson(json))).toEqual(JSON.parse(json));
    }),
  );
});
