import type { Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import { noModelUsage } from '../../lib/extract/model/page-extraction.ts';
import { failure } from '../../lib/failure.ts';
import { hashSpec } from '../../lib/request/extract-spec.ts';

/**
 * Stands in for lib/steps/extract-pages/open-extractor.ts in the simulation: the handler, the queue, drafts,
 * budgets and the frontier are real, and a page answers with its title at once, or says that nobody can be asked
 * now. What is answered, and how models are asked, tests of their own show.
 */
export const fakeExtractor =
  (): Extractor =>
  async (facts, order, { reserve, spent }) => {
    const reservation = await reserve({ tokens: 10, microdollars: 0 }, noModelUsage);
    const title = facts.metadata.title ?? facts.url;
    const evidence = { url: facts.url, kind: 'meta', where: 'title', quote: null } as const;
    const usage = { calls: 1, inputTokens: 5, outputTokens: 2, dollars: 0 };
    const extraction = {
      order: hashSpec(order),
      value: { title },
      answers: { title: { value: title, confidence: 1, grounded: 'grounded', evidence } },
      open: [],
      fields: 1,
      free: 0,
      model: 'simulated',
      raw: [],
      usage,
      cached: false,
      warnings: [],
    } as const;
    if (reservation === 'exhausted')
      return {
        kind: 'answered',
        isExhausted: true,
        extraction: { ...extraction, raw: [], open: ['title'], warnings: [], usage: noModelUsage },
      };
    if (reservation === 'over') return { kind: 'over' };
    if (reservation === 'crowded') {
      const why = failure('BUDGET_EXHAUSTED', 'other pages hold what is left');
      return { kind: 'deferred', until: 0, failure: why, usage: noModelUsage };
    }
    spent?.(usage, false);
    if (Math.random() < 0.1) {
      const why = failure('EXTRACT_FAILED', 'nobody can be asked now');
      return { kind: 'deferred', until: Date.now() + 20_000, failure: why, usage: noModelUsage };
    }
    return { kind: 'answered', extraction: { ...extraction, raw: [], open: [], warnings: [] } };
  };

/** By the name of what it stands in for. */
export { fakeExtractor as createExtractor };
