import { randomUUID } from 'node:crypto';
import { markAsking } from '../../store/frontier/mark-asking.ts';
import { unmarkAsking } from '../../store/frontier/unmark-asking.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import { reserveBudget } from '../../store/jobs/reserve-budget.ts';
import type { Table } from '../../store/table.ts';
import { countSpending } from '../../envelope/extract-spending.ts';
import { addUsage } from '../../extract/llm/model-price.ts';
import type { ExtractionContext } from '../../extract/model/extraction-outcome.ts';
import { microdollarsPerDollar, noModelUsage, type ModelUsage } from '../../extract/model/page-extraction.ts';
import type { FailureCode } from '../../failure.ts';
import type { ContentPage } from '../../frontier/page.ts';
import { endCode } from '../../job/end-code.ts';
import type { Spending } from '../../job/spending.ts';
import { limits } from '../../limits/limits.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';

/** Holds and counts what is spent on a page while it is answered. */
export interface HeldSpending {
  /** Names this worker in the writes that count its cost, so that each cost is counted once. */
  readonly writer: string;
  /**
   * Called before each question: marks the page as asked, and reserves what the question may cost from the job's
   * budgets.
   */
  readonly reserve: ExtractionContext['reserve'];
  /** Returns the code by which the job ended, once `reserve` has said that it is over. */
  readonly endedBy: () => FailureCode;
  /** Called after every call that was made. */
  readonly spent: NonNullable<ExtractionContext['spent']>;
  /** Removes the mark if nothing was asked in the end, so that the job's end does not wait for this page. */
  readonly release: () => Promise<void>;
  /** The cost of the calls that this worker made. */
  readonly taken: () => ModelUsage;
  /** The part of that cost which no later worker of the page can read again. */
  readonly lost: () => ModelUsage;
  /** The page with its reserved amounts. */
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
 * Holds what a page may spend, question by question. A job without budgets reserves nothing, but its pages are marked
 * too.
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
  let endedBy: FailureCode = 'JOB_CANCELLED';
  const isRunning = async (): Promise<boolean> => {
    const job = await getJobItem(table, page.job);
    endedBy = endCode(job);
    return job?.status === 'running';
  };
  const marked = async (askingUntil: number): Promise<boolean> => {
    if (!(await markAsking(table, page, askingUntil))) return false;
    mark = askingUntil;
    return await isRunning();
  };
  return {
    writer: randomUUID(),
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
      if (reservation === 'over') await isRunning();
      return reservation;
    },
    endedBy: () => endedBy,
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
