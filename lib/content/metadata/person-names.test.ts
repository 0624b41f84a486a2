import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isName, looksLikeName, personNamesIn } from './person-names.ts';

test.each([
  ['By Ines Calder', ['Ines Calder']],
  ['Written by Ines Calder and Tomasz van der Wiel', ['Ines Calder', 'Tomasz van der Wiel']],
  ['by: Ines Calder, Ada Quill & Noor O’Brien', ['Ines Calder', 'Ada Quill', 'Noor O’Brien']],
  ['By Ines Calder, Ada Quill, and Noor Bell', ['Ines Calder', 'Ada Quill', 'Noor Bell']],
  ['Ines Calder, PhD, RN', ['Ines Calder']],
  ['Ines Calder | Updated 3 May 2024', ['Ines Calder']],
  ['Ines Calder · 5 min read', ['Ines Calder']],
  ['Von Annegret Vollmer und Jörg Sander', ['Annegret Vollmer', 'Jörg Sander']],
  ['Par Aïcha Benali et Luc d’Aubigny', ['Aïcha Benali', 'Luc d’Aubigny']],
  ['Por María del Carmen Ruiz', ['María del Carmen Ruiz']],
  ['Di Giulia Ferri', ['Giulia Ferri']],
  ['Door Sanne de Vries', ['Sanne de Vries']],
  ['Автор: Ольга Петрова', ['Ольга Петрова']],
  ['文／佐伯千尋', ['佐伯千尋']],
  ['作者：王小明', ['王小明']],
])('%s names %j', (byline, expected) => {
  expect(personNamesIn(byline)).toEqual(expected);
});

test.each([
  '@ines',
  'https://www.facebook.com/ines',
  'ines@a.test',
  'www.a.test',
  'admin',
  '',
  '12',
  'undefined',
])('%s is no name', (text) => {
  expect(isName(text)).toBe(false);
});

test.each(['Sort by', 'Insights from', 'Posted in News', 'read more', 'the mill turns'])(
  'the words "%s" of a page do not read as a name',
  (text) => {
    expect(looksLikeName(text)).toBe(false);
  },
);

test('whatever a byline says, its names are names, each once', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => {
      const names = personNamesIn(text);
      expect(names.every((name) => isName(name))).toBe(true);
      expect(new Set(names).size).toBe(names.length);
    }),
  );
});
