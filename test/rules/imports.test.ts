import { expect, test } from 'vitest';
import { environmentViolations, importViolations, zodViolations } from './import-rules.ts';
import { sourceFiles } from './source-files.ts';

test('a floor imports those below, a stage those before it, and what is confined stays where it is', () => {
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
  const breaks = (path: string, target: string): number =>
    importViolations(planted(path, `import { a } from '${target}';`)).length;
  expect(breaks('lib/request/x.ts', '../fetch/politeness/pace.ts')).toBe(1);
  expect(breaks('lib/request/x.ts', '../store/jobs/put-job.ts')).toBe(1);
  expect(breaks('lib/limits/x.ts', '../fetch/politeness/pace.ts')).toBe(1);
  expect(breaks('lib/failure.ts', './fetch/politeness/pace.ts')).toBe(1);
  expect(breaks('lib/store/x.ts', '../steps/finish-job/finish-job.ts')).toBe(1);
  expect(breaks('lib/store/jobs/x.ts', '../../deliver/results/document.ts')).toBe(0);
  expect(breaks('lib/steps/fetch-pages/x.ts', '../finish-job/finish-job.ts')).toBe(1);
  expect(breaks('lib/steps/fetch-pages/keep/x.ts', '../visit.ts')).toBe(0);
  expect(breaks('lib/steps/fetch-pages/x.ts', '../protocol/finish-page.ts')).toBe(0);
  expect(breaks('lib/deliver/x.ts', '../fetch/politeness/pace.ts')).toBe(0);
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
  expect(environmentViolations(planted('lib/job/x.ts', 'const a = process.env.HOME;'))).toHaveLength(1);
  expect(zodViolations(planted('lib/job/x.ts', "import { z } from 'zod';"))).toHaveLength(1);
});
