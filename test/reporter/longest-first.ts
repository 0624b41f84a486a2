import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node';

/** Files that take 15 s and more on an idle machine, the longest first. */
export const longFiles: readonly string[] = [
  'test/pipeline/politeness.test.ts',
  'test/pipeline/extraction.test.ts',
  'test/pipeline/redrive.deep.test.ts',
  'test/pipeline/sitemaps.deep.test.ts',
  'test/pipeline/faults.deep.test.ts',
  'cli/gleaner.test.ts',
  'lib/extract/llm/ask-model.test.ts',
  'test/start/start.test.ts',
  'cli/commands/deploy.deep.test.ts',
  'test/pipeline/clients.deep.test.ts',
  'test/pipeline/extract-clients.deep.test.ts',
  'test/pipeline/redrive-api.deep.test.ts',
  'local/stack.deep.test.ts',
  'test/simulation/simulation.test.ts',
  'test/fetch-faults/fetch-faults.deep.test.ts',
  'test/extraction/failing-models-in-jobs.deep.test.ts',
  'lib/content/fuzz.deep.test.ts',
  'test/monitor/monitor.deep.test.ts',
  'test/pipeline/browser.deep.test.ts',
  'test/start/after-start.deep.test.ts',
  'test/monitor/screens.deep.test.ts',
  'test/monitor/steering.deep.test.ts',
  'test/corpus/simulation.deep.test.ts',
  'test/monitor/states.deep.test.ts',
  'test/sources/year.deep.test.ts',
  'test/model/model.deep.test.ts',
  'test/corpus/postgres-store.deep.test.ts',
  'lib/content/markdown/round-trip.deep.test.ts',
  'test/sources/finishing-runs.deep.test.ts',
  'local/start/many-starts.deep.test.ts',
  'test/package/package.deep.test.ts',
  'test/attacks/catalogue.deep.test.ts',
];

/**
 * Begins with the files that take longest, so that none of them runs alone at the end while the other workers idle.
 * Vitest itself learns that from former runs, which a fresh clone has not, and goes by the size of a file until then.
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
    const sorted = await super.sort(specifications);
    return sorted.toSorted((a, b) => group(a) - group(b) || place(a) - place(b));
  }
}
