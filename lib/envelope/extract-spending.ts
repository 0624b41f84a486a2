import { microdollarsPerDollar, type ModelUsage } from '../extract/model/page-extraction.ts';
import type { Page } from '../frontier/page.ts';

/** Counters that change with what a page took. */
export const countSpending = ({
  calls,
  inputTokens,
  outputTokens,
  dollars,
}: ModelUsage): Record<string, number> => {
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
export const settleSpending = ({ reserved }: Page, usage: ModelUsage): Record<string, number> => {
  const spending = countSpending(usage);
  return {
    ...spending,
    spentTokens: (spending['spentTokens'] ?? 0) - (reserved?.tokens ?? 0),
    spentMicrodollars: (spending['spentMicrodollars'] ?? 0) - (reserved?.microdollars ?? 0),
  };
};
