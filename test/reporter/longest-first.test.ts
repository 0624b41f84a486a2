import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { longFiles } from './longest-first.ts';

const root = resolve(import.meta.dirname, '../..');

test('every file that begins first is there, once', () => {
  expect(longFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(longFiles).size).toBe(longFiles.length);
});
