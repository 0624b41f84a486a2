import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lightStem, stemmedLanguages } from './light-stem.ts';
import { spelled } from './spelled.ts';

const stem = (word: string, language: string): string => lightStem(spelled(word), word, language);

test.each([
  [
    'es',
    ['biblioteca', 'bibliotecas'],
    ['ciudad', 'ciudades'],
    ['luz', 'luces'],
    ['año', 'años'],
    ['mes', 'meses'],
  ],
  ['pt', ['informação', 'informações'], ['jornal', 'jornais'], ['livro', 'livros'], ['flor', 'flores']],
  ['fr', ['musée', 'musées'], ['fermé', 'fermée', 'fermées'], ['journal', 'journaux'], ['œuvre', 'œuvres']],
  ['it', ['biblioteca', 'biblioteche'], ['orario', 'orari'], ['gatto', 'gatti']],
  ['de', ['öffnungszeit', 'öffnungszeiten'], ['haus', 'häuser', 'hause'], ['preis', 'preise']],
  ['nl', ['bibliotheek', 'bibliotheken'], ['mogelijkheid', 'mogelijkheden']],
  ['sv', ['bil', 'bilar', 'bilen', 'bilarna'], ['skola', 'skolor']],
  ['da', ['bibliotek', 'biblioteket', 'biblioteker', 'bibliotekerne']],
  ['nb', ['avis', 'aviser', 'avisene']],
  ['ru', ['библиотека', 'библиотеки', 'библиотеку', 'библиотекой', 'библиотеками']],
  ['en', ['café', 'cafés']],
])('the forms of a word are one word: %s', (...[language, ...words]: [string, ...string[][]]) => {
  for (const forms of words) expect(new Set(forms.map((each) => stem(each, language)))).toHaveLength(1);
});

test.each([
  ['es', ['más', 'ma', 'país', 'pai', 'dios', 'dio']],
  ['pt', ['mês', 'me', 'mais', 'mai', 'pai', 'país']],
  ['fr', ['été', 'et', 'pas', 'pa', 'temps', 'tempo']],
  ['de', ['gas', 'ga', 'haus', 'hau']],
  ['it', ['città', 'citta dei', 'perché', 'perch']],
  ['pl', ['zamki', 'zamek', 'zamku']],
])('words that only look alike are several: %s', (language, words) => {
  expect(new Set(words.map((each) => stem(each, language)))).toHaveLength(words.length);
});

test('whatever the word, its stem is no longer, and is not empty', () => {
  const word = fc.string({
    unit: fc.constantFrom(...Array.from('aeiosnrtlxzhé'), 'ао', 'ми', 'я'),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(word, fc.constantFrom(...stemmedLanguages, 'xx'), (each, language) => {
      const found = stem(each, language);
      expect(found).not.toBe('');
      expect(found.length).toBeLessThanOrEqual(spelled(each).length);
    }),
  );
});
