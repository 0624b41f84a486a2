import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import type { Row } from './row.ts';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          title: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const vitest = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** Runs the end-to-end tests of Firecrawl's package against an API, and answers a row for each. */
export const runSuite = async (
  folder: string,
  api: { readonly url: string; readonly key: string },
  only: readonly string[],
): Promise<Row[]> => {
  const report = join(folder, 'suite.json');
  const child = spawn(
    process.execPath,
    [
      vitest(),
      'run',
      ...only,
      '--config',
      join(import.meta.dirname, 'suite.config.ts'),
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    {
      env: {
        ...process.env,
        CONFORMANCE_FOLDER: folder,
        TEST_URL: api.url,
        FIRECRAWL_API_URL: api.url,
        TEST_API_KEY: api.key,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = createWriteStream(join(folder, 'suite.log'));
  child.stdout.pipe(output);
  child.stderr.pipe(output);
  await new Promise((resolve) => child.once('exit', resolve));
  const { testResults } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
  return testResults.flatMap(({ name, message, assertionResults }): Row[] => {
    const file = basename(name);
    if (assertionResults.length === 0)
      return [{ file, test: '(the file)', outcome: 'failed', ms: 0, reason: message ?? 'no test ran' }];
    return assertionResults.map(({ title, status, duration, failureMessages }) => ({
      file,
      test: title,
      outcome: status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped',
      ms: duration ?? 0,
      ...(failureMessages?.[0] === undefined ? {} : { reason: failureMessages[0] }),
    }));
  });
};
