import { expect, test } from 'vitest';
import { environmentViolations, importViolations, zodViolations } from './import-rules.ts';
import { sourceFiles } from './source-files.ts';

test('a stage imports the stages before it, and what is confined stays where it is', () => {
  expect(sourceFiles().flatMap(importViolations)).toEqual([]);
});

test('only configuration reads the environment', () => {
  expect(sourceFiles().flatMap(environmentViolations)).toEqual([]);
});

test('zod is imported whole, so that it can be shaken', () => {
  expect(sourceFiles().flatMap(zodViolations)).toEqual([]);
});

test('the rules see a planted violation of each kind', () => {
  const planted = (path: string, text: string) => ({ path, text });
  expect(importViolations(planted('lib/request/x.ts', "import { a } from '../fetch/pace.ts';"))).toHaveLength(
    1,
  );
  expect(
    importViolations(planted('lib/job/x.ts', "import type { A } from '../../functions/api.ts';")),
  ).toHaveLength(1);
  expect(
    importViolations(planted('lib/job/x.ts', "export { a } from '../deliver/document.ts';")),
  ).toHaveLength(1);
  expect(
    importViolations(planted('lib/job/x.ts', "const a = await import('../deliver/document.ts');")),
  ).toHaveLength(1);
  expect(
    importViolations(planted('lib/job/x.ts', "import { S3Client } from '@aws-sdk/client-s3';")),
  ).toHaveLength(1);
  expect(
    importViolations(planted('lib/fetch/x.ts', "import { chromium } from 'playwright-core';")),
  ).toHaveLength(1);
  expect(
    importViolations(planted('lib/extract/x.ts', "import type { ChatModel } from 'openai/resources';")),
  ).toHaveLength(1);
  expect(importViolations(planted('lib/deliver/x.ts', "import { a } from '../fetch/pace.ts';"))).toEqual([]);
  expect(environmentViolations(planted('lib/job/x.ts', 'const a = process.env.HOME;'))).toHaveLength(1);
  expect(zodViolations(planted('lib/job/x.ts', "import { z } from 'zod';"))).toHaveLength(1);
});
