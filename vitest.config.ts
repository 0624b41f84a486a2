import { defineConfig } from 'vitest/config';
import { callLogVariable } from './local/calls/call-log.ts';
import { compileCache } from './local/compile-cache.ts';
import { LongestFirst } from './test/reporter/longest-first.ts';
import { progressReporter } from './test/reporter/progress-reporter.ts';

/** What takes long: run by `npm run test:deep`, not by `npm test`. */
const deep = ['**/*.deep.test.ts', 'test/simulation/**/*.test.ts', 'test/chaos/**/*.test.ts'];
const never = ['**/node_modules/**'];
/** Files that replace modules, the clock or the environment: each has a process of its own. */
export const replacing = [
  'cli/hostile-pages.test.ts',
  'lib/content/containment.test.ts',
  'lib/store/clients.test.ts',
  'local/runtime/serve-front.test.ts',
  'test/conformance/sqs-retention.test.ts',
  'test/corpus/corpus.test.ts',
  'test/pipeline/visit-containment.test.ts',
  'test/sources/unknown-host.test.ts',
  'test/sources/year.test.ts',
];
/** Files that run a whole stack: a process of their own as well, so that none finds what another left. */
export const wholeStacks = ['test/mediawiki/mediawiki.test.ts', 'test/start/start.test.ts'];
const apart = [...wholeStacks, ...replacing];
/** Deep tests that replace modules, the clock or the environment. */
export const deepReplacing = [
  'lib/fetch/browser-leaks.deep.test.ts',
  'lib/fetch/browser/render-in-browser.deep.test.ts',
  'test/pipeline/containment.deep.test.ts',
  'test/pipeline/formats-and-models.deep.test.ts',
  'test/pipeline/like-with-like.deep.test.ts',
  'test/sources/year.deep.test.ts',
];
/** Deep tests of whole stacks and of the fetchers: what their functions call is judged as that of `npm test`. */
export const deepStacks = [
  'lib/steps/submit-job/large-batch.deep.test.ts',
  'test/attacks/caller-headers.deep.test.ts',
  'test/attacks/local-services.deep.test.ts',
  'test/attacks/webhook-turns.deep.test.ts',
  'test/extraction/answers-without-a-model.deep.test.ts',
  'test/extraction/failure-matrix.deep.test.ts',
  'test/extraction/inventing-model.deep.test.ts',
  'test/extraction/late-pages.deep.test.ts',
  'test/extraction/what-is-asked.deep.test.ts',
  'test/extraction/why-open.deep.test.ts',
  'test/fetch-faults/fetch-faults.deep.test.ts',
  'test/monitor/monitor.deep.test.ts',
  'test/pipeline/browser.deep.test.ts',
  'test/pipeline/clients.deep.test.ts',
  'test/pipeline/cost.deep.test.ts',
  'test/pipeline/examples.deep.test.ts',
  'test/pipeline/extract-clients.deep.test.ts',
  'test/pipeline/faults.deep.test.ts',
  'test/pipeline/front-door.deep.test.ts',
  'test/pipeline/jobs-api.deep.test.ts',
  'test/pipeline/keys-api.deep.test.ts',
  'test/pipeline/map.deep.test.ts',
  'test/pipeline/redrive-api.deep.test.ts',
  'test/pipeline/redrive.deep.test.ts',
  'test/pipeline/sameness.deep.test.ts',
  'test/pipeline/sitemaps.deep.test.ts',
  'test/pipeline/webhooks-api.deep.test.ts',
  'test/pipeline/webhooks.deep.test.ts',
  'test/sources/applying.deep.test.ts',
  'test/sources/bounded-runs.deep.test.ts',
  'test/sources/deletions.deep.test.ts',
  'test/sources/fetchers.deep.test.ts',
  'test/sources/scheduled.deep.test.ts',
  'test/sources/source-breaker.deep.test.ts',
  'test/sources/source-headers.deep.test.ts',
  'test/sources/source-runs.deep.test.ts',
  'test/start/after-start.deep.test.ts',
];

// Workers, and the programs that tests start, load the same modules hundreds of times: they compile each once.
process.env['NODE_COMPILE_CACHE'] ??= compileCache;

/** A file for machines: every test with its outcome, as JSON. */
const report = process.env['GLEANER_TEST_REPORT'];

export default defineConfig({
  test: {
    // Deadlines are no measurements: they only end what hangs, on a machine that others keep busy as well.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    // Each look takes processor time that what is waited for needs as well.
    expect: { poll: { timeout: 240_000, interval: 150 } },
    reporters: [
      'default',
      progressReporter(report && `${report}.failures`),
      ...(report === undefined ? [] : ['json']),
    ],
    ...(report === undefined ? {} : { outputFile: { json: report } }),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'gleaner',
          globalSetup: ['test/permissions/judge-run.ts'],
          include: ['{infra,functions,lib,local,cli,bench,test,packages}/**/*.test.ts'],
          exclude: [...apart, ...deep, ...never],
          // Modules are loaded once for the files of a worker, which leave their process as it was.
          isolate: false,
          sequence: { groupOrder: 1 },
          // More than half of their time they wait: for slots, timers, browsers, other processes.
          maxWorkers: 8,
        },
      },
      {
        extends: true,
        test: {
          name: 'gleaner-apart',
          include: apart,
          exclude: [...deep, ...never],
          sequence: { groupOrder: 1 },
          maxWorkers: 8,
        },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          include: deep,
          exclude: [...deepStacks, ...deepReplacing, ...never],
          isolate: false,
          // Hundreds of thousands of calls, of the steps that the other tests run as well.
          env: { [callLogVariable]: '' },
          sequence: { groupOrder: 2 },
          // The longest take ten minutes of a processor, which four of these files share with whatever else runs.
          testTimeout: 2_700_000,
          // A third of them wait for servers, browsers and other processes; the simulation keeps two processors busy.
          maxWorkers: 4,
          maxConcurrency: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'deep-stacks',
          globalSetup: ['test/permissions/judge-run.ts'],
          include: deepStacks,
          exclude: never,
          isolate: false,
          sequence: { groupOrder: 2 },
          testTimeout: 2_700_000,
          maxWorkers: 4,
        },
      },
      {
        extends: true,
        test: {
          name: 'deep-apart',
          globalSetup: ['test/permissions/judge-run.ts'],
          include: deepReplacing,
          exclude: never,
          sequence: { groupOrder: 2 },
          testTimeout: 2_700_000,
          maxWorkers: 4,
        },
      },
    ],
  },
});
