import type { SourceRunRecord } from './source-run.ts';

/**
 * Judges how a run went for its source. A run whose job completed, but that read no page, failed, for whatever reason.
 *
 * @param pagesRead Pages that were read, also those that had not changed; undefined if nobody counted them.
 */
export const judgeRun = <Outcome extends string>({
  outcome,
  pagesRead,
}: {
  readonly outcome: Outcome;
  readonly pagesRead: number | undefined;
}): Outcome | 'failed' => (outcome === 'completed' && pagesRead === 0 ? 'failed' : outcome);

/**
 * Whether a run says if its source can be read, so that it counts among the runs that failed in a row or ends such a
 * row. A run that was cancelled, or that could not pay for a page, says nothing of that.
 *
 * @param code Why it ended early or failed.
 */
export const saysOfSource = ({
  outcome,
  code,
}: {
  readonly outcome: string;
  readonly code: string | undefined;
}): boolean => outcome !== 'cancelled' && code !== 'BUDGET_EXHAUSTED';

/**
 * Returns how a run went, as people and programs are told. The record keeps the outcome of its job, which also stands
 * in the audit.
 */
export const runOutcome = ({ outcome, health }: SourceRunRecord): SourceRunRecord['outcome'] =>
  judgeRun({ outcome, pagesRead: health?.pages });
