import { expect, test } from 'vitest';
import { readKey } from './browser-key.ts';

test.each([
  ['Enter', 'Enter'],
  ['ENTER', 'Enter'],
  ['arrowdown', 'ArrowDown'],
  ['a', 'a'],
  ['A', 'A'],
  ['KEYA', 'KeyA'],
  ['digit1', 'Digit1'],
  ['f12', 'F12'],
  [' ', ' '],
  ['+', '+'],
  ['control+shift+T', 'Control+Shift+T'],
  ['Control++', 'Control++'],
])('the key %j is %j, in whatever case it is written', (given, wanted) => {
  expect(readKey(given)).toBe(wanted);
});

test.each(['Any', 'F13', 'é', 'Control+', 'Control+Any', '++'])('there is no key %j', (key) => {
  expect(readKey(key)).toBeNull();
});
