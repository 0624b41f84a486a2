import { microdollarsPerDollar, type Extraction, type ModelUsage } from '../extract/model/page-extraction.ts';
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

/** The counters that a page's answer changes, whether it comes before or after the job's end. */
export interface FieldCounts {
  readonly fieldsAsked: number;
  readonly fieldsAnswered: number;
  readonly fieldsFree: number;
}

/** Returns how many fields a page was asked for, how many it answers, and how many of these took no tokens. */
export const countFields = ({
  fields,
  open,
  free,
}: Pick<Extraction, 'fields' | 'open' | 'free'>): FieldCounts => ({
  fieldsAsked: fields,
  fieldsAnswered: fields - open.length,
  fieldsFree: free,
});

/** Returns the counters of its usage at a page's end, which gives back what was reserved for it. */
export const settleSpending = ({ reserved }: ContentPage, usage: ModelUsage): EndCounts => {
  const spending = countSpending(usage);
  return {
    ...spending,
    spentTokens: (spending.spentTokens ?? 0) - (reserved?.tokens ?? 0),
    spentMicrodollars: (spending.spentMicrodollars ?? 0) - (reserved?.microdollars ?? 0),
  };
};
