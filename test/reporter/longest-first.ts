import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node';

/** Files that take 15 s and more on an idle machine, the longest first. */
export const longFiles: readonly string[] = [
  'test/pipeline/politeness.test.ts',
  'test/pipeline/extraction.test.ts',
  'cli/gleaner.test.ts',
  'lib/extract/llm/ask-model.test.ts',
  'test/start/start.test.ts',
  'test/simulation/simulation.test.ts',
  'test/start/after-start.deep.test.ts',
  'test/monitor/steering.deep.test.ts',
  'test/monitor/screens.deep.test.ts',
  'lib/ingest/manual.deep.test.ts',
  'test/model/model.deep.test.ts',
  'lib/fetch/browser/render-in-browser.deep.test.ts',
  'test/monitor/monitor.deep.test.ts',
  'test/pipeline/clients.deep.test.ts',
  'test/fetch-faults/fetch-faults.deep.test.ts',
  'test/pipeline/extract-clients.deep.test.ts',
  'cli/commands/deploy.deep.test.ts',
  'test/fetch-faults/attacks.deep.test.ts',
  'test/backup/erase-command.deep.test.ts',
  'test/package/package.deep.test.ts',
  'test/monitor/states.deep.test.ts',
  'test/pipeline/redrive.deep.test.ts',
  'test/pipeline/redrive-api.deep.test.ts',
  'test/pipeline/browser.deep.test.ts',
  'lib/content/worst-cases.deep.test.ts',
  'test/upgrade/upgrade.deep.test.ts',
  'test/sources/command-line.deep.test.ts',
  'test/chaos/chaos.test.ts',
  'test/pipeline/faults.deep.test.ts',
  'local/stack.deep.test.ts',
  'test/sources/year.deep.test.ts',
  'lib/extract/worst-cases.deep.test.ts',
  'test/pipeline/sitemaps.deep.test.ts',
  'lib/fetch/browser/capture-browser.deep.test.ts',
  'test/attacks/catalogue.deep.test.ts',
  'test/extraction/failure-matrix.deep.test.ts',
  'test/sources/bounded-runs.deep.test.ts',
  'test/fetch-faults/browser-faults.deep.test.ts',
  'test/backup/restore.deep.test.ts',
  'test/corpus/index-store.deep.test.ts',
  'test/sources/finishing-runs.deep.test.ts',
  'test/pipeline/front-door.deep.test.ts',
  'test/account/ten-executions.deep.test.ts',
  'test/corpus/postgres-store.deep.test.ts',
  'test/attacks/caller-headers.deep.test.ts',
  'test/corpus/sqlite-store.deep.test.ts',
  'test/golden/oracle.deep.test.ts',
];

/**
 * Begins with the files that take longest, so that none of them runs alone at the end while the other workers idle.
 * Vitest itself learns that from former runs, which a fresh clone has not, and goes by the size of a file until then.
 * Those of a project follow each other, the isolated ones first: a worker is only reused while the next file in the
 * queue is of its own project.
 */
export class LongestFirst extends BaseSequencer {
  readonly #root: string;

  constructor(vitest: Vitest) {
    super(vitest);
    this.#root = `${vitest.config.root}/`;
  }

  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longFiles.indexOf(moduleId.replace(this.#root, ''));
      return found < 0 ? longFiles.length : found;
    };
    const group = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    const shares = ({ project }: TestSpecification): number => Number(!project.config.isolate);
    const byProject = (a: TestSpecification, b: TestSpecification): number =>
      group(a) - group(b) || shares(a) - shares(b) || a.project.name.localeCompare(b.project.name);
    const sorted = await super.sort(specifications);
    return sorted.toSorted((a, b) => byProject(a, b) || place(a) - place(b));
  }
}
