import { microdollarsPerDollar, type Usage } from '../extract/model/page-answer.ts';
import type { WebPage } from '../frontier/page.ts';
import type { EndCounts } from '../job/end-counts.ts';

/** Counters that change with what a page took. */
export const spendingOf = ({ calls, inputTokens, outputTokens, dollars }: Usage): EndCounts => {
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

/** The same with a page's end, which gives back what was reserved for it. */
export const settlementOf = ({ reserved }: WebPage, usage: Usage): EndCounts => {
  const spending = spendingOf(usage);
  return {
    ...spending,
    spentTokens: (spending.spentTokens ?? 0) - (reserved?.tokens ?? 0),
    spentMicrodollars: (spending.spentMicrodollars ?? 0) - (reserved?.microdollars ?? 0),
  };
};
