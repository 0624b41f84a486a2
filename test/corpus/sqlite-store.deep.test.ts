import { afterAll, beforeAll, test } from 'vitest';
import { startFiles, type FilesUnderTest } from './sqlite-under-test.ts';
import { tenThousandPassages } from './store-cases/all-cases.ts';

let files: FilesUnderTest;
beforeAll(async () => {
  files = await startFiles();
});
afterAll(async () => {
  await files?.close();
});

test('ten thousand passages, in a file', async () => {
  await tenThousandPassages(files.underTest());
});
