import { afterAll, beforeAll, describe, test } from 'vitest';
import { startFiles, type FilesUnderTest } from './sqlite-under-test.ts';
import { storeCases, manyPassages } from './store-cases/all-cases.ts';

let files: FilesUnderTest;
beforeAll(async () => {
  files = await startFiles();
});
afterAll(async () => {
  await files?.close();
});

describe('a corpus in a file', () => {
  test.each(Object.entries(storeCases))('%s', async (_name, run) => {
    await run(files.underTest());
  });
});

test('many passages, in a file', async () => {
  await manyPassages(files.underTest());
});
