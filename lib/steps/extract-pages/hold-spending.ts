import { markAsking } from '../../store/frontier/mark-asking.ts';
import { unmarkAsking } from '../../store/frontier/unmark-asking.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import { reserveBudget } from '../../store/jobs/reserve-budget.ts';
import type { Table } from '../../store/table.ts';
import { countSpending } from '../../envelope/extract-spending.ts';
import { addUsage } from '../../extract/llm/model-price.ts';
import type { ExtractionContext } from '../../extract/model/extraction-outcome.ts';
import { microdollarsPerDollar, noModelUsage, type ModelUsage } from '../../extract/model/page-extraction.ts';
import type { ContentPage } from '../../frontier/page.ts';
import type { Spending } from '../../job/spending.ts';
import { limits } from '../../limits/limits.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';

/** What is held and spent for a page while it is answered. */
export interface HeldSpending {
  /** Before each question: marks the page as asked, and takes what the question may cost out of the job's budgets. */
  readonly reserve: ExtractionContext['reserve'];
  /** Told of every call that was made. */
  readonly spent: NonNullable<ExtractionContext['spent']>;
  /** Takes the mark back where nothing was asked after all: whoever finishes the job does not wait for this page. */
  readonly release: () => Promise<void>;
  /** What the calls took that this worker has made. */
  readonly taken: () => ModelUsage;
  /** Of these, what nobody can read again who takes the page up after this worker. */
  readonly lost: () => ModelUsage;
  /** The page with what is reserved for it. */
  readonly page: () => ContentPage;
}

const together = (usage: ModelUsage, wanted: Spending): Spending => {
  const { spentTokens = 0, spentMicrodollars = 0 } = countSpending(usage);
  return {
    tokens: spentTokens + wanted.tokens,
    microdollars: spentMicrodollars + wanted.microdollars,
  };
};

/**
 * Holds what a page may spend, question by question. A job without budgets reserves nothing; its pages are marked all
 * the same.
 */
export const holdSpending = (
  { table, now }: { readonly table: Table; readonly now: () => number },
  page: ContentPage,
  { budget: { tokens, dollars } }: Pick<ExtractSpec, 'budget'>,
  until: number,
): HeldSpending => {
  const budget = {
    ...(tokens === undefined ? {} : { tokens }),
    ...(dollars === undefined ? {} : { microdollars: Math.floor(dollars * microdollarsPerDollar) }),
  };
  const isBounded = Object.keys(budget).length > 0;
  let held = page;
  let taken = noModelUsage;
  let lost = noModelUsage;
  let mark: number | null = null;
  const marked = async (askingUntil: number): Promise<boolean> => {
    if (!(await markAsking(table, page, askingUntil))) return false;
    mark = askingUntil;
    return (await getJobItem(table, page.job))?.status === 'running';
  };
  return {
    reserve: async (wanted, usage) => {
      const askingUntil = Math.min(until, now() + limits.askingMs) + limits.extractTailMs;
      if (!isBounded) return (await marked(askingUntil)) ? 'reserved' : 'over';
      const { reservation, held: after } = await reserveBudget(
        table,
        held,
        together(usage, wanted),
        budget,
        askingUntil,
      );
      const { reserved: _before, ...rest } = held;
      held = after === undefined ? rest : { ...rest, reserved: after };
      return reservation;
    },
    release: async () => {
      if (mark !== null) await unmarkAsking(table, page, mark);
    },
    spent: (usage, isKept) => {
      taken = addUsage(taken, usage);
      if (!isKept) lost = addUsage(lost, usage);
    },
    taken: () => taken,
    lost: () => lost,
    page: () => held,
  };
};
