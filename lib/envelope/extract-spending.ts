import { microdollarsPerDollar, type ModelUsage } from '../extract/model/page-extraction.ts';
import type { ContentPage } from '../frontier/page.ts';
import type { EndCounts } from '../job/end-counts.ts';

/** Returns the counters that a page's model usage changes. */
export const countSpending = ({ calls, inputTokens, outputTokens, dollars }: ModelUsage): EndCounts => {
  const microdollars = Math.ceil((dollars ?? 0) * microdollarsPerDollar);
  return {
    inputTokens,
    outputTokens,
    modelCalls: calls,
    microdollars,
    unpriced: dollars === null ? 1 : 0,
    spentTokens: inputTokens + outputTokens,
    spentMicrodollars: microdollars,
  };
};

/** Returns the same at a page's end, which gives back what was reserved for it. */
export const settleSpending = ({ reserved }: ContentPage, usage: ModelUsage): EndCounts => {
  const spending = countSpending(usage);
  return {
    ...spending,
    spentTokens: (spending.spentTokens ?? 0) - (reserved?.tokens ?? 0),
    spentMicrodollars: (spending.spentMicrodollars ?? 0) - (reserved?.microdollars ?? 0),
  };
};
