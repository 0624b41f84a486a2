import { expect, test } from 'vitest';
import { inertText } from './inert-text.ts';

test('nothing that a terminal obeys comes through, and everything that it shows does', () => {
  const all = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join('');
  const shown = inertText(all);
  const left = Array.from(shown, (character) => character.codePointAt(0) ?? 0);
  const obeyed = left.filter(
    (code) => code < 32 || (code >= 127 && code < 160) || (code >= 0x2028 && code <= 0x202e),
  );
  expect(obeyed).toEqual([9, 10]);
  for (const mark of ['\u061c', '\u200e', '\u200f', '\u2066', '\u2069']) expect(shown).not.toContain(mark);
  expect(shown).toContain('\t\n');
  expect(inertText('\u001b]0;PWNED\u0007\u001b[31mred\u001b[2J\u009b31m\u202egnp.exe')).toBe(
    ']0;PWNED[31mred[2J31mgnp.exe',
  );
  expect(inertText('Größe 漢字 עברית 😀')).toBe('Größe 漢字 עברית 😀');
});
