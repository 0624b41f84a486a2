import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

const piece = fc.constantFrom(
  'words of a page',
  ' ',
  '\n\n  ',
  '&nbsp;',
  '&#160',
  '<p>',
  '</p>',
  '<br/>',
  '<script>let hidden = "<p>";</script>',
  '<SCRIPT src="a.js"></ScRiPt>',
  '<style>p { color: red }</STYLE>',
  '<noscript>Please enable JavaScript</noscript>',
  '<svg><title>sign</title></svg>',
  '<textarea/>',
  '<!-- a comment with <p> -->',
  '<!--',
  '<script>',
  '<',
  'İstanbul',
);
const pages = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

test('a scan that may end early sees at least as many characters of the text as are asked for, or all', () => {
  fc.assert(
    fc.property(pages, fc.integer({ min: 1, max: 200 }), (html, enough) => {
      const whole = visibleText(html);
      const early = visibleText(html, enough);
      if (early.text.length < enough) expect(early).toEqual(whole);
      else expect(whole.text.slice(0, early.text.length)).toBe(early.text);
      expect(early.text.length >= enough).toBe(whole.text.length >= enough);
    }),
    { numRuns: 2_000 },
  );
});

test('elements that are not seen end at their end tag, in whatever letters it is written', () => {
  expect(visibleText('<p>seen<SCRIPT>not</scRIPT> again<noscript>asks</NOSCRIPT>.')).toEqual({
    text: 'seen again .',
    scripts: 1,
    noscript: 'asks',
  });
});

test('a letter that is longer in lower case moves no end tag', () => {
  expect(visibleText('<p>İİİİ</p><script>not</script><p>seen').text).toBe('İİİİ seen');
});

test('a declarative shadow root is shown, and another template is not', () => {
  const shown = '<x-a><template class="a" shadowrootmode="open"><p>shown</p></template></x-a>';
  expect(visibleText(`${shown}<template><p>inert</p></template>`).text).toBe('shown');
});
