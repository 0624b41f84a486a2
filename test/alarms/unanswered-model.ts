import type { Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import { noModelUsage } from '../../lib/extract/model/page-extraction.ts';
import { failure } from '../../lib/failure.ts';
import { fakeExtractor } from '../simulation/fake-answerer.ts';
import { epochMs } from '../simulation/virtual-time.ts';

/** Set by the run: moment after which no model answers. */
export const modelsOut = { fromMs: Number.POSITIVE_INFINITY };

/** Stands in for lib/steps/extract-pages/open-extractor.ts: answers with titles until no model answers any more. */
export const unansweredModel = (): Extractor => {
  const answers = fakeExtractor();
  return async (...asked) => {
    if (Date.now() - epochMs < modelsOut.fromMs) return await answers(...asked);
    const why = failure('LLM_UNAVAILABLE', 'the model answers nobody');
    return { kind: 'deferred', until: Date.now() + 20_000, failure: why, usage: noModelUsage };
  };
};

/** By the name of what it stands in for. */
export { unansweredModel as createExtractor };
