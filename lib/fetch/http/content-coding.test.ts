import { expect, test } from 'vitest';
import { parseContentEncoding } from './content-coding.ts';

test('codings are undone in the reverse of the order in which they were applied', () => {
  expect(parseContentEncoding('Deflate, x-gzip')).toEqual({ kind: 'codings', codings: ['gzip', 'deflate'] });
});

test.each([undefined, '', 'identity', 'none', 'utf-8', 'constructor'])('%j is no coding', (header) => {
  expect(parseContentEncoding(header)).toEqual({ kind: 'codings', codings: [] });
});

test('a coding that we cannot undo, and a stack of three, are named', () => {
  expect(parseContentEncoding('compress')).toEqual({ kind: 'unsupported', name: 'compress' });
  expect(parseContentEncoding('gzip, gzip, gzip')).toEqual({ kind: 'too-many' });
});
