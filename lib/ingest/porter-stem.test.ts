import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { porterStem } from './porter-stem.ts';

const db = new DatabaseSync(':memory:');
db.exec(`CREATE VIRTUAL TABLE words USING fts5(x, tokenize='porter unicode61');
  CREATE VIRTUAL TABLE stems USING fts5vocab(words, 'row')`);
afterAll(() => db.close());
const put = db.prepare('INSERT OR REPLACE INTO words(rowid, x) VALUES (1, ?)');
const stem = db.prepare('SELECT term FROM stems');

/** Returns the stem of a word in an index of SQLite. */
const indexedStem = (word: string): string => {
  put.run(word);
  return (stem.get() as { term: string }).term;
};

/** Makes words of few letters and of the endings that the algorithm knows, so that each rule meets each condition. */
const word = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...Array.from('aeiouybcdlnstwxz0ø水')), minLength: 1, maxLength: 6 }),
    fc.array(
      fc.constantFrom(
        ...(
          's ss sses ies es ed eed ing at bl iz y i ational tional enci anci izer logi bli alli entli eli ousli ' +
          'ization ation ator alism iveness fulness ousness aliti iviti biliti ical ness icate iciti ful ative alize ' +
          'al ance ence er ic able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize e l ll'
        ).split(' '),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([root, endings]) => `${root}${endings.join('')}`);

test('a word has the stem that SQLite gives it', () => {
  fc.assert(
    fc.property(word, (each) => {
      expect(porterStem(each)).toBe(indexedStem(each));
    }),
    { numRuns: 5_000 },
  );
});

test('a word of any length has the stem that SQLite gives it', () => {
  const words = ['a', 'as', 'is', 'ies', 'sses', 'ed', 'ing', 'eed', 'ly', 'øs', 'øing'];
  const long = [60, 61, 62, 63, 64].flatMap((length) => [
    `${'ab'.repeat(length / 2)}ing`,
    `${'ø'.repeat(30)}abed`,
  ]);
  expect([...words, ...long].map(porterStem)).toEqual([...words, ...long].map(indexedStem));
});
