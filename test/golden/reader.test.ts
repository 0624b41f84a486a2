import { expect, test } from 'vitest';
import { changedUnderSameVersion, currentReader, readRecord, recordGolden } from './record-reader.ts';

test('golden pages read otherwise only with another version of the reader; `npm run record-reader` notes it', () => {
  const recorded = readRecord();
  expect(recordGolden(recorded)).toEqual(recorded);
});

test('a page that reads otherwise under the same version is found, a new one or one under the next is not', () => {
  const now = { a: { sha256: 'now', reader: currentReader } };
  expect(changedUnderSameVersion({ a: { sha256: 'before', reader: currentReader } }, now)).toEqual(['a']);
  expect(changedUnderSameVersion({ a: { sha256: 'before', reader: 'read.0' } }, now)).toEqual([]);
  expect(changedUnderSameVersion({}, now)).toEqual([]);
});
