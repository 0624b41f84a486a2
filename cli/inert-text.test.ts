import { expect, test } from 'vitest';
import { inertText } from './inert-text.ts';

test('nothing that a terminal obeys comes through, and everything that it shows does', () => {
  const all = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join('');
  const shown = inertText(all);
  expect(shown).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
  expect(shown).toContain('\t\n');
  expect(inertText('\u001b]0;PWNED\u0007\u001b[31mred\u001b[2J\u009b31m\u202egnp.exe')).toBe(
    ']0;PWNED[31mred[2J31mgnp.exe',
  );
  expect(inertText('Größe 漢字 עברית 😀')).toBe('Größe 漢字 עברית 😀');
});
